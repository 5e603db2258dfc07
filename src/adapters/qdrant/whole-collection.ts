import { z } from "zod";
import type { CollectionPoints } from "./collection-points.ts";
import { type Condition, is, ofGeneration, seenIn, type View } from "./filters.ts";

/** What concerns the points of all users at once. */
export interface WholeCollection {
  /** The first chunks of the documents that the view shows, but for those that meet a condition, page by page. */
  firstChunks<Chunk>(view: View, wanted: FirstChunks<Chunk>, signal: AbortSignal): AsyncGenerator<Chunk>;
  /** The ids of the documents of which a whole version of this generation waits to be seen. */
  stagedDocuments(generation: string, view: StagedView, signal: AbortSignal): Promise<Set<string>>;
  /** Removes the points of one generation. */
  removeGeneration(generation: string, signal: AbortSignal): Promise<void>;
  /** Whether there are points of another generation than the one that is seen. */
  hasOtherGenerations(generation: View["generation"], signal: AbortSignal): Promise<boolean>;
  /** Removes the points of every generation but the one that is seen. */
  removeOtherGenerations(generation: View["generation"], signal: AbortSignal): Promise<void>;
  count(signal: AbortSignal): Promise<number>;
}

interface FirstChunks<Chunk> {
  fields: readonly string[];
  point: z.ZodType<Chunk>;
  without: readonly Condition[];
}

type StagedView = Pick<View, "hidden" | "arrived">;

/** The points of this collection as a whole. */
export function openWholeCollection(points: CollectionPoints): WholeCollection {
  return {
    firstChunks(view, { fields, point, without }, signal) {
      const seen = seenIn([FIRST_CHUNK], view);
      const filter = { ...seen, must_not: [...(seen.must_not ?? []), ...without] };
      return points.scroll({ filter, fields, point }, signal);
    },

    async stagedDocuments(generation, view, signal) {
      const filter = seenIn([FIRST_CHUNK], { ...view, generation: { current: generation, isMixed: true } });
      const ids = new Set<string>();
      const wanted = { filter, fields: ["documentId"], point: namedSchema };
      for await (const { payload } of points.scroll(wanted, signal)) ids.add(payload.documentId);
      return ids;
    },

    removeGeneration: (generation, signal) =>
      points.write([{ delete: { filter: { must: [is("generation", generation)] } } }], signal),

    async hasOtherGenerations(generation, signal) {
      if (!generation.isMixed) return false;
      return (await points.count({ must_not: ofGeneration(generation) }, signal)) > 0;
    },

    async removeOtherGenerations(generation, signal) {
      await points.write([{ delete: { filter: { must_not: ofGeneration(generation) } } }], signal);
    },

    count: (signal) => points.count({}, signal),
  };
}

const FIRST_CHUNK: Condition = is("chunkIndex", 0);
const namedSchema = z.object({ payload: z.object({ documentId: z.string() }) });
