import { makeOle } from "./make-ole.ts";

/** A paragraph of a Word 97-2003 document: its text with the mark that ends it, its style, and its modifiers. */
export interface DocParagraph {
  text: string;
  style?: number;
  modifiers?: readonly number[];
}

export interface DocParts {
  /** Text behind the body, by the number of its story: 1 footnotes, 2 headers, 4 comments, 5 endnotes, 6 boxes. */
  stories?: Readonly<Record<number, string>>;
  /** Tables by their number in the header. */
  tables?: Readonly<Record<number, Buffer>>;
  flags?: number;
  /** Characters, from and to, with the modifiers of their format. */
  characters?: { from: number; to: number; modifiers: readonly number[] };
}

const TEXT_AT = 2048;
const CHARACTERS = 12;
const PARAGRAPHS = 13;
const PIECES = 33;

/** A Word 97-2003 document, its text in UTF-16. */
export function makeDoc(paragraphs: readonly DocParagraph[], parts: DocParts = {}): Uint8Array {
  const body = paragraphs.map(({ text }) => text).join("");
  const stories = [body, ...[1, 2, 3, 4, 5, 6, 7].map((story) => parts.stories?.[story] ?? "")];
  const text = Buffer.from(stories.join(""), "utf16le");
  const pagesAt = Math.ceil((TEXT_AT + text.length) / 512) * 512;
  const stream = Buffer.alloc(pagesAt + 1024);
  stream.writeUInt16LE(0xa5ec, 0);
  stream.writeUInt16LE(0xc1, 2);
  stream.writeUInt16LE(0x0200 | (parts.flags ?? 0), 0x0a);
  for (const [index, story] of stories.entries()) stream.writeInt32LE(story.length, 0x4c + index * 4);
  text.copy(stream, TEXT_AT);
  paragraphPage(paragraphs).copy(stream, pagesAt);
  if (parts.characters !== undefined) characterPage(parts.characters).copy(stream, pagesAt + 512);

  const tables: Record<number, Buffer> = {
    [PIECES]: pieces(text.length / 2),
    [PARAGRAPHS]: longs(TEXT_AT, TEXT_AT + text.length, pagesAt / 512),
    ...(parts.characters === undefined
      ? {}
      : { [CHARACTERS]: longs(TEXT_AT, TEXT_AT + text.length, pagesAt / 512 + 1) }),
    ...parts.tables,
  };
  const table: Buffer[] = [];
  let offset = 0;
  for (const [number, bytes] of Object.entries(tables)) {
    stream.writeUInt32LE(offset, 0x9a + Number(number) * 8);
    stream.writeUInt32LE(bytes.length, 0x9a + Number(number) * 8 + 4);
    table.push(bytes);
    offset += bytes.length;
  }
  return makeOle({ WordDocument: stream, "1Table": Buffer.concat(table) });
}

/** Numbers of four bytes each, one after the other. */
export function longs(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value >>> 0, index * 4);
  return bytes;
}

function pieces(length: number): Buffer {
  const table = Buffer.concat([longs(0, length), Buffer.alloc(8)]);
  table.writeUInt32LE(TEXT_AT, 10);
  return Buffer.concat([Buffer.from([2]), longs(table.length), table]);
}

function paragraphPage(paragraphs: readonly DocParagraph[]): Buffer {
  const page = Buffer.alloc(512);
  const count = paragraphs.length;
  page[511] = count;
  let offset = TEXT_AT;
  let formatAt = 256;
  page.writeUInt32LE(offset, 0);
  for (const [index, { text, style = 0, modifiers = [] }] of paragraphs.entries()) {
    offset += text.length * 2;
    page.writeUInt32LE(offset, (index + 1) * 4);
    page[(count + 1) * 4 + index * 13] = formatAt / 2;
    const format = [style, 0, ...modifiers];
    page[formatAt] = Math.ceil((format.length + 1) / 2);
    Buffer.from(format).copy(page, formatAt + 1);
    formatAt += 2 + Math.ceil(format.length / 2) * 2;
  }
  return page;
}

function characterPage({ from, to, modifiers }: NonNullable<DocParts["characters"]>): Buffer {
  const page = Buffer.alloc(512);
  longs(TEXT_AT, TEXT_AT + from * 2, TEXT_AT + to * 2).copy(page);
  page[13] = 100;
  page[200] = modifiers.length;
  Buffer.from(modifiers).copy(page, 201);
  page[511] = 2;
  return page;
}
