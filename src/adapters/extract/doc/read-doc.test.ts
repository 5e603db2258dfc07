import { describe, expect, it } from "vitest";
import { type DocParagraph, type DocParts, longs, makeDoc } from "../testing/make-doc.ts";
import { makeOle } from "../testing/make-ole.ts";
import { contextFor } from "../testing/read-context.ts";
import { readDoc } from "./read-doc.ts";

const read = async (paragraphs: readonly DocParagraph[], parts?: DocParts) =>
  (await readDoc(makeDoc(paragraphs, parts), contextFor("a.doc"))).parts;
const textOf = async (paragraphs: readonly DocParagraph[], parts?: DocParts) =>
  (await read(paragraphs, parts)).map((part) => part.text).join("\n---\n");
const plain = (text: string): DocParagraph => ({ text: `${text}\r` });
const IN_TABLE = [0x16, 0x24, 1];
const ROW_END = [...IN_TABLE, 0x17, 0x24, 1];
const outline = (level: number) => [0x40, 0x26, level];
const DELETED = [0x00, 0x08, 1];

describe("readDoc", () => {
  it("gives every heading its section", async () => {
    const paragraphs = [
      { text: "Guide\r", modifiers: outline(0) },
      plain("About."),
      { text: "Install\r", modifiers: outline(1) },
      plain("Run it."),
    ];
    expect(await read(paragraphs)).toEqual([
      { text: "Guide\n\nAbout.", pageNumber: null, section: "Guide" },
      { text: "Install\n\nRun it.", pageNumber: null, section: "Guide > Install" },
    ]);
  });

  it("takes a style that is built in for a heading for one", async () => {
    const style = (builtIn: number) => {
      const bytes = Buffer.alloc(24);
      bytes.writeUInt16LE(22, 0);
      bytes.writeUInt16LE(builtIn, 2);
      bytes.writeUInt16LE(0xfff1, 4);
      return bytes;
    };
    const head = Buffer.from([4, 0, 2, 0, 10, 0]);
    const tables = { 1: Buffer.concat([head, style(0), style(1)]) };
    const parts = await read([{ text: "Guide\r", style: 1 }, plain("About.")], { tables });
    expect(parts.map((part) => part.section)).toEqual(["Guide"]);
  });

  it("writes a table row by row", async () => {
    const cell = (text: string) => ({ text: `${text}\u0007`, modifiers: IN_TABLE });
    const rowEnd = { text: "\u0007", modifiers: ROW_END };
    const rows = [cell("Name"), cell("Age"), rowEnd, cell("Ada"), cell("36"), rowEnd];
    const parts = await read([plain("Before"), ...rows, plain("After")]);
    expect(parts[0]?.text).toBe("Before\n\nName | Age\nAda | 36\n\nAfter");
    expect(parts[0]?.tables).toMatchObject([{ header: "Name | Age" }]);
  });

  it.each([
    ["line breaks and hyphens that do not break", "a\u000bb\u001ec", "a\nb\u2011c"],
    ["the result of a field without its code", "\u0013 PAGE \\x \u00142\u0015 of 3", "2 of 3"],
    ["a field inside the code of another", "a \u0013 IF \u0013 X \u0014no\u0015 \u0014yes\u0015", "a yes"],
    ["text around pictures", "a\u0001\u0008b", "ab"],
  ])("keeps %s", async (_, text, expected) => {
    expect(await textOf([plain(text)])).toBe(expected);
  });

  it("leaves out what was deleted", async () => {
    expect(await textOf([plain("kept gone")], { characters: { from: 4, to: 9, modifiers: DELETED } })).toBe(
      "kept",
    );
  });

  it("numbers the items of a list", async () => {
    const level = Buffer.alloc(28 + 2 + 4);
    level.writeUInt32LE(3, 0);
    level.writeUInt16LE(2, 28);
    level.write("\u0000.", 30, "utf16le");
    const shape = Buffer.alloc(30);
    shape.writeUInt16LE(1, 0);
    shape.writeUInt32LE(77, 2);
    shape[28] = 1;
    const tables = {
      73: Buffer.concat([shape, level]),
      74: Buffer.concat([longs(1), longs(77, 0, 0, 0), longs(0xffffffff)]),
    };
    const item = (text: string) => ({ text: `${text}\r`, modifiers: [0x0b, 0x46, 1, 0] });
    expect(await textOf([item("first"), item("second")], { tables })).toBe("3. first\n4. second");
  });

  it("puts notes and comments after the paragraph that refers to them", async () => {
    const text = await textOf([plain("Claim\u0002 here\u0005"), plain("Next")], {
      stories: { 1: "\u0002 Source.\r\r", 4: "\u0005Sure?\r\r" },
      tables: {
        2: Buffer.concat([longs(5, 20), Buffer.alloc(2)]),
        3: longs(0, 10, 11),
        4: Buffer.concat([longs(11, 20), Buffer.alloc(30)]),
        5: longs(0, 7, 8),
      },
    });
    expect(text).toBe("Claim here [1]\n[1] Source.\n[Comment: Sure?]\n\nNext");
  });

  it("adds text boxes and, each once, headers at the end, outside the sections", async () => {
    const parts = await read([{ text: "Guide\r", modifiers: outline(0) }], {
      stories: { 2: "Secret\rSecret\r", 6: "boxed\r" },
    });
    expect(parts.at(-1)).toEqual({ text: "boxed\nSecret", pageNumber: null, section: null });
  });

  it("says that it needs a password", async () => {
    const locked = makeDoc([plain("x")], { flags: 0x0100 });
    await expect(readDoc(locked, contextFor("a.doc"))).rejects.toMatchObject({ reason: "encrypted" });
  });

  it("reads the text of Word 95", async () => {
    const stream = Buffer.alloc(1024);
    stream.writeUInt16LE(0xa5dc, 0);
    stream.writeUInt16LE(104, 2);
    stream.writeUInt16LE(0x419, 6);
    stream.writeUInt32LE(768, 0x18);
    stream.writeUInt32LE(7, 0x34);
    Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x0d]).copy(stream, 768);
    const { parts } = await readDoc(makeOle({ WordDocument: stream }), contextFor("a.doc"));
    expect(parts[0]?.text).toBe("Привет");
  });

  it.each([
    ["no text at all", makeOle({ Other: Buffer.from("x") })],
    ["another stream than it should have", makeOle({ WordDocument: Buffer.alloc(600, 7) })],
    ["a table of pieces that is gone", makeDoc([plain("x")], { tables: { 33: Buffer.alloc(0) } })],
  ])("refuses a container with %s", async (_, bytes) => {
    await expect(readDoc(bytes, contextFor("a.doc"))).rejects.toMatchObject({ reason: "corrupt" });
  });

  it("refuses pieces that repeat the same text without end", async () => {
    const count = 3_000;
    const positions = Array.from({ length: count + 1 }, (_, index) => index * 1_000);
    const place = Buffer.from([0, 0, 0, 8, 0, 0, 0, 0]);
    const plc = Buffer.concat([longs(...positions), ...Array.from({ length: count }, () => place)]);
    const tables = { 33: Buffer.concat([Buffer.from([2]), longs(plc.length), plc]) };
    const bomb = makeDoc([plain("x".repeat(1_000))], { tables });
    await expect(readDoc(bomb, contextFor("a.doc", { characters: 1_000_000 }))).rejects.toMatchObject({
      reason: "too-large",
    });
  });
});
