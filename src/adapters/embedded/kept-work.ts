import { appendFile, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Chunk, type CutDocument, DIMENSIONS } from "../../domain/passage.ts";
import { openKeyLocks } from "../../flow/key-locks.ts";
import type { KeptVectors, KeptWork, WorkSoFar } from "../../ports/kept-work.ts";
import { isMissing } from "../data-folder/system-code.ts";
import { packRecord, readRecords } from "./kept-work/record-file.ts";
import { storageFailure } from "./storage/files/storage-failure.ts";

const TEXT = 1;
const CHUNKS = 2;
const VECTORS = 3;
/** How many chunks or vectors make one record: each is packed and unpacked without making anybody wait. */
const BATCH = 256;
const SUFFIX = ".work";

interface TextHead {
  pages: number | null;
  opening: string;
  count: number;
}

type VectorsHead = Omit<KeptVectors, "vectors">;

/** Work in a folder, one file for each job: first its text, then the vectors as they come. */
export function openKeptWork(directory: string): KeptWork {
  const locks = openKeyLocks();
  const placeOf = (jobId: string) => join(directory, `${jobId}${SUFFIX}`);

  return {
    async read(jobId, signal) {
      try {
        return await readWork(placeOf(jobId), signal);
      } catch (error) {
        if (isMissing(error)) return null;
        signal.throwIfAborted();
        throw storageFailure(error);
      }
    },

    begin: (jobId, text, signal) =>
      inWords(async () => {
        await mkdir(directory, { recursive: true, mode: 0o700 });
        const unfinished = `${placeOf(jobId)}.new`;
        await writeText(unfinished, text, signal);
        await rename(unfinished, placeOf(jobId));
      }, signal),

    // One after the other, so that records do not mix.
    add: (jobId, { vectors, ...head }, signal) =>
      locks.run(
        jobId,
        () =>
          inWords(async () => {
            for (let i = 0; i < vectors.length; i += BATCH) {
              const batch = vectors.slice(i, i + BATCH);
              const bytes = packVectors({ ...head, from: head.from + i }, batch);
              await appendFile(placeOf(jobId), bytes, { flag: "a", mode: 0o600 });
            }
          }, signal),
        signal,
      ),

    async drop(jobId) {
      await rm(placeOf(jobId), { force: true });
      await rm(`${placeOf(jobId)}.new`, { force: true });
    },

    async jobIds() {
      const names = await namesIn(directory);
      const ids = names.map((name) => name.replace(/\.new$/, "")).filter((name) => name.endsWith(SUFFIX));
      return [...new Set(ids.map((name) => name.slice(0, -SUFFIX.length)))];
    },
  };
}

async function writeText(path: string, { pages, opening, chunks }: CutDocument, signal: AbortSignal) {
  await using file = await open(path, "w", 0o600);
  const head: TextHead = { pages, opening, count: chunks.length };
  await file.writeFile(packRecord(TEXT, [Buffer.from(JSON.stringify(head))]));
  for (let from = 0; from < chunks.length; from += BATCH) {
    signal.throwIfAborted();
    const batch = chunks.slice(from, from + BATCH);
    await file.writeFile(packRecord(CHUNKS, [Buffer.from(JSON.stringify(batch))]));
  }
  await file.datasync();
}

/** What the file holds, null where its text is not whole. Everything in it was written by this file. */
async function readWork(path: string, signal: AbortSignal): Promise<WorkSoFar | null> {
  let head: TextHead | undefined;
  const chunks: Chunk[] = [];
  const kept: KeptVectors[] = [];
  for await (const { kind, payload } of readRecords(path, signal)) {
    if (kind === TEXT) head = JSON.parse(payload.toString()) as TextHead;
    else if (kind === CHUNKS) chunks.push(...(JSON.parse(payload.toString()) as Chunk[]));
    else kept.push(unpackVectors(payload));
  }
  if (head === undefined || chunks.length !== head.count) return null;
  return { pages: head.pages, opening: head.opening, chunks, kept };
}

function packVectors(head: VectorsHead, vectors: readonly Float32Array[]): Buffer {
  const json = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(json.length);
  const numbers = vectors.map(({ buffer, byteOffset, byteLength }) =>
    Buffer.from(buffer, byteOffset, byteLength),
  );
  return packRecord(VECTORS, [length, json, ...numbers]);
}

function unpackVectors(payload: Buffer): KeptVectors {
  const start = 4 + payload.readUInt32LE(0);
  const head = JSON.parse(payload.toString("utf8", 4, start)) as VectorsHead;
  // Copied, because numbers must start at a place that is divisible by their size.
  const numbers = new Float32Array(new Uint8Array(payload.subarray(start)).buffer);
  const count = Math.floor(numbers.length / DIMENSIONS);
  const vectors = Array.from({ length: count }, (_, i) =>
    numbers.subarray(i * DIMENSIONS, (i + 1) * DIMENSIONS),
  );
  return { ...head, vectors };
}

async function namesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (isMissing(error)) return [];
    throw storageFailure(error);
  }
}

async function inWords(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  try {
    signal.throwIfAborted();
    await work();
  } catch (error) {
    signal.throwIfAborted();
    throw storageFailure(error);
  }
}
