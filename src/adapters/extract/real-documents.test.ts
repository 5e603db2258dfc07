import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { readCollection } from "../../../bench/extraction/collection.ts";
import { scoreWords } from "../../../bench/extraction/score-words.ts";
import { ReadFailure } from "./read-failure.ts";
import { readFileText } from "./read-file-text.ts";
import { contextFor } from "./testing/read-context.ts";

const DOCUMENTS = "../shared/data/documents";
const isThere = existsSync(DOCUMENTS);

/** The share of words that the files of a format give at least, attachments and all. */
const FLOORS: Readonly<Record<string, number>> = {
  ...{ pdf: 0.959, docx: 0.973, html: 0.878, pptx: 0.86, ppt: 0.69, xlsx: 0.99, xls: 0.94, odt: 0.95 },
  ...{ ods: 0.99, odp: 0.92, rtf: 0.99, epub: 0.99, doc: 0.98, eml: 0.928, msg: 0.953 },
  // The rest are outputs of code, which are kept short.
  ipynb: 0.85,
};
const PLAIN = ["txt", "md", "csv", "tsv", "json", "xml", "yaml", "code"];

/** What hundreds of files of strangers show, which nobody could write; each format by itself is in the tests beside this one. */
describe.skipIf(!isThere)("the collection of real documents", () => {
  const samples = isThere ? readCollection(DOCUMENTS) : [];
  const filesOf = (format: string) => samples.filter((sample) => sample.format === format);

  it("gives at least so many of its words, format by format", async () => {
    const tooLow: string[] = [];
    for (const [format, floor] of Object.entries(FLOORS)) {
      const recalls: number[] = [];
      for (const { file, reference } of filesOf(format)) {
        const text = reference?.trim() ? await textOf(file) : "";
        const score = scoreWords(reference ?? "", text);
        if (score !== null) recalls.push(score.recall);
      }
      expect(recalls.length, format).toBeGreaterThan(["eml", "msg", "ipynb"].includes(format) ? 2 : 1);
      const mean = recalls.reduce((sum, recall) => sum + recall, 0) / recalls.length;
      if (!(mean >= floor)) tooLow.push(`${format}: ${mean} of ${floor}`);
    }
    expect(tooLow).toEqual([]);
  });

  it("is read where it is plain text of some kind", async () => {
    for (const format of PLAIN) {
      expect(filesOf(format).length, format).toBeGreaterThan(0);
      for (const { file } of filesOf(format)) expect(await textOf(file)).toMatch(/\w/);
    }
  });

  it("knows how many pages a PDF has", async () => {
    const counted = filesOf("pdf").filter(({ pages }) => pages !== null);
    expect(counted.length).toBeGreaterThan(20);
    for (const { file, pages } of counted) {
      const read = await readDocument(file).catch((error: unknown) => error);
      if (read instanceof ReadFailure) expect(["scanned", "encrypted"]).toContain(read.reason);
      else expect(read).toMatchObject({ pages });
    }
  });

  it("says why it cannot read a file", async () => {
    for (const [file, reason] of [
      ["pdf/pdfjs__issue15893_reduced.pdf", "encrypted"],
      ["docx/poi__truncated62886.docx", "corrupt"],
      ["xlsx/poi__protected_sha512.xlsx", "encrypted"],
      ["xlsx/poi__invalid.xlsx", "corrupt"],
      ["pptx/tika__testPPT_protected_passtika.pptx", "encrypted"],
      ["doc/poi__PasswordProtected.doc", "encrypted"],
      ["ppt/poi__WithMacros.ppt", "empty"],
      ["svg/docling__logo.svg", "empty"],
    ] as const)
      await expect(readDocument(file), file).rejects.toMatchObject({ reason });
  });
});

function readDocument(file: string) {
  return readFileText(readFileSync(join(DOCUMENTS, file)), contextFor(basename(file)));
}

async function textOf(file: string): Promise<string> {
  return (await readDocument(file)).parts.map((part) => part.text).join("\n");
}
