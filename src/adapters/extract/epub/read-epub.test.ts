import { describe, expect, it } from "vitest";
import { makeEpub, page } from "../testing/make-epub.ts";
import { makeZip } from "../testing/make-zip.ts";
import { contextFor } from "../testing/read-context.ts";
import { zeroBomb } from "../testing/zero-bomb.ts";
import { readEpub } from "./read-epub.ts";

const context = contextFor("a.epub");
const read = async (files: Record<string, string> = {}, metadata?: string) =>
  (await readEpub(makeEpub(files, metadata), context)).parts;

describe("readEpub", () => {
  it("reads the chapters in reading order, with their headings as sections", async () => {
    expect(await read()).toEqual([
      { text: "Beginning\n\nOnce", pageNumber: null, section: "Beginning" },
      { text: "End", pageNumber: null, section: null },
    ]);
  });

  it.each([
    [
      "a new table of contents",
      { "OEBPS/nav.xhtml": page('<nav><a href="text/a%20b.xhtml#x">The <b>End</b></a></nav>') },
    ],
    [
      "an old one",
      {
        "OEBPS/nav.xhtml":
          '<ncx><navPoint><navLabel><text>The End</text></navLabel><content src="text/a%20b.xhtml"/></navPoint></ncx>',
      },
    ],
  ])("names a chapter without headings as %s does", async (_, files) => {
    expect((await read(files)).at(-1)?.section).toBe("The End");
  });

  it("begins with the title and the authors", async () => {
    const parts = await read(
      {},
      "<dc:title>My Book</dc:title><dc:creator>Ada</dc:creator><dc:creator>Bob</dc:creator>",
    );
    expect(parts[0]).toEqual({ text: "My Book\nAda\nBob", pageNumber: null, section: null });
  });

  it("reads the pages by their names where there is no spine", async () => {
    const parts = await read({ "META-INF/container.xml": "", "OEBPS/book.opf": "broken" });
    expect(parts.map((part) => part.text)).toEqual(["End", "Beginning\n\nOnce"]);
  });

  it("says that a book is encrypted by its publisher", async () => {
    const files = {
      "META-INF/encryption.xml":
        '<encryption><EncryptedData><EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/><CipherReference URI="OEBPS/text/a%20b.xhtml"/></EncryptedData></encryption>',
    };
    await expect(read(files)).rejects.toMatchObject({ reason: "encrypted" });
  });

  it("reads a book of which only the fonts are locked", async () => {
    const files = {
      "META-INF/encryption.xml":
        '<encryption><EncryptedData><EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/><CipherReference URI="OEBPS/text/z.xhtml"/></EncryptedData></encryption>',
    };
    expect(await read(files)).toHaveLength(2);
  });

  it("refuses more text than allowed, all chapters together", async () => {
    const files = {
      "OEBPS/text/z.xhtml": page("a".repeat(60)),
      "OEBPS/text/a b.xhtml": page("b".repeat(60)),
    };
    const limited = contextFor("a.epub", { characters: 100 });
    await expect(readEpub(makeEpub(files), limited)).rejects.toMatchObject({ reason: "too-large" });
  });

  it("refuses a chapter that unpacks to too much", async () => {
    const content = zeroBomb(400 * 1024 * 1024);
    const bomb = makeZip([{ name: "a.xhtml", content, isDeflated: true }]);
    await expect(readEpub(bomb, context)).rejects.toMatchObject({ reason: "too-large" });
  });

  it("refuses a book without chapters", async () => {
    await expect(readEpub(makeZip([{ name: "mimetype", content: "x" }]), context)).rejects.toMatchObject({
      reason: "corrupt",
    });
  });
});
