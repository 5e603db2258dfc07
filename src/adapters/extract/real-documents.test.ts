import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { ReadFailure } from "./read-failure.ts";
import { readFileText } from "./read-file-text.ts";
import { contextFor } from "./testing/read-context.ts";

const DOCUMENTS = "../shared/data/documents";
const isThere = existsSync(join(DOCUMENTS, "manifest.json"));

interface Listed {
  file: string;
  format: string;
  reference?: string;
  pages?: number;
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
    ["pptx", 0.86],
    ["ppt", 0.69],
    ["xlsx", 0.99],
    ["xls", 0.94],
    ["odt", 0.95],
    ["ods", 0.99],
    ["odp", 0.92],
    ["rtf", 0.99],
    ["epub", 0.99],
    ["doc", 0.98],
  ])("is read as %s with at least %f of its words", async (format, floor) => {
    const recalls: number[] = [];
    for (const { file, reference } of listed.filter((each) => each.format === format)) {
      if (reference === undefined || WRONG_REFERENCES.has(file)) continue;
      const expected = wordsOf(readFileSync(join(DOCUMENTS, reference), "utf8"));
      if (expected.length > 0) recalls.push(recallOf(expected, wordsOf(await textOf(file))));
    }
    expect(recalls.length).toBeGreaterThan(1);
    expect(recalls.reduce((sum, recall) => sum + recall, 0) / recalls.length).toBeGreaterThanOrEqual(floor);
  });

  it.each(["txt", "md", "csv", "tsv", "json", "xml", "yaml", "code"])("is read as %s", async (format) => {
    const files = listed.filter((each) => each.format === format);
    expect(files.length).toBeGreaterThan(0);
    for (const { file } of files) expect(await textOf(file)).toMatch(/\w/);
  });

  it.each([
    ["eml", 0.928],
    ["msg", 0.953],
    // The rest are outputs of code, which are kept short.
    ["ipynb", 0.85],
  ])("is read as %s with at least %f of its words, attachments and all", async (format, floor) => {
    const files = listed.filter((each) => each.format === format);
    const recalls = await Promise.all(
      files.map(async ({ file, reference = "" }) =>
        recallOf(wordsOf(readFileSync(join(DOCUMENTS, reference), "utf8")), wordsOf(await textOf(file))),
      ),
    );
    expect(recalls.length).toBeGreaterThan(2);
    expect(recalls.reduce((sum, recall) => sum + recall, 0) / recalls.length).toBeGreaterThanOrEqual(floor);
  });

  it("reads the words of a drawing, and says where there are none", async () => {
    expect(await textOf("svg/kreuzberg__simple_svg.svg")).toMatch(/Hello SVG$/);
    await expect(textOf("svg/docling__logo.svg")).rejects.toMatchObject({ reason: "empty" });
  });

  it("knows how many pages a PDF has", async () => {
    const counted = listed.filter(({ format, pages }) => format === "pdf" && pages !== undefined);
    expect(counted.length).toBeGreaterThan(20);
    for (const { file, pages } of counted) {
      const bytes = readFileSync(join(DOCUMENTS, file));
      const read = await readFileText(bytes, contextFor(basename(file))).catch((error: unknown) => error);
      if (read instanceof ReadFailure) expect(["scanned", "encrypted"]).toContain(read.reason);
      else expect(read).toMatchObject({ pages });
    }
  });

  it("reads the letters of a page whose declaration is noisy", async () => {
    expect(await textOf("html/tika__testHTMLNoisyMetaEncoding_4.html")).toMatch(/^وأعرب الاتحاد الجزائري/);
  });

  it.each([
    ["pdf/pdfjs__issue15893_reduced.pdf", "encrypted"],
    ["docx/poi__truncated62886.docx", "corrupt"],
    ["xlsx/poi__protected_sha512.xlsx", "encrypted"],
    ["xlsx/poi__invalid.xlsx", "corrupt"],
    ["pptx/tika__testPPT_protected_passtika.pptx", "encrypted"],
    ["doc/poi__PasswordProtected.doc", "encrypted"],
    ["ppt/poi__WithMacros.ppt", "empty"],
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
