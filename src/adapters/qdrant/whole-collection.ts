import { z } from "zod";
import { type Condition, type Filter, is, ofGeneration, seenIn, type View } from "./filters.ts";
import type { Version } from "./ledger.ts";
import type { QdrantApi } from "./qdrant-api.ts";
import { READ, WRITE, writtenSchema } from "./requests.ts";

/** What concerns the points of all users at once. */
export interface WholeCollection {
  /** The first chunks of the documents that the view shows, page by page. */
  firstChunks<Chunk>(view: View, schema: z.ZodType<Chunk>, signal: AbortSignal): AsyncGenerator<Chunk>;
  /** The ids of the documents of which a whole version of this generation waits to be seen. */
  stagedDocuments(generation: string, hidden: readonly Version[], signal: AbortSignal): Promise<Set<string>>;
  /** Removes the points of one generation. */
  removeGeneration(generation: string, signal: AbortSignal): Promise<void>;
  /** Removes the points of every generation but the one that is seen. */
  removeOtherGenerations(generation: View["generation"], signal: AbortSignal): Promise<void>;
  count(signal: AbortSignal): Promise<number>;
}

const LISTED_PER_CALL = 1_000;

/** The points of this collection as a whole. */
export function openWholeCollection(api: QdrantApi, collection: string): WholeCollection {
  async function* scroll<Point>(
    { filter, fields }: { filter: Filter; fields: true | string[] },
    schema: z.ZodType<Point>,
    signal: AbortSignal,
  ): AsyncGenerator<Point> {
    let next: string | number | null = null;
    do {
      const page: { points: Point[]; next_page_offset?: string | number | null | undefined } = await api.call(
        {
          method: "POST",
          path: `${collection}/points/scroll?${READ}`,
          body: {
            filter,
            limit: LISTED_PER_CALL,
            with_payload: fields,
            with_vector: false,
            ...(next === null ? {} : { offset: next }),
          },
          result: z.object({
            points: z.array(schema),
            next_page_offset: z.union([z.string(), z.number()]).nullish(),
          }),
        },
        signal,
      );
      yield* page.points;
      next = page.next_page_offset ?? null;
    } while (next !== null);
  }

  async function remove(filter: Filter, signal: AbortSignal): Promise<void> {
    await api.call(
      {
        method: "POST",
        path: `${collection}/points/delete?${WRITE}`,
        body: { filter },
        result: writtenSchema,
      },
      signal,
    );
  }

  return {
    firstChunks: (view, schema, signal) =>
      scroll({ filter: seenIn([FIRST_CHUNK], view), fields: true }, schema, signal),

    async stagedDocuments(generation, hidden, signal) {
      const view = { hidden, generation: { current: generation, isMixed: true } };
      const filter = seenIn([FIRST_CHUNK], view);
      const ids = new Set<string>();
      for await (const { payload } of scroll({ filter, fields: ["documentId"] }, namedSchema, signal)) {
        ids.add(payload.documentId);
      }
      return ids;
    },

    removeGeneration: (generation, signal) => remove({ must: [is("generation", generation)] }, signal),

    async removeOtherGenerations(generation, signal) {
      if (generation.isMixed) await remove({ must_not: ofGeneration(generation) }, signal);
    },

    async count(signal) {
      const { count } = await api.call(
        {
          method: "POST",
          path: `${collection}/points/count?${READ}`,
          body: { exact: true },
          result: z.object({ count: z.number().int() }),
        },
        signal,
      );
      return count;
    },
  };
}

const FIRST_CHUNK: Condition = is("chunkIndex", 0);
const namedSchema = z.object({ payload: z.object({ documentId: z.string() }) });
