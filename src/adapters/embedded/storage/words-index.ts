import type { PendingDocument } from "../../../ports/vector-generations.ts";
import type { WordsIndex } from "../../../ports/words-index.ts";
import type { SearchOperations } from "./threads/search-thread.ts";
import type { ThreadCalls } from "./threads/thread.ts";
import type { WriterOperations } from "./threads/writer-thread.ts";
import { BATCH, type PackedPoints } from "./vectors/pack-points.ts";

type Writer = ThreadCalls<WriterOperations>;

interface WordsIndexOptions {
  writer: Writer;
  searcher: ThreadCalls<SearchOperations>;
}

/** The words of passages in the embedded database. */
export function openWordsIndex({ writer, searcher }: WordsIndexOptions): WordsIndex {
  async function* parts(document: PendingDocument, signal: AbortSignal) {
    for (let from = 0; from < document.chunks; from += BATCH) {
      const page = { from, limit: BATCH };
      const { chunks } = await searcher.read("listChunks", { document, page }, { signal });
      yield chunks.map(({ chunkText, section }) => ({ text: chunkText, section }));
    }
  }

  return {
    obstacle: async () => null,
    pending: (signal) => writer.read("pendingWords", undefined, { signal }),
    async fill(document, signal) {
      const number = await writeWords(writer, { ...document, parts: parts(document, signal) }, signal);
      return writer.write("bindWords", { number, document }, { signal });
    },
  };
}

/**
 * Writes the words of a document that has many chunks, step by step, so that nobody waits long for the database, and
 * gives the number that the document takes them over by; null for one whose words can be written along with it.
 */
export async function writeLongWords(
  writer: Writer,
  userId: string,
  { batches }: Pick<PackedPoints, "batches">,
  signal: AbortSignal,
): Promise<number | null> {
  if (batches.length <= 1) return null;
  return writeWords(writer, { userId, chunks: batches.length * BATCH, parts: batches }, signal);
}

type Part = Parameters<WriterOperations["addWords"]>[0]["chunks"];

interface WordsToWrite {
  userId: string;
  chunks: number;
  /** The chunks in their order, `BATCH` at a time. */
  parts: Iterable<Part> | AsyncIterable<Part>;
}

async function writeWords(
  writer: Writer,
  { userId, chunks, parts }: WordsToWrite,
  signal: AbortSignal,
): Promise<number> {
  const background = { signal, isBackground: true };
  const number = await writer.write("beginWords", { chunks }, background);
  try {
    let from = 0;
    for await (const part of parts) {
      await writer.write("addWords", { number, userId, from, chunks: part }, background);
      from += BATCH;
    }
    return number;
  } catch (error) {
    await dropWords(writer, number);
    throw error;
  }
}

const DROP_LIMIT_MS = 10_000;

/** Leaves words that nobody will take over to be removed. What fails here is made up for at the next start. */
export async function dropWords(writer: Writer, number: number): Promise<void> {
  const signal = AbortSignal.timeout(DROP_LIMIT_MS);
  await writer.write("dropWords", { number }, { signal }).catch(() => undefined);
}
