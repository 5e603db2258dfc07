import { SaxesParser } from "saxes";

/** What a reader of XML wants to know. Names come without their prefix. */
export interface XmlHandler {
  onOpen(name: string, attributes: XmlAttributes): void;
  onClose(name: string): void;
  onText?(text: string): void;
}

export type XmlAttributes = Readonly<Record<string, string>>;

const CHUNK_BYTES = 65_536;

/**
 * Walks through a document. Nothing is fetched and no entity is expanded but the five of XML: what a document type
 * declares stands for nothing. Where the document is not well-formed, the walk goes on as well as it can.
 */
export function walkXml(bytes: Uint8Array, handler: XmlHandler): void {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  parser.on("error", () => {
    // Damaged XML still holds text: what was understood is kept.
  });
  parser.on("doctype", (declarations) => {
    for (const [, name = ""] of declarations.matchAll(/<!ENTITY\s+([^\s%]+)/g)) parser.ENTITIES[name] ??= "";
  });
  parser.on("opentag", (tag) => handler.onOpen(localName(tag.name), withLocalNames(tag.attributes)));
  parser.on("closetag", (tag) => handler.onClose(localName(tag.name)));
  if (handler.onText !== undefined) {
    parser.on("text", (text) => handler.onText?.(text));
    parser.on("cdata", (text) => handler.onText?.(text));
  }
  const decoder = new TextDecoder(encodingOf(bytes));
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    parser.write(decoder.decode(bytes.subarray(start, start + CHUNK_BYTES), { stream: true }));
  }
  parser.close();
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return "utf-8";
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

function withLocalNames(attributes: Record<string, string>): XmlAttributes {
  const renamed: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(attributes)) {
    const local = localName(name);
    // `r:id` and `id` on one element: the one with a prefix leads to another part.
    if (local !== name || !(local in renamed)) renamed[local] = value;
  }
  return renamed;
}
