import type { Reader } from "./reader.ts";

/** A kind of file: how errors call it, and how its reader is loaded, null where there is none yet. */
interface Format {
  label: string;
  load: (() => Promise<Reader>) | null;
}

export type FormatName =
  | "text"
  | "csv"
  | "ipynb"
  | "svg"
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
  csv: { label: "a table in text (CSV)", load: async () => (await import("./csv/read-csv.ts")).readCsv },
  ipynb: {
    label: "a Jupyter notebook",
    load: async () => (await import("./ipynb/read-ipynb.ts")).readIpynb,
  },
  svg: { label: "an SVG drawing", load: async () => (await import("./svg/read-svg.ts")).readSvg },
  html: { label: "HTML", load: async () => (await import("./html/read-html.ts")).readHtml },
  pdf: { label: "PDF", load: async () => (await import("./pdf/read-pdf.ts")).readPdf },
  docx: { label: "a Word document", load: async () => (await import("./docx/read-docx.ts")).readDocx },
  pptx: {
    label: "a PowerPoint presentation",
    load: async () => (await import("./pptx/read-pptx.ts")).readPptx,
  },
  xlsx: { label: "an Excel workbook", load: async () => (await import("./xlsx/read-workbook.ts")).readXlsx },
  odt: { label: "an OpenDocument text", load: async () => (await import("./odf/read-odt.ts")).readOdt },
  ods: {
    label: "an OpenDocument spreadsheet",
    load: async () => (await import("./odf/read-ods.ts")).readOds,
  },
  odp: {
    label: "an OpenDocument presentation",
    load: async () => (await import("./odf/read-odp.ts")).readOdp,
  },
  epub: { label: "an EPUB book", load: async () => (await import("./epub/read-epub.ts")).readEpub },
  rtf: { label: "rich text (RTF)", load: async () => (await import("./rtf/read-rtf.ts")).readRtf },
  doc: { label: "a Word 97-2003 document", load: async () => (await import("./doc/read-doc.ts")).readDoc },
  xls: {
    label: "an Excel 97-2003 workbook",
    load: async () => (await import("./xlsx/read-workbook.ts")).readXls,
  },
  ppt: {
    label: "a PowerPoint 97-2003 presentation",
    load: async () => (await import("./ppt/read-ppt.ts")).readPpt,
  },
  msg: { label: "an Outlook message", load: async () => (await import("./mail/read-msg.ts")).readMsg },
  eml: { label: "an e-mail message", load: async () => (await import("./mail/read-eml.ts")).readEml },
  image: { label: "an image", load: async () => (await import("./image/read-image.ts")).readImage },
  other: { label: "of an unknown kind", load: null },
};
