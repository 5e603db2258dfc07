import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { AppError } from "../../domain/errors.ts";
import { openKeyLocks } from "../../flow/key-locks.ts";
import {
  firstGeneration,
  GENERATION_POINT,
  type Generation,
  generationSchema,
  SWEEP_POINT,
  type Sweep,
  sweepSchema,
} from "./generation.ts";
import { newPage, PAGE_COUNT, type Page, pageNumberOf, pageSchema } from "./ledger.ts";
import { type Entry, forget, hasEntry, withoutEntries } from "./ledger-edits.ts";
import type { LedgerPoints } from "./ledger-points.ts";

/** All of the ledger, as it was read at one time. */
export interface Ledger {
  /** By their number. */
  pages: readonly Page[];
  generation: Generation;
  /** When the reading began, by the clock that never goes back. */
  readAtMs: number;
}

/** What an edit makes of a record, or null where nothing is left to do. */
type Edited<Record> = Promise<Record | null> | Record | null;

/** The ledger as it is kept in a collection of its own, one point a page and one for the generation. */
export interface LedgerStore {
  readAll(signal: AbortSignal): Promise<Ledger>;
  /** The ledger as it was last seen here, each page for itself; other copies may have changed it since. */
  known(signal: AbortSignal): Promise<Ledger>;
  /** The ledger as it is now, given how it was: only what has changed is fetched. */
  refresh(before: Ledger, signal: AbortSignal): Promise<Ledger>;
  readPageOf(documentId: string, signal: AbortSignal): Promise<Page>;
  /** The page of a document as it was last seen here, which another copy may have changed since. */
  knownPageOf(documentId: string, signal: AbortSignal): Promise<Page>;
  /**
   * Makes an edit of the page of a document, as if nobody else wrote at that moment, and gives the page on which
   * the edit finds nothing left to do. The edit is called again whenever the page has changed under it.
   */
  change(documentId: string, edit: (page: Page) => Edited<Page>, signal: AbortSignal): Promise<Page>;
  /** Forgets entries that are still as they are given here, with the next change of their page or when asked to. */
  forgetSoon(entries: readonly Entry[]): void;
  forgetNow(signal: AbortSignal): Promise<void>;
  /** The same with every page. */
  changeAll(edit: (page: Page) => Edited<Page>, signal: AbortSignal): Promise<void>;
  readGeneration(signal: AbortSignal): Promise<Generation>;
  /** The generation as it was at some time, no longer ago than this. */
  knownGeneration(trustedMs: number, signal: AbortSignal): Promise<Generation>;
  /** The same with the generation. */
  changeGeneration(
    edit: (generation: Generation) => Edited<Generation>,
    signal: AbortSignal,
  ): Promise<Generation>;
  /** The same with who looks for leftovers. */
  changeSweep(edit: (sweep: Sweep) => Edited<Sweep>, signal: AbortSignal): Promise<Sweep>;
  /** Puts empty pages, and a generation by this embedder, where there are none; says how many pages. */
  addMissing(identity: () => Promise<string | null>, signal: AbortSignal): Promise<number>;
}

const PAGE_POINTS = Array.from({ length: PAGE_COUNT }, (_, number) => number);
const ALL_POINTS = [...PAGE_POINTS, GENERATION_POINT];
const sequenceSchema = z.object({ sequence: z.number().int() });
const MAX_ATTEMPTS = 200;
const LONGEST_PAUSE_MS = 50;
/** How often a point that the replicas do not agree on is read again before something is done about it. */
const PATIENT_READINGS = 8;
const DISAGREEMENT_PAUSE_MS = 60;

/** Opens the ledger in these points. */
export function openLedgerStore(points: LedgerPoints, now: () => Date): LedgerStore {
  const locks = openKeyLocks();
  const seen = new Map<number, Page>();
  const forgettable = new Map<number, Entry[]>();
  let seenGeneration: Pick<Ledger, "generation" | "readAtMs"> | undefined;

  function remember(id: number, page: Page): Page {
    const before = seen.get(id);
    if (before === undefined || before.sequence <= page.sequence) seen.set(id, page);
    return page;
  }

  /**
   * The points, or these fields of them. While a node comes back, or after two copies have written through different
   * leaders, replicas may disagree on a point, which then seems to be absent: it is read again, and brought to one
   * state where it stays so. Nothing that was acknowledged can be lost by that: see decision 0008.
   */
  async function readAgreed(ids: readonly number[], fields: true | string[], signal: AbortSignal) {
    for (let reading = 1; ; reading++) {
      const found = await points.read(ids, fields, signal);
      const absent = ids.filter((id) => !found.has(id));
      if (absent.length === 0) return found;
      if (reading >= PATIENT_READINGS) {
        if (reading >= 2 * PATIENT_READINGS) throw lostPage();
        for (const id of absent) await agree(id, signal);
      }
      await pause(DISAGREEMENT_PAUSE_MS * (0.5 + Math.random()), undefined, { signal });
    }
  }

  async function agree(id: number, signal: AbortSignal): Promise<void> {
    const payload = await points.readAny(id, signal);
    if (payload === undefined) throw lostPage();
    const record = schemaOf(id).parse(payload);
    await points.write(id, record.sequence, { ...record, sequence: record.sequence + 1 }, signal);
  }

  async function readOne<Record>(id: number, schema: z.ZodType<Record>, signal: AbortSignal) {
    return schema.parse((await readAgreed([id], true, signal)).get(id));
  }

  /** Edits of one point from this process take turns, so that only other processes make an attempt fail. */
  function changeOne<Record extends { sequence: number }>(
    id: number,
    { schema, edit, known }: ChangedRecord<Record>,
    signal: AbortSignal,
  ): Promise<Record> {
    const attempts = async () => {
      const cached = known();
      let record = cached ?? (await readOne(id, schema, signal));
      let isFresh = cached === undefined;
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        const next = await edit(record);
        if (next === null && isFresh) return record;
        if (next !== null) {
          if (attempt > 1) await pause(Math.random() * LONGEST_PAUSE_MS, undefined, { signal });
          await points.write(id, record.sequence, next, signal);
        }
        record = await readOne(id, schema, signal);
        isFresh = true;
      }
      throw new AppError("vector-store-failed", "The library is changing too fast", {
        details: "Try again in a moment",
      });
    };
    return locks.run(String(id), attempts, signal);
  }

  async function changePage(id: number, edit: (page: Page) => Edited<Page>, signal: AbortSignal) {
    const known = () => seen.get(id);
    const alsoForgetting = async (page: Page) => {
      const next = await edit(page);
      return next === null ? null : withoutEntries(next, forgettable.get(id) ?? []);
    };
    const page = await changeOne(id, { schema: pageSchema, edit: alsoForgetting, known }, signal);
    const left = (forgettable.get(id) ?? []).filter((entry) => hasEntry(page, entry));
    if (left.length === 0) forgettable.delete(id);
    else forgettable.set(id, left);
    return remember(id, page);
  }

  function ledgerOf(payloads: ReadonlyMap<number, unknown>, readAtMs: number): Ledger {
    const generation = generationSchema.parse(payloads.get(GENERATION_POINT));
    const pages = PAGE_POINTS.map((id) => remember(id, pageSchema.parse(payloads.get(id))));
    return { pages, generation: rememberGeneration(generation, readAtMs), readAtMs };
  }

  function rememberGeneration(generation: Generation, readAtMs: number): Generation {
    if (seenGeneration === undefined || seenGeneration.readAtMs <= readAtMs) {
      seenGeneration = { generation, readAtMs };
    }
    return generation;
  }

  async function readGeneration(signal: AbortSignal): Promise<Generation> {
    const readAtMs = performance.now();
    return rememberGeneration(await readOne(GENERATION_POINT, generationSchema, signal), readAtMs);
  }

  async function readAll(signal: AbortSignal): Promise<Ledger> {
    const readAtMs = performance.now();
    return ledgerOf(await readAgreed(ALL_POINTS, true, signal), readAtMs);
  }

  const readPage = async (id: number, signal: AbortSignal) =>
    remember(id, await readOne(id, pageSchema, signal));

  return {
    readAll,

    async known(signal) {
      const pages = PAGE_POINTS.flatMap((id) => seen.get(id) ?? []);
      if (seenGeneration === undefined || pages.length < PAGE_COUNT) return readAll(signal);
      return { pages, ...seenGeneration };
    },

    async refresh(before, signal) {
      const readAtMs = performance.now();
      const current = await readAgreed(ALL_POINTS, ["sequence"], signal);
      const records: { sequence: number }[] = [...before.pages, before.generation];
      const changed = ALL_POINTS.filter(
        (id) => sequenceSchema.parse(current.get(id)).sequence !== records[id]?.sequence,
      );
      const fresh = changed.length === 0 ? new Map() : await readAgreed(changed, true, signal);
      const payloads = new Map(
        ALL_POINTS.map((id) => [id, changed.includes(id) ? fresh.get(id) : records[id]]),
      );
      return ledgerOf(payloads, readAtMs);
    },

    readPageOf: (documentId, signal) => readPage(pageNumberOf(documentId), signal),

    async knownPageOf(documentId, signal) {
      const id = pageNumberOf(documentId);
      return seen.get(id) ?? (await readPage(id, signal));
    },

    change: (documentId, edit, signal) => changePage(pageNumberOf(documentId), edit, signal),

    forgetSoon(entries) {
      for (const [id, own] of Map.groupBy(entries, ({ documentId }) => pageNumberOf(documentId))) {
        forgettable.set(id, [...(forgettable.get(id) ?? []), ...own]);
      }
    },

    async forgetNow(signal) {
      const all = [...forgettable];
      await Promise.all(all.map(([id, own]) => changePage(id, (page) => forget(page, own), signal)));
    },

    async changeAll(edit, signal) {
      await Promise.all(PAGE_POINTS.map((id) => changePage(id, edit, signal)));
    },

    readGeneration,

    async knownGeneration(trustedMs, signal) {
      signal.throwIfAborted();
      const isTrusted =
        seenGeneration !== undefined && performance.now() - seenGeneration.readAtMs <= trustedMs;
      return isTrusted && seenGeneration !== undefined ? seenGeneration.generation : readGeneration(signal);
    },

    async changeGeneration(edit, signal) {
      const changed = { schema: generationSchema, edit, known: () => undefined };
      const readAtMs = performance.now();
      return rememberGeneration(await changeOne(GENERATION_POINT, changed, signal), readAtMs);
    },

    changeSweep: (edit, signal) =>
      changeOne(SWEEP_POINT, { schema: sweepSchema, edit, known: () => undefined }, signal),

    async addMissing(identity, signal) {
      const present = await points.read([...ALL_POINTS, SWEEP_POINT], ["sequence"], signal);
      const pages = PAGE_POINTS.filter((number) => !present.has(number));
      const missing: { id: number; payload: object }[] = pages.map((id) => ({ id, payload: newPage(now()) }));
      if (!present.has(GENERATION_POINT)) {
        missing.push({ id: GENERATION_POINT, payload: firstGeneration(await identity(), now()) });
      }
      if (!present.has(SWEEP_POINT))
        missing.push({ id: SWEEP_POINT, payload: { sequence: now().getTime() } });
      if (missing.length > 0) await points.add(missing, signal);
      return pages.length;
    },
  };
}

interface ChangedRecord<Record> {
  schema: z.ZodType<Record>;
  edit(record: Record): Edited<Record>;
  /** The record as it was last seen here. */
  known(): Record | undefined;
}

function schemaOf(id: number) {
  if (id === GENERATION_POINT) return generationSchema;
  return id === SWEEP_POINT ? sweepSchema : pageSchema;
}

function lostPage(): AppError {
  return new AppError("vector-store-failed", "The vector store has lost a page of its ledger", {
    details: "Run `npm run carrel -- provision` to put it back",
  });
}
