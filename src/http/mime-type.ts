import { extensionOf } from "../domain/document.ts";

const TYPES: Record<string, string> = {
  pdf: "application/pdf",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  doc: "application/msword",
  xls: "application/vnd.ms-excel",
  ppt: "application/vnd.ms-powerpoint",
  odt: "application/vnd.oasis.opendocument.text",
  ods: "application/vnd.oasis.opendocument.spreadsheet",
  odp: "application/vnd.oasis.opendocument.presentation",
  rtf: "application/rtf",
  epub: "application/epub+zip",
  eml: "message/rfc822",
  msg: "application/vnd.ms-outlook",
  zip: "application/zip",
  json: "application/json",
  ipynb: "application/json",
  xml: "application/xml",
  html: "text/html",
  htm: "text/html",
  csv: "text/csv",
  tsv: "text/tab-separated-values",
  md: "text/markdown",
  markdown: "text/markdown",
  mdx: "text/markdown",
  yaml: "application/yaml",
  yml: "application/yaml",
  svg: "image/svg+xml",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  bmp: "image/bmp",
};

const PLAIN_TEXT: ReadonlySet<string> = new Set(
  "txt log text c cc cpp cs css go h hpp java js jsx kt lua mjs php pl py r rb rs scala sh sql swift toml ts tsx ini conf".split(
    " ",
  ),
);

/** The media type that a file's name stands for. What a client claims is not believed. */
export function mimeTypeOf(name: string): string {
  const extension = extensionOf(name);
  return TYPES[extension] ?? (PLAIN_TEXT.has(extension) ? "text/plain" : "application/octet-stream");
}

const SHOWN: ReadonlySet<string> = new Set([
  "application/pdf",
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/bmp",
  "text/plain",
  "text/csv",
  "text/markdown",
]);

/** Whether a browser may show the type in place: nothing that could run a script in the service's name. */
export function isSafeToShow(mimeType: string): boolean {
  return SHOWN.has(mimeType);
}
