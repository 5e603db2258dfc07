import { z } from "zod";
import { PAGE_COUNT } from "./ledger.ts";

// Points carry the generation that they belong to, and searches see one generation. Which one it is stands in one
// point of the ledger's collection: writing that point is the switch from one embedder to the next.

/** The id of that point. */
export const GENERATION_POINT = PAGE_COUNT;

/** The id of the point that says which copy of the service looks for leftovers. */
export const SWEEP_POINT = GENERATION_POINT + 1;

/** Who looks for leftovers, and since when. */
export const sweepSchema = z.object({
  sequence: z.number().int(),
  by: z.string().nullable().default(null),
  since: z.string().default(""),
});

export type Sweep = z.infer<typeof sweepSchema>;

/** What is known of the embedders, as it is stored in the payload of its point. */
export const generationSchema = z.object({
  /** Grows by one with every write. */
  sequence: z.number().int(),
  /** The embedder whose vectors are seen; null while none was ever recorded. */
  identity: z.string().nullable().default(null),
  /** The generation that is seen; null stands for points that carry none. */
  current: z.string().nullable().default(null),
  /** What is staged beside it. */
  next: z.object({ identity: z.string(), generation: z.string() }).nullable().default(null),
  /** Whether there may be points of other generations. Once true it stays true. */
  isMixed: z.boolean(),
  /** Who is about to switch, and since when. */
  switching: z.object({ by: z.string(), since: z.string() }).nullable().default(null),
});

export type Generation = z.infer<typeof generationSchema>;

/** The record of a collection that nobody has recorded an embedder for; like a page, it never begins again. */
export function firstGeneration(identity: string | null, now: Date): Generation {
  const sequence = now.getTime();
  return { sequence, identity, current: null, next: null, isMixed: false, switching: null };
}

/** Records the embedder where none is. */
export function adopted(record: Generation, identity: string): Generation | null {
  return record.identity === null ? changed(record, { identity }) : null;
}

/** Makes room for the vectors of an embedder, under a generation of their own. */
export function prepared(record: Generation, identity: string, generation: string): Generation | null {
  if (record.identity === identity || record.next?.identity === identity) return null;
  return changed(record, { next: { identity, generation }, isMixed: true });
}

/** Forgets what is staged. */
export function unprepared(record: Generation): Generation | null {
  return record.next === null ? null : changed(record, { next: null });
}

/** Says who is about to switch. */
export function switchBegun(record: Generation, { by, since }: Switching): Generation | null {
  return record.switching?.by === by ? null : changed(record, { switching: { by, since } });
}

/** Takes that back: from now on this switch can no longer be made. */
export function switchEnded(record: Generation, by: string): Generation | null {
  return record.switching?.by === by ? changed(record, { switching: null }) : null;
}

/** The switch, which only the one that is about to switch can make. */
export function switched(record: Generation, { by, identity, generation }: Switch): Generation | null {
  if (record.switching?.by !== by) return null;
  return changed(record, { identity, current: generation, next: null, isMixed: true, switching: null });
}

type Switching = NonNullable<Generation["switching"]>;

interface Switch {
  by: string;
  identity: string;
  generation: string;
}

function changed(record: Generation, change: Partial<Generation>): Generation {
  return { ...record, ...change, sequence: record.sequence + 1 };
}
