import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { readFileText } from "./read-file-text.ts";
import { contextFor } from "./testing/read-context.ts";

const DOCUMENTS = "../shared/data/documents";
const isThere = existsSync(join(DOCUMENTS, "manifest.json"));

interface Listed {
  file: string;
  format: string;
  reference?: string;
}

/** Files whose reference is wrong: mangled letters, and marks of endnotes glued to the words before them. */
const WRONG_REFERENCES = new Set([
  "html/tika__testHTMLNoisyMetaEncoding_4.html",
  "docx/mammothjs__endnotes.docx",
]);

describe.skipIf(!isThere)("the collection of real documents", () => {
  const listed: Listed[] = isThere ? JSON.parse(readFileSync(join(DOCUMENTS, "manifest.json"), "utf8")) : [];

  it.each([
    ["pdf", 0.959],
    ["docx", 0.973],
    ["html", 0.878],
  ])("is read as %s with at least %f of its words", async (format, floor) => {
    const recalls: number[] = [];
    for (const { file, reference } of listed.filter((each) => each.format === format)) {
      if (reference === undefined || WRONG_REFERENCES.has(file)) continue;
      const expected = wordsOf(readFileSync(join(DOCUMENTS, reference), "utf8"));
      if (expected.length > 0) recalls.push(recallOf(expected, wordsOf(await textOf(file))));
    }
    expect(recalls.length).toBeGreaterThan(3);
    expect(recalls.reduce((sum, recall) => sum + recall, 0) / recalls.length).toBeGreaterThanOrEqual(floor);
  });

  it.each(["txt", "md", "csv", "tsv", "json", "xml", "yaml", "code", "svg"])(
    "is read as %s",
    async (format) => {
      const files = listed.filter((each) => each.format === format);
      expect(files.length).toBeGreaterThan(0);
      for (const { file } of files) expect(await textOf(file)).toMatch(/\w/);
    },
  );

  it("reads the letters of a page whose declaration is noisy", async () => {
    expect(await textOf("html/tika__testHTMLNoisyMetaEncoding_4.html")).toMatch(/^وأعرب الاتحاد الجزائري/);
  });

  it.each([
    ["pdf/pdfjs__issue15893_reduced.pdf", "encrypted"],
    ["docx/poi__truncated62886.docx", "corrupt"],
    ["xlsx/poi__protected_sha512.xlsx", "encrypted"],
  ])("says why it cannot read %s", async (file, reason) => {
    await expect(textOf(file)).rejects.toMatchObject({ reason });
  });
});

async function textOf(file: string): Promise<string> {
  const bytes = readFileSync(join(DOCUMENTS, file));
  const { parts } = await readFileText(bytes, contextFor(basename(file)));
  return parts.map((part) => part.text).join("\n");
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** The share of the expected words that were found, each as often as it is expected. */
function recallOf(expected: readonly string[], found: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of found) left.set(word, (left.get(word) ?? 0) + 1);
  const hits = expected.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  });
  return hits.length / expected.length;
}
