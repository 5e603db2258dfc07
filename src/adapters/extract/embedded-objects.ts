import { openOle } from "./ole-streams.ts";
import { ReadFailure } from "./read-failure.ts";
import type { ReadContext } from "./reader.ts";

/** A file of another program inside a document. */
export interface EmbeddedFile {
  name: string;
  bytes: Uint8Array;
}

const MAX_DEPTH = 3;
/** What is put into a page is shown there in part: its beginning is enough. */
const MAX_CHARACTERS = 20_000;

/** The text of an embedded file, as far as it is wanted; empty where it cannot be read. */
export async function readEmbeddedFile(file: EmbeddedFile, context: ReadContext): Promise<string> {
  if (context.depth >= MAX_DEPTH) return "";
  const { name, bytes } = unwrapped(file);
  try {
    const { parts } = await context.readFile(bytes, {
      ...context,
      name,
      // Pictures in it are shown by the picture of the whole.
      recognizer: null,
      depth: context.depth + 1,
      onPage: () => undefined,
    });
    const text = parts.map((part) => part.text).join("\n\n");
    return text.slice(0, MAX_CHARACTERS).toWellFormed();
  } catch (error) {
    // The document around it is worth reading without it.
    if (error instanceof ReadFailure) return "";
    throw error;
  }
}

const OLE = [0xd0, 0xcf, 0x11, 0xe0];

/** The file inside the wrapping that programs put around what they embed. */
function unwrapped(file: EmbeddedFile): EmbeddedFile {
  if (!OLE.every((byte, index) => file.bytes[index] === byte)) return file;
  const ole = openOle(file.bytes);
  for (const stream of ["Package", "CONTENTS", "Contents"]) {
    const bytes = ole.names.includes(stream) ? ole.read(stream) : null;
    if (bytes !== null) return { ...file, bytes };
  }
  const native = ole.names.includes(NATIVE) ? ole.read(NATIVE) : null;
  return native === null ? file : (fileInNative(native) ?? file);
}

const NATIVE = "\u0001Ole10Native";
const NATIVE_HEAD_BYTES = 6;

/** A file as the packager of Windows stores it: a label, two paths, and the bytes; null where it is something else. */
function fileInNative(native: Uint8Array): EmbeddedFile | null {
  const view = Buffer.from(native.buffer, native.byteOffset, native.byteLength);
  let at = NATIVE_HEAD_BYTES;
  function nextText(): string {
    const end = view.indexOf(0, at);
    const text = end < 0 ? "" : view.toString("latin1", at, end);
    at = end < 0 ? view.length : end + 1;
    return text;
  }
  const name = nextText();
  nextText();
  at += 4;
  if (at + 4 > view.length) return null;
  at += 4 + view.readUInt32LE(at);
  if (at + 4 > view.length) return null;
  const sizeBytes = view.readUInt32LE(at);
  return { name, bytes: view.subarray(at + 4, at + 4 + sizeBytes) };
}
