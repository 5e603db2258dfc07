import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { extractionFailed, noText, timedOut } from "./extraction-errors.ts";
import type { ExtractionLimits } from "./extraction-limits.ts";

/** A private directory where files lie while they are read. */
export interface Spool {
  readonly directory: string;
  /** Writes the bytes into a new file and says where it is. When that fails, nothing is left. */
  store(bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<string>;
  remove(path: string): Promise<void>;
  close(): Promise<void>;
}

/** Directories of this process that are in use: its number alone does not tell them from those of a crashed one. */
const liveDirectories = new Set<string>();
const DIRECTORY_NAME = /^extract-(\d+)-/;

/** Makes the directory, and removes what a crashed process has left beside it. */
export function openSpool(temporaryDirectory: string, limits: ExtractionLimits): Spool {
  mkdirSync(temporaryDirectory, { recursive: true });
  removeLeftovers(temporaryDirectory);
  const directory = mkdtempSync(join(temporaryDirectory, `extract-${process.pid}-`));
  liveDirectories.add(directory);
  let files = 0;

  const remove = (path: string) => rm(path, { force: true, maxRetries: 3 });
  return {
    directory,
    remove,
    async store(bytes, signal) {
      const path = join(directory, String(files++));
      try {
        await writeFile(path, bytes, limits, signal);
        return path;
      } catch (error) {
        await remove(path);
        throw error;
      }
    },
    async close() {
      liveDirectories.delete(directory);
      await rm(directory, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

function removeLeftovers(temporaryDirectory: string): void {
  for (const name of readdirSync(temporaryDirectory)) {
    const pid = DIRECTORY_NAME.exec(name)?.[1];
    const path = join(temporaryDirectory, name);
    if (pid === undefined || liveDirectories.has(path)) continue;
    if (Number(pid) === process.pid || !isAlive(Number(pid))) rmSync(path, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
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
    throw extractionFailed(error);
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
    throw extractionFailed(error);
  }
}

function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
