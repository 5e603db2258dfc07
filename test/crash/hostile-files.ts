import { deflateRawSync, deflateSync } from "node:zlib";
import { makeDocx, paragraph } from "../../src/adapters/extract/testing/make-docx.ts";
import { makeZip, type ZipEntry } from "../../src/adapters/extract/testing/make-zip.ts";
import { zeroBomb } from "../../src/adapters/extract/testing/zero-bomb.ts";
import { assemblePdf, makePdf } from "../contracts/make-pdf.ts";

/** A file that was made to do harm, and what may come of it. */
export interface HostileFile {
  name: string;
  bytes: Uint8Array;
  /** What the refusal says, or null where the file may be read after all. */
  refusal: RegExp | null;
}

const MEBIBYTE = 1024 * 1024;
const TOO_MUCH = /too large|memory|took too long|given up/;
const NO_OLE = /damaged|unsupported/;
const LOST = /damaged|no text|too large|pages/;
const SHEET = "xl/worksheets/sheet1.xml";

/** One of each kind, by what it tries. */
export function hostileFiles(): Record<string, HostileFile> {
  return { ...bombs(), ...nestings(), ...liars() };
}

/** Small files that unfold to gigabytes. */
function bombs(): Record<string, HostileFile> {
  const bomb = zeroBomb(3_000 * MEBIBYTE);
  const spaces = repeated("<p> </p>", 1_500 * MEBIBYTE);
  const packed = (name: string, content: Uint8Array): ZipEntry => ({ name, content, isDeflated: true });
  const letter = makeZip([packed("word/document.xml", bomb)]);
  const cell = { name: SHEET, content: sheet('<c r="A1" t="s"><v>0</v></c>') };
  const strings = workbook(cell, [packed("xl/sharedStrings.xml", spaces)]);
  const words = repeated("<p>word word</p>", 7 * MEBIBYTE);
  const names = book({ name: "chapter.xhtml", content: "<p>Hi" }, 1_000, words);
  const page = pdfPage(Buffer.concat([ZLIB_HEADER, bomb]));
  const chapter = book(packed("chapter.xhtml", spaces));
  return {
    "a PDF page that inflates to 3 GB": refused("bomb.pdf", page, TOO_MUCH),
    "a Word document that inflates to 3 GB": refused("bomb.docx", letter, /unpacks/),
    "a workbook whose sheet inflates to 3 GB": refused("bomb.xlsx", workbook(packed(SHEET, bomb)), TOO_MUCH),
    "a workbook whose strings inflate to 1.5 GB": refused("strings.xlsx", strings, TOO_MUCH),
    "a book whose chapter inflates to 1.5 GB": refused("bomb.epub", chapter, TOO_MUCH),
    "a book with a thousand names for one bomb": refused("many.epub", names, TOO_MUCH),
    "an archive of nothing but a bomb": refused("bomb.zip", makeZip([packed("a.txt", bomb)]), /ZIP archive/),
    "a mail with a bomb attached": readable("bomb.eml", mailWith("bomb.docx", letter)),
  };
}

/** Files whose structure goes deeper than any stack. */
function nestings(): Record<string, HostileFile> {
  const depth = 200_000;
  const letter = makeDocx(`${"<w:p>".repeat(depth)}${paragraph("x")}`);
  const page = text(`${"<div><table><tr><td>".repeat(depth)}deep`);
  const outside = `<!DOCTYPE d [<!ENTITY e SYSTEM "file:///etc/passwd">]><w:document>${paragraph("safe &e;")}</w:document>`;
  const quoting = makeZip([{ name: "word/document.xml", content: outside }]);
  return {
    "a Word document of nested paragraphs": readable("deep.docx", letter),
    "a web page of nested elements": readable("deep.html", page),
    "JSON of nested lists": readable("deep.json", text(`${"[".repeat(depth)}1`)),
    "a notebook of nested lists": readable("deep.ipynb", text(`${"[".repeat(depth)}1${"]".repeat(depth)}`)),
    "a drawing of nested groups": readable("deep.svg", text(`<svg>${"<g>".repeat(depth)}<text>deep</text>`)),
    "a mail of nested parts": refused("deep.eml", nestedMail(5_000), /damaged/),
    "a PDF whose pages are their own parents": refused("loop.pdf", loopingPdf(), LOST),
    "entities that multiply": readable("laughs.docx", multiplyingEntities()),
    "an entity from the disk": readable("outside.docx", quoting),
  };
}

/** Files that claim what is not so. */
function liars(): Record<string, HostileFile> {
  const far = sheet(
    '<c r="A1" t="inlineStr"><is><t>near</t></is></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c>',
  );
  const full = far.replace("<sheetData>", '<dimension ref="A1:XFD1048576"/><sheetData>');
  const withSheet = (content: string) => workbook({ name: SHEET, content });
  const long = edited(makePdf(["Short."]), /\/Length \d+/, "/Length 2147483647");
  const many = edited(makePdf(["One."]), "/Count 1", "/Count 2000000000");
  return {
    "a workbook with one cell at the end of the world": readable("far.xlsx", withSheet(far)),
    "a workbook that claims to be full": readable("full.xlsx", withSheet(full)),
    "an archive that claims 2 GB packed": readable("packed.docx", claiming(20, 0x7fff_ffff)),
    "an archive that claims to be tiny": refused("tiny.docx", tinyClaim(), /unpacks/),
    "an archive whose parts lie outside it": refused("outside.docx", claiming(42, 0x7fff_fff0), /damaged/),
    "a PDF that claims a page of 2 GB": readable("long.pdf", long),
    "a PDF that claims two billion pages": readable("many.pdf", many),
    "an OLE file that claims more sectors than there are": refused("sectors.doc", oleClaiming(), NO_OLE),
    "a picture that claims 3.6 billion pixels": refused("wide.png", widePng(), /million pixels|damaged/),
  };
}

const ZLIB_HEADER = Buffer.from([0x78, 0x9c]);
const text = (content: string) => Buffer.from(content);
const refused = (name: string, bytes: Uint8Array, refusal: RegExp): HostileFile => ({ name, bytes, refusal });
const readable = (name: string, bytes: Uint8Array): HostileFile => ({ name, bytes, refusal: null });

/** Raw deflate of a text over and over, a thousandth of its size. */
function repeated(content: string, sizeBytes: number): Uint8Array {
  const block = Buffer.from(content.repeat(Math.ceil((8 * MEBIBYTE) / content.length)));
  const packed = deflateRawSync(block, { finishFlush: 3 });
  const blocks = Array.from({ length: Math.ceil(sizeBytes / block.length) }, () => packed);
  return Buffer.concat([...blocks, Buffer.from([0x03, 0x00])]);
}

function pdfPage(content: Uint8Array): Uint8Array {
  return assemblePdf([{ dictionary: "/Filter /FlateDecode", content }]);
}

const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const SPREADSHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";

function sheet(cells: string): string {
  return `<worksheet xmlns="${SPREADSHEET}"><sheetData><row r="1">${cells}</row></sheetData></worksheet>`;
}

function workbook(firstSheet: ZipEntry, further: ZipEntry[] = []): Uint8Array {
  const main = "application/vnd.openxmlformats-officedocument.spreadsheetml";
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  return makeZip([
    {
      name: "[Content_Types].xml",
      content: `<Types><Override PartName="/xl/workbook.xml" ContentType="${main}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${main}.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${main}.sharedStrings+xml"/></Types>`,
    },
    {
      name: "_rels/.rels",
      content: `<Relationships>${relation("r", "officeDocument", "xl/workbook.xml")}</Relationships>`,
    },
    {
      name: "xl/workbook.xml",
      content: `<workbook xmlns="${SPREADSHEET}" xmlns:r="${OFFICE}"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      content: `<Relationships>${relation("r1", "worksheet", "worksheets/sheet1.xml")}${relation("r2", "sharedStrings", "sharedStrings.xml")}</Relationships>`,
    },
    firstSheet,
    ...further,
  ]);
}

function book(chapter: ZipEntry, copies = 0, copy: Uint8Array = new Uint8Array(0)): Uint8Array {
  const files = [chapter.name, ...Array.from({ length: copies }, (_, index) => `c${index}.xhtml`)];
  const manifest = files.map(
    (file, index) => `<item id="i${index}" href="${file}" media-type="application/xhtml+xml"/>`,
  );
  const spine = files.map((_, index) => `<itemref idref="i${index}"/>`);
  return makeZip([
    { name: "mimetype", content: "application/epub+zip" },
    {
      name: "META-INF/container.xml",
      content: '<container><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>',
    },
    {
      name: "book.opf",
      content: `<package><manifest>${manifest.join("")}</manifest><spine>${spine.join("")}</spine></package>`,
    },
    chapter,
    ...files.slice(1).map((name) => ({ name, content: copy, isDeflated: true })),
  ]);
}

function mailWith(name: string, attachment: Uint8Array): Uint8Array {
  const encoded = Buffer.from(attachment).toString("base64");
  return text(
    `From: a@b.c\r\nSubject: Hello\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nBody.\r\n--x\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${encoded}\r\n--x--\r\n`,
  );
}

function nestedMail(depth: number): Uint8Array {
  const parts = Array.from(
    { length: depth },
    (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`,
  );
  return text(`From: a@b.c\r\nSubject: Hello\r\n${parts.join("")}`);
}

function loopingPdf(): Uint8Array {
  return text(
    "%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 /Parent 2 0 R >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n",
  );
}

function multiplyingEntities(): Uint8Array {
  const entities = Array.from({ length: 30 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`);
  const content = `<!DOCTYPE d [<!ENTITY e0 "ha">${entities.join("")}]><w:document>${paragraph("&e30;")}</w:document>`;
  return makeZip([{ name: "word/document.xml", content }]);
}

/** A Word document whose directory says something else at a place of its first entry. */
function claiming(offset: number, value: number): Uint8Array {
  const bytes = Buffer.from(makeDocx(paragraph("Text")));
  for (let at = bytes.indexOf("PK\u0001\u0002"); at >= 0; at = bytes.indexOf("PK\u0001\u0002", at + 4)) {
    bytes.writeUInt32LE(value, at + offset);
  }
  return bytes;
}

function tinyClaim(): Uint8Array {
  const bytes = Buffer.from(
    makeZip([{ name: "word/document.xml", content: zeroBomb(600 * MEBIBYTE), isDeflated: true }]),
  );
  bytes.writeUInt32LE(10, bytes.indexOf("PK\u0003\u0004") + 22);
  bytes.writeUInt32LE(10, bytes.indexOf("PK\u0001\u0002") + 24);
  return bytes;
}

function edited(bytes: Uint8Array, from: string | RegExp, to: string): Uint8Array {
  return Buffer.from(Buffer.from(bytes).toString("latin1").replace(from, to), "latin1");
}

function oleClaiming(): Uint8Array {
  const bytes = Buffer.alloc(2048, 0xff);
  bytes.write("d0cf11e0a1b11ae1", "hex");
  bytes.writeUInt16LE(9, 30);
  bytes.writeUInt16LE(6, 32);
  bytes.write("WordDocument", 512, "utf16le");
  bytes.fill(0, 512 + 24, 512 + 64);
  bytes.writeUInt16LE(26, 512 + 64);
  bytes.writeUInt8(2, 512 + 66);
  return bytes;
}

function widePng(): Uint8Array {
  const header = Buffer.alloc(25);
  header.writeUInt32BE(13, 0);
  header.write("IHDR", 4);
  header.writeUInt32BE(60_000, 8);
  header.writeUInt32BE(60_000, 12);
  header.set([8, 0], 16);
  const pixels = deflateSync(Buffer.alloc(1_000));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(pixels.length);
  return Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), header, length, Buffer.from("IDAT"), pixels]);
}
