import { describe, expect, it } from "vitest";
import type { PageProgress, SourceFile, TextExtractor } from "../../src/ports/text-extractor.ts";
import { inPieces } from "../doubles/new-file.ts";
import { makePdf } from "./make-pdf.ts";
import { openDuring } from "./open-during.ts";
import { calm } from "./store-under-test.ts";

/** What every text extractor promises. `open` is called once for the suite. */
export function textExtractorContract(
  name: string,
  open: () => Promise<{ extractor: TextExtractor; close(): Promise<void> }>,
): void {
  describe(`text extractor contract: ${name}`, () => {
    let extractor: TextExtractor;
    openDuring(open, "suite", (opened) => {
      extractor = opened.extractor;
    });
    const extract = (file: SourceFile, signal = calm) => extractor.extract(file, () => undefined, signal);

    it("gives back plain text as it stands", async () => {
      const text = "Grüße aus der Bibliothek.\n\nZweiter Absatz: 漢字, 🙂.";
      const chunk = {
        chunkIndex: 0,
        text,
        pageNumber: null,
        section: null,
        part: 0,
        start: 0,
        end: text.length,
      };
      expect(await extract(fileOf("letter.txt", text))).toEqual({
        chunks: [chunk],
        opening: `${text}\n`,
        pages: null,
      });
    });

    it.each(["guide.md", "guide.markdown", "GUIDE.MDX"])("cuts %s at its headers", async (fileName) => {
      const text = "# Guide\n\nText.\n\n# Index\n\nMore.\n";
      expect(await extract(fileOf(fileName, text))).toMatchObject({
        chunks: [
          { text: "# Guide\n\nText.", section: "Guide" },
          { text: "# Index\n\nMore.", section: "Index" },
        ],
      });
    });

    it("numbers the pages of a PDF from 1 and tells its progress", async () => {
      const progress: PageProgress[] = [];
      const pdf = fileOf("report.pdf", makePdf(["The first page.", "The second page."]));
      const document = await extractor.extract(pdf, (pages) => progress.push(pages), calm);
      expect(document.pages).toBe(2);
      expect(document.chunks).toMatchObject([
        { text: "The first page.", pageNumber: 1, section: null },
        { text: "The second page.", pageNumber: 2, section: null },
      ]);
      expect(progress).toEqual([
        { done: 1, total: 2 },
        { done: 2, total: 2 },
      ]);
    });

    it.each([
      ["no bytes", "empty.txt", new Uint8Array(0), "empty"],
      ["white space alone", "blank.txt", " \n\t\r\n ", "empty"],
      ["the start of a PDF alone", "cut.pdf", makePdf(["Text"]).subarray(0, 40), "damaged"],
      ["bytes that are no text", "noise.txt", noise(5_000), "unsupported"],
      ["a picture under a text's name", "photo.txt", PNG_START, "PNG image"],
    ])("refuses %s and says why", async (_, fileName, content, why) => {
      await expect(extract(fileOf(fileName, content))).rejects.toMatchObject({
        code: "no-text",
        message: "No extractable text found in the file",
        details: expect.stringContaining(why),
      });
    });

    it("reads the next file after one that failed", async () => {
      await expect(extract(fileOf("noise.bin", noise(5_000)))).rejects.toMatchObject({ code: "no-text" });
      expect(await extract(fileOf("next.txt", "Still here."))).toMatchObject({
        chunks: [{ text: "Still here." }],
      });
    });

    it("reads many files at once without mixing them up", async () => {
      const texts = Array.from({ length: 12 }, (_, index) => `Text number ${index}.`);
      const read = await Promise.all(texts.map((text) => extract(fileOf("note.txt", text))));
      expect(read.map(({ chunks }) => chunks.map((chunk) => chunk.text))).toEqual(
        texts.map((text) => [text]),
      );
    });

    it("hands a long document over whole and in order", async () => {
      const words = Array.from({ length: 150_000 }, (_, index) => `word${index}`);
      const { chunks, opening } = await extract(fileOf("long.txt", words.join(" ")));
      expect(chunks.map(({ chunkIndex }) => chunkIndex)).toEqual(chunks.map((_, index) => index));
      expect(chunks.at(-1)?.text.endsWith("word149999")).toBe(true);
      expect(opening).toBe(words.join(" ").slice(0, 10_000));
    });

    it("cuts a text as it cuts the same text in a file", async () => {
      const text = "One sentence after the other. ".repeat(200);
      expect(await extractor.cut(text, calm)).toEqual(await extract(fileOf("a.txt", text)));
      expect((await extractor.cut("", calm)).chunks).toEqual([]);
    });

    it("refuses a document of too many chunks and says so", async () => {
      const headers = fileOf("headers.md", "# a\n\n".repeat(50_001));
      await expect(extract(headers)).rejects.toMatchObject({
        code: "too-many-chunks",
        message: expect.stringContaining("more than 50,000 chunks"),
        details: expect.stringContaining("smaller"),
      });
      expect((await extract(fileOf("headers.md", "# a\n\n".repeat(50_000)))).chunks).toHaveLength(50_000);
    });

    it("fails as its source of bytes fails", async () => {
      const reason = new Error("the disk is gone");
      const bytes = (async function* () {
        yield new Uint8Array(10);
        throw reason;
      })();
      await expect(extract({ name: "a.txt", sizeBytes: 20, bytes })).rejects.toBe(reason);
    });

    it("fails with the signal's reason, whether bytes come or not", async () => {
      const reason = new Error("the caller has left");
      await expect(extract(fileOf("a.txt", "Text"), AbortSignal.abort(reason))).rejects.toBe(reason);
      const controller = new AbortController();
      const bytes = (async function* () {
        yield new Uint8Array(10);
        controller.abort(reason);
        await new Promise(() => undefined);
      })();
      await expect(extract({ name: "b.txt", sizeBytes: 20, bytes }, controller.signal)).rejects.toBe(reason);
    });

    it("stops in the middle of a file when the signal says so", async () => {
      const reason = new Error("the caller has left");
      const controller = new AbortController();
      const pdf = fileOf("long.pdf", makePdf(Array.from({ length: 500 }, (_, page) => `Page ${page}`)));
      const reading = extractor.extract(pdf, () => controller.abort(reason), controller.signal);
      await expect(reading).rejects.toBe(reason);
      expect(await extract(fileOf("next.txt", "Still here."))).toMatchObject({
        chunks: [{ text: "Still here." }],
      });
    });
  });
}

const PNG_START = Buffer.from("89504e470d0a1a0a0000000d494844520000000100000001", "hex");

function fileOf(name: string, content: string | Uint8Array): SourceFile {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return { name, sizeBytes: bytes.length, bytes: inPieces(bytes, 1_000) };
}

/** The same bytes every time, evenly spread. */
function noise(length: number): Uint8Array {
  let state = 12_345;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 24;
  });
}
