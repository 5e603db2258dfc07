import { AppError } from "../../src/domain/errors.ts";
import type { Embedder } from "../../src/ports/embedder.ts";
import type { PendingDocument } from "../../src/ports/vector-generations.ts";
import {
  type ReembeddedLibrary,
  type ReembedProgress,
  reembedLibrary,
} from "../../src/usecases/reembed-library.ts";
import { newDocument } from "../contracts/indexed-documents.ts";
import { calm } from "../contracts/store-under-test.ts";

/** A library in memory: each document is its texts, and a vector holds the length of its text. */
export function libraryOf(
  documents: Record<string, string[]>,
  changes: Partial<ReembeddedLibrary["generations"]> = {},
) {
  const staged = new Map<string, number[]>();
  const calls: string[][] = [];
  const waits: number[] = [];
  const state = { identity: "old", documents: new Map(Object.entries(documents)) };
  const pending = async (): Promise<PendingDocument[]> =>
    [...state.documents]
      .filter(([documentId]) => !staged.has(documentId))
      .map(([documentId, texts]) => ({
        ...{ documentId, userId: "ada", indexVersion: `v${texts.length}`, chunks: texts.length },
      }));
  const library: ReembeddedLibrary = {
    vectors: {
      async listChunks({ documentId }, { from, limit }) {
        const texts = state.documents.get(documentId) ?? [];
        const chunks = texts.map((chunkText, chunkIndex) => {
          return { chunkIndex, chunkText, pageNumber: null, section: null };
        });
        return { chunks: chunks.slice(from, from + limit), total: texts.length };
      },
    },
    vectorArchive: {
      async *documents() {
        for (const [documentId, texts] of state.documents) {
          const document = newDocument({ documentId, userId: "ada" });
          yield { ...document, chunks: texts.length };
        }
      },
    },
    wait: async (ms) => void waits.push(ms),
    generations: {
      identity: async () => state.identity,
      adopt: async () => state.identity,
      pending,
      async stage(_identity, { documentId, chunks }, vectors, given) {
        await new Promise((resolve) => setImmediate(resolve));
        given.throwIfAborted();
        if (state.documents.get(documentId)?.length !== chunks) return false;
        staged.set(
          documentId,
          vectors.map(([length = -1]) => length),
        );
        return true;
      },
      async complete(identity) {
        if ((await pending()).length > 0) throw new AppError("vector-store-failed", "pending");
        state.identity = identity;
      },
      ...changes,
    },
    embedder: {
      identity: "new",
      ready: async () => undefined,
      embedQuery: () => Promise.reject(new Error("nobody asks")),
      async embedPassages(texts, onVectors) {
        calls.push([...texts]);
        const vectors = texts.map((text) => Float32Array.of(text.length));
        onVectors(0, vectors);
        return vectors;
      },
    },
  };
  return { library, state, staged, calls, waits };
}

/** An embedder that fails in this way after so many texts of each call. */
export function failingAfter(count: number, failure: () => unknown): Embedder["embedPassages"] {
  return async (texts, onVectors) => {
    const vectors = texts.map((text) => Float32Array.of(text.length));
    onVectors(0, vectors.slice(0, count));
    if (texts.length > count) throw failure();
    return vectors;
  };
}

/** A provider that asks to come back later. */
export const limited = (retryAfterMs: number) => () =>
  new AppError("embedding-failed", "Too many requests", { retryAfterMs });

/** Embeds it again to the end. */
export const run = (
  library: ReembeddedLibrary,
  onProgress: (progress: ReembedProgress) => void = () => undefined,
) => reembedLibrary(library, onProgress, calm);
