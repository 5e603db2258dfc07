import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { diskFull, isDiskFull } from "../../domain/disk-full.ts";
import type { AppError } from "../../domain/errors.ts";
import { extractionFailed, noText, timedOut } from "./extraction-errors.ts";
import type { ExtractionLimits } from "./extraction-limits.ts";

/** A private directory where files lie while they are read. */
interface Spool {
  readonly directory: string;
  /** Writes the bytes into a new file and says where it is. When that fails, nothing is left. */
  store(bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<string>;
  remove(path: string): Promise<void>;
  close(): Promise<void>;
}

/** Where the directory is to be. */
interface SpoolPlace {
  temporaryDirectory: string;
  prepareDirectory?(): Promise<unknown>;
}

/** Keeps files in a directory that is made when the first one comes, and again where it has vanished. */
export function openSpool(
  { temporaryDirectory, prepareDirectory }: SpoolPlace,
  limits: ExtractionLimits,
): Spool {
  const directory = join(temporaryDirectory, `extract-${randomUUID()}`);
  let files = 0;

  const remove = (path: string) => rm(path, { force: true, maxRetries: 3 });
  return {
    directory,
    remove,
    async store(bytes, signal) {
      const path = join(directory, String(files++));
      try {
        await prepareDirectory?.();
        await makeDirectory(directory);
        await writeFile(path, bytes, limits, signal);
        return path;
      } catch (error) {
        await remove(path);
        throw error;
      }
    },
    close: () => rm(directory, { recursive: true, force: true, maxRetries: 3 }),
  };
}

async function makeDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw writeFailed(error);
  }
}

async function writeFile(
  path: string,
  bytes: AsyncIterable<Uint8Array>,
  limits: ExtractionLimits,
  signal: AbortSignal,
): Promise<void> {
  const timeout = AbortSignal.timeout(limits.wallTimeMs);
  const handle = await open(path, "wx", 0o600).catch((error: unknown) => {
    throw writeFailed(error);
  });
  const iterator = bytes[Symbol.asyncIterator]();
  try {
    let sizeBytes = 0;
    for (;;) {
      const next = await unlessAborted(iterator.next(), AbortSignal.any([signal, timeout]));
      if (next.done === true) return;
      sizeBytes += next.value.length;
      if (sizeBytes > limits.fileBytes) {
        throw noText(`The file is too large: it has more than ${limits.fileBytes} bytes.`);
      }
      await writeAll(handle, next.value);
    }
  } catch (error) {
    // Not awaited: a source that hangs would hang here too.
    iterator.return?.().catch(() => undefined);
    if (timeout.aborted && !signal.aborted) throw timedOut("Receiving the file", limits.wallTimeMs);
    throw error;
  } finally {
    await handle.close();
  }
}

async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  try {
    await handle.writeFile(bytes);
  } catch (error) {
    throw writeFailed(error);
  }
}

function writeFailed(error: unknown): AppError {
  return isDiskFull(error) ? diskFull(error) : extractionFailed(error);
}

function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
