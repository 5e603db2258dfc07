import { describe, expect, it } from "vitest";
import { exportFileName, exportMarkdown } from "./export-markdown.ts";

const words = { sources: "Sources", page: (page: number) => `page ${page}` };
const source = {
  documentId: "d",
  documentType: "PDF",
  score: 0.7,
  chunkIndex: 0,
  section: null,
  chunkText: "…",
};

describe("exportMarkdown", () => {
  it("writes questions, answers and sources", () => {
    const markdown = exportMarkdown(
      {
        title: "Notice",
        messages: [
          { role: "user", content: "How\nlong?" },
          {
            role: "assistant",
            content: "Three months [1].\n",
            sources: [{ ...source, index: 1, documentName: "my_lease.pdf", pageNumber: 2 }],
          },
        ],
      },
      words,
    );
    expect(markdown).toBe(
      "# Notice\n\n## How long?\n\nThree months [1].\n\n**Sources**\n\n- [1] my\\_lease.pdf, page 2\n",
    );
  });

  it("writes a chat without answers", () => {
    expect(exportMarkdown({ title: "T", messages: [{ role: "assistant", content: "" }] }, words)).toBe(
      "# T\n",
    );
  });
});

describe("exportFileName", () => {
  it("keeps what every system accepts", () => {
    expect(exportFileName('Was ist "das"? a/b')).toBe("Was ist das a b.md");
    expect(exportFileName("///")).toBe("chat.md");
  });
});
