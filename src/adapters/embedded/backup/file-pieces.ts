import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";

const PIECE_BYTES = 1024 * 1024;

/** Where bytes are in an open file. */
interface Stretch {
  handle: FileHandle;
  start: number;
  sizeBytes: number;
}

/**
 * The bytes of a stretch of a file, fewer where the file ends before. All pieces share one memory: each has to be used
 * before the next one is asked for.
 */
export async function* piecesOf(
  { handle, start, sizeBytes }: Stretch,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const memory = new Uint8Array(Math.min(PIECE_BYTES, Math.max(1, sizeBytes)));
  for (let done = 0; done < sizeBytes; ) {
    signal.throwIfAborted();
    const length = Math.min(memory.length, sizeBytes - done);
    const { bytesRead } = await handle.read(memory, 0, length, start + done);
    if (bytesRead === 0) return;
    done += bytesRead;
    yield memory.subarray(0, bytesRead);
  }
}

/** As many bytes, all of them zero. */
export async function* zeros(sizeBytes: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const memory = new Uint8Array(Math.min(PIECE_BYTES, sizeBytes));
  for (let left = sizeBytes; left > 0; left -= memory.length) {
    signal.throwIfAborted();
    yield memory.subarray(0, left);
  }
}

/** The SHA-256 of pieces, and how many bytes they have; each is given to `use` on the way. */
export async function digestOf(
  pieces: AsyncIterable<Uint8Array>,
  use: (piece: Uint8Array) => Promise<void> | void = () => undefined,
): Promise<{ sha256: string; sizeBytes: number }> {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  for await (const piece of pieces) {
    hash.update(piece);
    sizeBytes += piece.length;
    await use(piece);
  }
  return { sha256: hash.digest("hex"), sizeBytes };
}

/** Writes all of the bytes, however many calls that takes. */
export async function writeAll(handle: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    done += (await handle.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
  }
}
