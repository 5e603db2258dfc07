import type { Reader } from "./reader.ts";

/** A kind of file: how errors call it, and how its reader is loaded, null where there is none yet. */
export interface Format {
  label: string;
  load: (() => Promise<Reader>) | null;
}

export type FormatName =
  | "text"
  | "html"
  | "pdf"
  | "docx"
  | "pptx"
  | "xlsx"
  | "odt"
  | "ods"
  | "odp"
  | "epub"
  | "rtf"
  | "doc"
  | "xls"
  | "ppt"
  | "msg"
  | "eml"
  | "image"
  | "other";

/** Every kind of file that can be told apart. A new reader is one line here; its libraries load with its first file. */
export const FORMATS: Readonly<Record<FormatName, Format>> = {
  text: { label: "text", load: async () => (await import("./text/read-text.ts")).readText },
  html: { label: "HTML", load: async () => (await import("./html/read-html.ts")).readHtml },
  pdf: { label: "PDF", load: async () => (await import("./pdf/read-pdf.ts")).readPdf },
  docx: { label: "a Word document", load: async () => (await import("./docx/read-docx.ts")).readDocx },
  pptx: { label: "a PowerPoint presentation", load: null },
  xlsx: { label: "an Excel workbook", load: null },
  odt: { label: "an OpenDocument text", load: null },
  ods: { label: "an OpenDocument spreadsheet", load: null },
  odp: { label: "an OpenDocument presentation", load: null },
  epub: { label: "an EPUB book", load: null },
  rtf: { label: "rich text (RTF)", load: null },
  doc: { label: "a Word 97-2003 document", load: null },
  xls: { label: "an Excel 97-2003 workbook", load: null },
  ppt: { label: "a PowerPoint 97-2003 presentation", load: null },
  msg: { label: "an Outlook message", load: null },
  eml: { label: "an e-mail message", load: null },
  image: { label: "an image", load: null },
  other: { label: "of an unknown kind", load: null },
};
