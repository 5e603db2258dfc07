import { extensionOf } from "../../domain/document.ts";
import { FORMATS, type FormatName } from "./formats.ts";
import { detectOle } from "./ole.ts";
import { encodingOfMark, encodingOfZeros } from "./text/byte-order.ts";
import { openZip, type Zip } from "./zip.ts";

/** What a file is: the format whose reader is asked, and the words that errors name it with. */
interface DetectedType {
  format: FormatName;
  label: string;
}

/** The type of a file. Its content decides; its name only tells apart what is text in any case. */
export function detectType(bytes: Uint8Array, name: string, inflatedBytes: number): DetectedType {
  const mark = encodingOfMark(bytes);
  if (mark === null) {
    const start = latin1(bytes, 0, 1024);
    if (start.includes("%PDF-")) return typeOf("pdf");
    if (start.startsWith("{\\rtf")) return typeOf("rtf");
    if (start.startsWith("PK\u0003\u0004") || start.startsWith("PK\u0005\u0006")) {
      return detectZip(openZip(bytes, inflatedBytes));
    }
    if (OLD_EXCEL_STARTS.some((record) => start.startsWith(record))) return typeOf("xls");
    if (start.startsWith("\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1")) return typeOf(detectOle(bytes));
    const binary = detectBinary(bytes);
    if (binary !== null) return binary;
  }
  return typeOf(detectText(textStart(bytes, mark ?? encodingOfZeros(bytes)), extensionOf(name)));
}

/** The records that begin a workbook outside a container, from Excel 2 to 97. */
const OLD_EXCEL_STARTS = [
  "\t\u0000\u0004\u0000",
  "\t\u0002\u0006\u0000",
  "\t\u0004\u0006\u0000",
  "\t\u0008\u0008\u0000",
  "\t\u0008\u0010\u0000",
];

function textStart(bytes: Uint8Array, encoding: string | null): string {
  if (encoding === null || encoding.startsWith("utf-32")) return latin1(bytes, 0, 4096);
  return new TextDecoder(encoding).decode(bytes.subarray(0, 4096));
}

function typeOf(format: FormatName): DetectedType {
  return { format, label: FORMATS[format].label };
}

const ODF_AND_EPUB: readonly [string, FormatName][] = [
  ["application/vnd.oasis.opendocument.text", "odt"],
  ["application/vnd.oasis.opendocument.spreadsheet", "ods"],
  ["application/vnd.oasis.opendocument.presentation", "odp"],
  ["application/epub+zip", "epub"],
];

const OFFICE: readonly [string, string, FormatName][] = [
  ["wordprocessingml", "word/", "docx"],
  ["presentationml", "ppt/", "pptx"],
  ["spreadsheetml", "xl/", "xlsx"],
  ["ms-word.", "word/", "docx"],
  ["ms-powerpoint.", "ppt/", "pptx"],
  ["ms-excel.", "xl/", "xlsx"],
];

function detectZip(zip: Zip): DetectedType {
  if (zip.has("mimetype")) {
    const mimeType = latin1(zip.read("mimetype"), 0, 100).trim();
    const found = ODF_AND_EPUB.find(([prefix]) => mimeType.startsWith(prefix));
    if (found !== undefined) return typeOf(found[1]);
  }
  if (zip.has("[Content_Types].xml")) {
    const types = Buffer.from(zip.read("[Content_Types].xml")).toString("utf8");
    const main = /ContentType="([^"]*?\.main\+xml)"/i.exec(types)?.[1] ?? "";
    const found =
      OFFICE.find(([word]) => main.includes(word)) ??
      OFFICE.find(([, folder]) => zip.names.some((entry) => entry.startsWith(folder)));
    if (found !== undefined) return typeOf(found[2]);
  }
  if (zip.has("word/document.xml")) return typeOf("docx");
  if (zip.has("META-INF/manifest.xml") && zip.has("content.xml")) {
    const manifest = Buffer.from(zip.read("META-INF/manifest.xml")).toString("utf8");
    const found = ODF_AND_EPUB.find(([mimeType]) => manifest.includes(`"${mimeType}`));
    if (found !== undefined) return typeOf(found[1]);
  }
  if (zip.has("META-INF/container.xml")) return typeOf("epub");
  return { format: "other", label: "a ZIP archive" };
}

const SIGNATURES: readonly [number, string, string][] = [
  [0, "\u0089PNG", "a PNG image"],
  [0, "\u00ff\u00d8\u00ff", "a JPEG image"],
  [0, "GIF8", "a GIF image"],
  [8, "WEBP", "a WebP image"],
  [0, "BM", "a BMP image"],
  [0, "II*\u0000", "a TIFF image"],
  [0, "MM\u0000*", "a TIFF image"],
  [4, "ftypavif", "an AVIF image"],
  [4, "ftypheic", "a HEIC image"],
  [4, "ftypmif1", "a HEIC image"],
  [0, "\u0000\u0000\u0001\u0000", "an icon image"],
  [0, "8BPS", "a Photoshop image"],
  [8, "WAVE", "WAV audio"],
  [8, "AVI ", "an AVI video"],
  [4, "ftypM4A", "M4A audio"],
  [4, "ftyp", "an MP4 video"],
  [0, "ID3", "MP3 audio"],
  [0, "\u00ff\u00fb", "MP3 audio"],
  [0, "\u00ff\u00f3", "MP3 audio"],
  [0, "OggS", "Ogg audio"],
  [0, "fLaC", "FLAC audio"],
  [0, "\u001aE\u00df\u00a3", "a Matroska or WebM video"],
  [0, "\u001f\u008b", "a gzip archive"],
  [0, "BZh", "a bzip2 archive"],
  [0, "\u00fd7zXZ", "an xz archive"],
  [0, "7z\u00bc\u00af", "a 7-Zip archive"],
  [0, "Rar!", "a RAR archive"],
  [0, "\u0028\u00b5\u002f\u00fd", "a Zstandard archive"],
  [257, "ustar", "a tar archive"],
  [0, "\u007fELF", "a program"],
  [0, "MZ", "a Windows program"],
  [0, "\u0000asm", "a WebAssembly program"],
  [0, "SQLite format 3", "an SQLite database"],
  [0, "wOFF", "a font"],
  [0, "wOF2", "a font"],
];

function detectBinary(bytes: Uint8Array): DetectedType | null {
  // Short signatures also begin texts (`BMW`, `MZ`); a binary header has a control byte nearby.
  const start = latin1(bytes, 0, 512);
  if (!/[\p{Cc}--\s]/v.test(start)) return null;
  const found = SIGNATURES.find(([offset, signature]) => start.startsWith(signature, offset));
  if (found === undefined) return null;
  return { format: found[2].endsWith(" image") ? "image" : "other", label: found[2] };
}

/** Formats that are text, and that only their name tells. */
const TEXT_FORMATS: Readonly<Record<string, FormatName>> = {
  eml: "eml",
  mht: "eml",
  mhtml: "eml",
  csv: "csv",
  tsv: "csv",
  tab: "csv",
  ipynb: "ipynb",
  svg: "svg",
};
const HTML_EXTENSIONS: ReadonlySet<string> = new Set(["html", "htm", "xhtml", "xht", "shtml"]);
/** Sources that may begin like a web page and still are to be read as they stand. */
const SOURCE_EXTENSIONS: ReadonlySet<string> = new Set(
  (
    "md markdown mdx php vue svelte astro jsp asp aspx erb ejs hbs mustache twig liquid njk j2 jinja tmpl tpl " +
    "py js mjs cjs ts jsx tsx java go rs rb c h cpp cs kt swift sh sql css scss xml xsl xslt json yaml yml log"
  ).split(" "),
);
const HTML_START = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b/i;
const MAIL_HEADER =
  /^(?:received|from|to|cc|subject|date|message-id|mime-version|return-path|delivered-to|content-type|reply-to):/gim;

function detectText(start: string, extension: string): FormatName {
  if (HTML_EXTENSIONS.has(extension)) return "html";
  const named = TEXT_FORMATS[extension];
  if (named !== undefined) return named;
  if (SOURCE_EXTENSIONS.has(extension)) return "text";
  if (HTML_START.test(start)) return "html";
  const head = start.split(/\r?\n\r?\n/, 1)[0] ?? "";
  const isMail = extension === "" && /^[\w-]+:/.test(head) && (head.match(MAIL_HEADER)?.length ?? 0) >= 3;
  return isMail ? "eml" : "text";
}

function latin1(bytes: Uint8Array, start: number, length: number): string {
  return Buffer.from(bytes.subarray(start, start + length)).toString("latin1");
}
