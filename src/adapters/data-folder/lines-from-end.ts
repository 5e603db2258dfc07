import type { FileHandle } from "node:fs/promises";

const BLOCK_BYTES = 64 * 1024;
const NEWLINE = 0x0a;

/** The lines of a file, the last one first. One that is longer than a block is nothing that was written as a line. */
export async function* linesFromEnd(file: FileHandle, sizeBytes: number): AsyncGenerator<string> {
  /** The beginning of the line before which the last block ended; null where it is too long already. */
  let rest: Buffer | null = Buffer.alloc(0);
  for (let end = sizeBytes; end > 0; ) {
    const start = Math.max(0, end - BLOCK_BYTES);
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(end - start), position: start });
    // Somebody has cut the file meanwhile.
    if (bytesRead < end - start) return;
    end = start;
    let lineEnd = buffer.length;
    for (;;) {
      const newline = lineEnd === 0 ? -1 : buffer.lastIndexOf(NEWLINE, lineEnd - 1);
      const piece = buffer.subarray(newline + 1, lineEnd);
      const line: Buffer | null =
        rest === null || rest.length + piece.length > BLOCK_BYTES ? null : Buffer.concat([piece, rest]);
      if (newline < 0) {
        rest = line;
        break;
      }
      if (line !== null && line.length > 0) yield line.toString("utf8");
      rest = Buffer.alloc(0);
      lineEnd = newline;
    }
  }
  if (rest !== null && rest.length > 0) yield rest.toString("utf8");
}
