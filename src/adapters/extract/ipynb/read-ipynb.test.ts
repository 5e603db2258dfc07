import { describe, expect, it } from "vitest";
import { chunkText } from "../../../domain/chunk-text.ts";
import { contextFor } from "../testing/read-context.ts";
import { readIpynb } from "./read-ipynb.ts";

const read = (notebook: unknown) =>
  readIpynb(
    Buffer.from(typeof notebook === "string" ? notebook : JSON.stringify(notebook)),
    contextFor("a.ipynb"),
  );
const textOf = async (...cells: unknown[]) => (await read({ cells, nbformat: 4 })).parts[0]?.text;

describe("readIpynb", () => {
  it("reads cells in order, code and outputs in fences", async () => {
    const text = await textOf(
      { cell_type: "markdown", source: ["# Study\n", "\n", "About."] },
      {
        cell_type: "code",
        source: "print(42)",
        outputs: [
          { output_type: "stream", name: "stdout", text: ["42\n"] },
          { output_type: "execute_result", data: { "text/plain": "'x'", "text/html": "<b>x</b>" } },
          { output_type: "error", ename: "ValueError", evalue: "no", traceback: ["\u001b[0m"] },
        ],
      },
      { cell_type: "raw", source: "As it stands." },
    );
    expect(text).toBe(
      "# Study\n\nAbout.\n\n```\nprint(42)\n```\n\n```\n42\n```\n\n```\n'x'\n```\n\n```\nValueError: no\n```\n\nAs it stands.",
    );
  });

  it("makes sections of headings, and none of comments in code", async () => {
    const cells = [
      { cell_type: "markdown", source: "# Study\n\nAbout.\n\n## Method" },
      { cell_type: "code", source: "# not a heading\nprint('```')\n# nor this", outputs: [] },
      { cell_type: "markdown", source: "## Results\n\nFine." },
    ];
    const chunks = chunkText(await read({ cells, nbformat: 4 }));
    expect(chunks.map(({ section }) => section)).toEqual(["Study", "Study > Method", "Study > Results"]);
  });

  it("keeps outputs short, and leaves out those that only stand for a picture", async () => {
    const output = (text: string) => ({ output_type: "display_data", data: { "text/plain": text } });
    const text = await textOf({
      cell_type: "code",
      source: "",
      outputs: [output("x".repeat(10_000)), output("<Figure size 640x480 with 1 Axes>")],
    });
    expect(text).toBe(`\`\`\`\n${"x".repeat(2_000)} …\n\`\`\``);
  });

  it("reads notebooks of version 3", async () => {
    const cells = [
      { cell_type: "heading", level: 2, source: "Old" },
      { cell_type: "code", input: "1 + 1", outputs: [{ output_type: "pyout", text: "2" }] },
    ];
    const { parts } = await read({ worksheets: [{ cells }], nbformat: 3 });
    expect(parts[0]?.text).toBe("## Old\n\n```\n1 + 1\n```\n\n```\n2\n```");
  });

  it.each(["{ broken", "[1, 2]", '{"cells": []}'])("reads %j as the text that it is", async (source) => {
    expect(await read(source)).toMatchObject({ syntax: "plain", parts: [{ text: source }] });
  });
});
