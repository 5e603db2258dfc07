import type { NewFile } from "../../src/ports/file-store.ts";

/** A file in memory that can be put into a store. */
export function newFile(content: string | Uint8Array, fields: Partial<NewFile> = {}): NewFile {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return {
    ...{ userId: "ada", name: "a.txt", mimeType: "text/plain", sizeBytes: bytes.length },
    bytes: inPieces(bytes),
    ...fields,
  };
}

/** The content as a stream, in one piece unless its size is said. */
export async function* inPieces(content: Uint8Array, size = content.length): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < content.length; from += size) yield content.subarray(from, from + size);
}
