import type { VectorQuery, VectorStore } from "../../../ports/vector-store.ts";
import type { SearchOperations } from "./threads/search-thread.ts";
import type { ThreadCalls } from "./threads/thread.ts";
import type { WriterOperations } from "./threads/writer-thread.ts";
import { checkVector, packPoints } from "./vectors/pack-points.ts";
import { dropWords, writeLongWords } from "./words-index.ts";

/** The threads behind the passages. */
interface VectorStoreOptions {
  writer: ThreadCalls<WriterOperations>;
  searcher: ThreadCalls<SearchOperations>;
}

/** Passages in the embedded database, searched in memory. */
export function openVectorStore({ writer, searcher }: VectorStoreOptions): VectorStore {
  return {
    async replaceDocument(document, points, signal) {
      const packed = await packPoints(points, signal);
      const words = await writeLongWords(writer, document.userId, packed, signal);
      const transfer = [packed.vectors.buffer, ...packed.batches.map(({ buffer }) => buffer)];
      const replacement = { document, points: packed, words };
      try {
        await writer.write("replaceDocument", replacement, { signal, transfer, isBackground: true });
      } catch (error) {
        if (words !== null) await dropWords(writer, words);
        throw error;
      }
    },
    renameDocument: (document, name, signal) =>
      writer.write("renameDocument", { document, name }, { signal }),
    removeDocument: (document, signal) => writer.write("removeDocument", document, { signal }),
    listDocuments: (userId, signal) => searcher.read("listDocuments", { userId }, { signal }),
    listChunks: (document, page, signal) => searcher.read("listChunks", { document, page }, { signal }),
    search: async (query, signal) => searcher.read("search", detached(query), { signal }),
    searchBoth: async (query, signal) =>
      searcher.read(
        "searchBoth",
        { ...query, ...detached(query), meaning: query.meaning?.slice() ?? null },
        { signal },
      ),
    searchDocuments: async (query, signal) => searcher.read("searchDocuments", detached(query), { signal }),
    countChunks: (userId, signal) => searcher.read("countChunks", { userId }, { signal }),
    firstVectors: (document, limit, signal) => searcher.read("firstVectors", { document, limit }, { signal }),
  };
}

/** The query with a vector of its own: a view is posted with all of the memory that it looks into. */
function detached(query: VectorQuery): VectorQuery {
  checkVector(query.vector);
  return { ...query, vector: query.vector.slice() };
}
