import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { AppError } from "../../domain/errors.ts";
import { openTurns } from "../backend-calls/turns.ts";
import { firstGeneration, GENERATION_POINT, type Generation, generationSchema } from "./generation.ts";
import { EMPTY_PAGE, PAGE_COUNT, type Page, pageNumberOf, pageSchema } from "./ledger.ts";
import type { LedgerPoints } from "./ledger-points.ts";

/** All of the ledger, as it was read at one time. */
export interface Ledger {
  /** By their number. */
  pages: readonly Page[];
  generation: Generation;
}

/** What an edit makes of a record, or null where nothing is left to do. */
type Edited<Record> = Promise<Record | null> | Record | null;

/** The ledger as it is kept in a collection of its own, one point a page and one for the generation. */
export interface LedgerStore {
  readAll(signal: AbortSignal): Promise<Ledger>;
  /** The ledger as it is now, given how it was: only what has changed is fetched. */
  refresh(before: Ledger, signal: AbortSignal): Promise<Ledger>;
  readPageOf(documentId: string, signal: AbortSignal): Promise<Page>;
  /**
   * Makes an edit of the page of a document, as if nobody else wrote at that moment, and gives the page on which
   * the edit finds nothing left to do. The edit is called again whenever the page has changed under it.
   */
  change(documentId: string, edit: (page: Page) => Edited<Page>, signal: AbortSignal): Promise<Page>;
  /** The same with every page. */
  changeAll(edit: (page: Page) => Edited<Page>, signal: AbortSignal): Promise<void>;
  readGeneration(signal: AbortSignal): Promise<Generation>;
  /** The same with the generation. */
  changeGeneration(
    edit: (generation: Generation) => Edited<Generation>,
    signal: AbortSignal,
  ): Promise<Generation>;
  /** Puts empty pages, and a generation by this embedder, where there are none; says how many pages. */
  addMissing(identity: () => Promise<string | null>, signal: AbortSignal): Promise<number>;
}

const PAGE_POINTS = Array.from({ length: PAGE_COUNT }, (_, number) => number);
const ALL_POINTS = [...PAGE_POINTS, GENERATION_POINT];
const sequenceSchema = z.object({ sequence: z.number().int() });
const MAX_ATTEMPTS = 200;
const LONGEST_PAUSE_MS = 50;

/** Opens the ledger in these points. */
export function openLedgerStore(points: LedgerPoints): LedgerStore {
  const turns = openTurns();

  async function readOne<Record>(id: number, schema: z.ZodType<Record>, signal: AbortSignal) {
    return schema.parse(known((await points.read([id], true, signal)).get(id)));
  }

  /** Edits of one point from this process take turns, so that only other processes make an attempt fail. */
  function changeOne<Record extends { sequence: number }>(
    id: number,
    { schema, edit }: { schema: z.ZodType<Record>; edit: (record: Record) => Edited<Record> },
    signal: AbortSignal,
  ): Promise<Record> {
    const attempts = async () => {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        const record = await readOne(id, schema, signal);
        const next = await edit(record);
        if (next === null) return record;
        if (attempt > 1) await pause(Math.random() * LONGEST_PAUSE_MS);
        await points.write(id, record.sequence, next, signal);
      }
      throw new AppError("vector-store-failed", "The library is changing too fast", {
        details: "Try again in a moment",
      });
    };
    return turns.take(String(id), attempts, signal);
  }

  function ledgerOf(payloads: ReadonlyMap<number, unknown>): Ledger {
    return {
      pages: PAGE_POINTS.map((number) => pageSchema.parse(known(payloads.get(number)))),
      generation: generationSchema.parse(known(payloads.get(GENERATION_POINT))),
    };
  }

  return {
    async readAll(signal) {
      return ledgerOf(await points.read(ALL_POINTS, true, signal));
    },

    async refresh(before, signal) {
      const current = await points.read(ALL_POINTS, ["sequence"], signal);
      const records: { sequence: number }[] = [...before.pages, before.generation];
      const changed = ALL_POINTS.filter(
        (id) => sequenceSchema.parse(known(current.get(id))).sequence !== records[id]?.sequence,
      );
      if (changed.length === 0) return before;
      const fresh = await points.read(changed, true, signal);
      return ledgerOf(
        new Map(ALL_POINTS.map((id) => [id, changed.includes(id) ? fresh.get(id) : records[id]])),
      );
    },

    readPageOf: (documentId, signal) => readOne(pageNumberOf(documentId), pageSchema, signal),

    change: (documentId, edit, signal) =>
      changeOne(pageNumberOf(documentId), { schema: pageSchema, edit }, signal),

    async changeAll(edit, signal) {
      await Promise.all(PAGE_POINTS.map((id) => changeOne(id, { schema: pageSchema, edit }, signal)));
    },

    readGeneration: (signal) => readOne(GENERATION_POINT, generationSchema, signal),

    changeGeneration: (edit, signal) =>
      changeOne(GENERATION_POINT, { schema: generationSchema, edit }, signal),

    async addMissing(identity, signal) {
      const present = await points.read(ALL_POINTS, ["sequence"], signal);
      const pages = PAGE_POINTS.filter((number) => !present.has(number));
      const missing: { id: number; payload: object }[] = pages.map((id) => ({ id, payload: EMPTY_PAGE }));
      if (!present.has(GENERATION_POINT)) {
        missing.push({ id: GENERATION_POINT, payload: firstGeneration(await identity()) });
      }
      if (missing.length > 0) await points.add(missing, signal);
      return pages.length;
    },
  };
}

function known(payload: unknown): unknown {
  if (payload !== undefined) return payload;
  throw new AppError("vector-store-failed", "The vector store has lost a page of its ledger", {
    details: "Run `npm run carrel -- provision` to put it back",
  });
}
