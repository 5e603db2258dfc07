import { z } from "zod";
import type { Document } from "../../domain/document.ts";
import type { VectorStore } from "../../ports/vector-store.ts";
import { type Filter, is, seenIn } from "./filters.ts";
import {
  CHUNK_FIELDS,
  chunkSchema,
  DOCUMENT_FIELDS,
  type ListedDocument,
  listedSchema,
  vectorSchema,
} from "./payload.ts";
import type { QdrantApi } from "./qdrant-api.ts";
import { READ } from "./requests.ts";
import type { SteadyView } from "./steady-view.ts";

type Lists = Pick<VectorStore, "listDocuments" | "listChunks" | "firstVectors">;

const LISTED_PER_CALL = 1_000;

/** What can be listed of one collection. */
export function pointLists(api: QdrantApi, view: SteadyView, collection: string): Lists {
  async function scroll(
    filter: Filter,
    offset: string | number | null,
    signal: AbortSignal,
  ): Promise<{ documents: ListedDocument[]; next: string | number | null }> {
    const { points, next_page_offset } = await api.call(
      {
        method: "POST",
        path: `${collection}/points/scroll?${READ}`,
        body: {
          filter,
          limit: LISTED_PER_CALL,
          with_payload: DOCUMENT_FIELDS,
          with_vector: false,
          ...(offset === null ? {} : { offset }),
        },
        result: z.object({
          points: z.array(listedSchema),
          next_page_offset: z.union([z.string(), z.number()]).nullish(),
        }),
      },
      signal,
    );
    return { documents: points, next: next_page_offset ?? null };
  }

  /** How many points each document has, for documents whose first chunk does not say. */
  async function countChunks(filter: Filter, limit: number, signal: AbortSignal) {
    const { hits } = await api.call(
      {
        method: "POST",
        path: `${collection}/facet?${READ}`,
        body: { key: "documentId", filter, limit, exact: true },
        result: z.object({ hits: z.array(z.object({ value: z.coerce.string(), count: z.number() })) }),
      },
      signal,
    );
    return new Map(hits.map(({ value, count }) => [value, count]));
  }

  return {
    listDocuments: (userId, signal) =>
      view.read(
        userId,
        async (seen) => {
          const listed: ListedDocument[] = [];
          let next: string | number | null = null;
          do {
            const page = await scroll(
              seenIn([is("userId", userId), is("chunkIndex", 0)], seen),
              next,
              signal,
            );
            listed.push(...page.documents);
            next = page.next;
          } while (next !== null);
          const isUncounted = listed.some(({ chunks }) => chunks === null);
          const counts = isUncounted
            ? await countChunks(seenIn([is("userId", userId)], seen), listed.length, signal)
            : new Map<string, number>();
          return listed
            .map((document) => ({
              ...document,
              chunks: document.chunks ?? counts.get(document.documentId) ?? 1,
            }))
            .sort(latestFirst);
        },
        signal,
      ),

    listChunks: ({ documentId, userId }, { from, limit }, signal) =>
      view.read(
        userId,
        async (seen) => {
          const own = [is("documentId", documentId), is("userId", userId)];
          const page = { key: "chunkIndex", range: { gte: from, lt: from + limit } };
          const [{ points }, { count }] = await Promise.all([
            api.call(
              {
                method: "POST",
                path: `${collection}/points/scroll?${READ}`,
                body: {
                  filter: seenIn([...own, page], seen),
                  limit,
                  with_payload: CHUNK_FIELDS,
                  with_vector: false,
                },
                result: z.object({ points: z.array(chunkSchema) }),
              },
              signal,
            ),
            api.call(
              {
                method: "POST",
                path: `${collection}/points/count?${READ}`,
                body: { filter: seenIn(own, seen), exact: true },
                result: z.object({ count: z.number().int() }),
              },
              signal,
            ),
          ]);
          return { chunks: points.sort((a, b) => a.chunkIndex - b.chunkIndex), total: count };
        },
        signal,
      ),

    firstVectors: ({ documentId, userId }, limit, signal) =>
      view.read(
        userId,
        async (seen) => {
          const first = { key: "chunkIndex", range: { lt: limit } };
          const { points } = await api.call(
            {
              method: "POST",
              path: `${collection}/points/scroll?${READ}`,
              body: {
                filter: seenIn([is("documentId", documentId), is("userId", userId), first], seen),
                limit,
                with_payload: ["chunkIndex"],
                with_vector: true,
              },
              result: z.object({ points: z.array(vectorSchema) }),
            },
            signal,
          );
          const inOrder = points.sort((a, b) => a.payload.chunkIndex - b.payload.chunkIndex);
          return { vectors: inOrder.map(({ vector }) => vector), embedder: seen.embedder };
        },
        signal,
      ),
  };
}

function latestFirst(a: Document, b: Document): number {
  return compare(b.indexedAt, a.indexedAt) || compare(a.documentId, b.documentId);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
