import { describe, expect, it } from "vitest";
import { makePdf } from "../../../test/contracts/make-pdf.ts";
import { detectType } from "./detect-type.ts";
import { makeDocx } from "./testing/make-docx.ts";
import { makeOle } from "./testing/make-ole.ts";
import { makeZip } from "./testing/make-zip.ts";

const detect = (content: string | Uint8Array, name: string) =>
  detectType(typeof content === "string" ? Buffer.from(content, "latin1") : content, name, 1_000_000);
const office = (kind: string) =>
  makeZip([
    { name: "[Content_Types].xml", content: `<Override ContentType="application/vnd.${kind}.main+xml"/>` },
  ]);
const mimeType = (type: string) => makeZip([{ name: "mimetype", content: type }]);
const manifestOnly = makeZip([
  { name: "content.xml", content: "<a/>" },
  {
    name: "META-INF/manifest.xml",
    content: '<f manifest:media-type="application/vnd.oasis.opendocument.spreadsheet"/>',
  },
]);

describe("detectType", () => {
  it.each([
    ["a PDF without its extension", makePdf(["x"]), "file", "pdf"],
    ["a PDF behind junk", Buffer.concat([Buffer.from("\n\n junk \n"), makePdf(["x"])]), "a.txt", "pdf"],
    ["a .doc that is really docx", makeDocx(""), "letter.doc", "docx"],
    ["a template with macros", office("ms-word.template.macroEnabledTemplate"), "a.dotm", "docx"],
    ["a presentation", office("openxmlformats-officedocument.presentationml.presentation"), "a", "pptx"],
    ["a workbook", office("openxmlformats-officedocument.spreadsheetml.sheet"), "a", "xlsx"],
    ["OpenDocument text", mimeType("application/vnd.oasis.opendocument.text"), "a", "odt"],
    ["a book", mimeType("application/epub+zip"), "a", "epub"],
    ["a book that does not say so", makeZip([{ name: "META-INF/container.xml", content: "x" }]), "a", "epub"],
    ["OpenDocument that only its manifest names", manifestOnly, "a", "ods"],
    [
      "a workbook with a letter inside",
      makeOle({ Workbook: Buffer.from("WordDocument", "utf16le") }),
      "a",
      "xls",
    ],
    ["a workbook of Excel 4", Buffer.from("0904060000001000", "hex"), "a", "xls"],
    ["rich text", "{\\rtf1 Hello}", "a.doc", "rtf"],
    ["a web page without its extension", "<!-- x -->\n<!DOCTYPE html><p>Hi", "page", "html"],
    ["a web page in UTF-16", Buffer.from("\ufeff<html><p>Hi", "utf16le"), "page", "html"],
    ["a .doc that is really HTML", "<html><body>Hi", "letter.doc", "html"],
    ["a fragment named .html", "<p>Hi", "a.html", "html"],
    ["Markdown that begins with a tag", "<html>\n# Title", "README.md", "text"],
    ["a PHP source", "<!DOCTYPE html><?php", "index.php", "text"],
    ["an e-mail without its extension", "From: a@b.c\nTo: d@e.f\nSubject: x\n\nHi", "mail", "eml"],
    ["minutes that begin like an e-mail", "From: a@b.c\nTo: d@e.f\nSubject: x\n\nHi", "minutes.txt", "text"],
    ["a text that begins like a bitmap", "BMW and MZ are letters", "cars.txt", "text"],
    ["UTF-16 that resembles MP3", Buffer.from("\ufeffText", "utf16le"), "a.txt", "text"],
  ])("recognises %s", (_, content, name, format) => {
    expect(detect(content, name).format).toBe(format);
  });

  it.each([
    ["89504e470d0a1a0a0000000d49484452", "image", "a PNG image"],
    ["ffd8ffe000104a46494600010100", "image", "a JPEG image"],
    ["0000002066747970617669660000", "image", "an AVIF image"],
    ["1f8b0800000000000003", "other", "a gzip archive"],
    ["000000206674797069736f6d00000200", "other", "an MP4 video"],
    ["494433030000000000", "other", "MP3 audio"],
    ["7f454c46020101000000", "other", "a program"],
  ])("names %s", (hex, format, label) => {
    expect(detect(Buffer.from(hex, "hex"), "a.txt")).toEqual({ format, label });
  });

  it.each([
    ["WordDocument", "doc"],
    ["Workbook", "xls"],
    ["PowerPoint Document", "ppt"],
    ["__properties_version1.0", "msg"],
    ["SomethingElse", "other"],
  ])("tells an OLE file with a stream %s", (stream, format) => {
    expect(detect(oleWith(stream), "a.bin").format).toBe(format);
  });

  it("says that an encrypted Office document needs its password", () => {
    expect(() => detect(oleWith("EncryptedPackage"), "a.docx")).toThrow(/password/);
  });

  it("calls a ZIP archive without a document in it what it is", () => {
    expect(detect(makeZip([{ name: "a.txt", content: "x" }]), "a.docx").label).toBe("a ZIP archive");
  });
});

function oleWith(stream: string): Uint8Array {
  const bytes = Buffer.alloc(1024);
  bytes.write("d0cf11e0a1b11ae1", "hex");
  bytes.write(stream, 512, "utf16le");
  bytes.writeUInt16LE((stream.length + 1) * 2, 512 + 64);
  bytes.writeUInt8(2, 512 + 66);
  return bytes;
}
