import type { Document } from "../../domain/document.ts";
import type { VectorStore } from "../../ports/vector-store.ts";
import type { CollectionPoints } from "./collection-points.ts";
import { is, seenIn } from "./filters.ts";
import { CHUNK_FIELDS, chunkSchema, DOCUMENT_FIELDS, listedSchema, vectorSchema } from "./payload.ts";
import type { SteadyView } from "./steady-view.ts";

type Lists = Pick<VectorStore, "listDocuments" | "listChunks" | "firstVectors">;

/** What can be listed of one collection. */
export function pointLists(points: CollectionPoints, view: SteadyView): Lists {
  return {
    listDocuments: (userId, signal) =>
      view.read(
        userId,
        async (seen) => {
          const own = is("userId", userId);
          const wanted = {
            filter: seenIn([own, is("chunkIndex", 0)], seen),
            fields: DOCUMENT_FIELDS,
            point: listedSchema,
          };
          const listed = await Array.fromAsync(points.scroll(wanted, signal));
          // The first chunk of a document that something else has written does not say how many there are.
          const isUncounted = listed.some(({ chunks }) => chunks === null);
          const counts = isUncounted
            ? await points.facet("documentId", seenIn([own], seen), signal)
            : new Map<string, number>();
          const found = listed
            .map((document) => ({
              ...document,
              chunks: document.chunks ?? counts.get(document.documentId) ?? 1,
            }))
            .sort(latestFirst);
          return { found, isSettled: false };
        },
        signal,
      ),

    listChunks: ({ documentId, userId }, { from, limit }, signal) =>
      view.read(
        userId,
        async (seen) => {
          const own = [is("documentId", documentId), is("userId", userId)];
          const page = { key: "chunkIndex", range: { gte: from, lt: from + limit } };
          const wanted = {
            filter: seenIn([...own, page], seen),
            fields: CHUNK_FIELDS,
            point: chunkSchema,
            limit,
          };
          const [{ result }, total] = await Promise.all([
            points.query([wanted], signal),
            points.count(seenIn(own, seen), signal),
          ]);
          const chunks = result.flat().sort((a, b) => a.chunkIndex - b.chunkIndex);
          return { found: { chunks, total }, isSettled: false };
        },
        signal,
      ),

    firstVectors: ({ documentId, userId }, limit, signal) =>
      view.read(
        userId,
        async (seen) => {
          const first = { key: "chunkIndex", range: { lt: limit } };
          const wanted = {
            filter: seenIn([is("documentId", documentId), is("userId", userId), first], seen),
            fields: ["chunkIndex"],
            withVectors: true,
            point: vectorSchema,
            limit,
          };
          const { result } = await points.query([wanted], signal);
          const inOrder = result.flat().sort((a, b) => a.payload.chunkIndex - b.payload.chunkIndex);
          const found = { vectors: inOrder.map(({ vector }) => vector), embedder: seen.embedder };
          return { found, isSettled: false };
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
