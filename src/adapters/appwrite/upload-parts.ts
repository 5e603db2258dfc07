import { AppError } from "../../domain/errors.ts";
import { eachOrAborted } from "../../flow/or-aborted.ts";
import type { NewFile } from "../../ports/file-store.ts";

/** Appwrite counts in parts of this size; every part but the last has to have it. */
export const PART_BYTES = 5 * 1024 * 1024;

/** A piece of a file that is sent in one request. */
export interface UploadPart {
  start: number;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Cuts the bytes into parts. The last part comes only when the bytes have ended exactly where they should. */
export async function* partsOf(file: NewFile, signal: AbortSignal): AsyncGenerator<UploadPart> {
  let start = 0;
  let part = newPart(file.sizeBytes);
  let filled = 0;
  for await (const piece of piecesOf(file.bytes, signal)) {
    for (let used = 0; used < piece.length; ) {
      if (filled === part.length) {
        if (start + filled >= file.sizeBytes) throw wrongSize("more");
        yield { start, bytes: part };
        start += filled;
        part = newPart(file.sizeBytes - start);
        filled = 0;
      }
      const taken = piece.subarray(used, used + part.length - filled);
      part.set(taken, filled);
      filled += taken.length;
      used += taken.length;
    }
  }
  if (start + filled < file.sizeBytes) throw wrongSize("fewer");
  yield { start, bytes: part };
}

function newPart(remainingBytes: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Math.min(PART_BYTES, remainingBytes));
}

/** The pieces of a source that may fail or hang. */
async function* piecesOf(source: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* eachOrAborted(source, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw new AppError("storage-failed", "The bytes of the file could not be read", { cause: error });
  }
}

function wrongSize(which: "more" | "fewer"): AppError {
  return new AppError("storage-failed", `The file has ${which} bytes than were announced`, {
    details: "Upload the file again",
  });
}
