import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { AppError } from "../../domain/errors.ts";
import { is } from "./filters.ts";
import { EMPTY_PAGE, PAGE_COUNT, type Page, pageNumberOf, pageSchema } from "./ledger.ts";
import type { Edit } from "./ledger-edits.ts";
import type { QdrantApi } from "./qdrant-api.ts";
import { READ, WRITE, writtenSchema } from "./requests.ts";

/** The ledger as it is kept in a collection of its own, one point a page. */
export interface LedgerStore {
  /** Every page, by its number. */
  readAll(signal: AbortSignal): Promise<Page[]>;
  /** Every page as it is now, given how they were: only what has changed is fetched. */
  refresh(before: readonly Page[], signal: AbortSignal): Promise<Page[]>;
  readPageOf(documentId: string, signal: AbortSignal): Promise<Page>;
  /**
   * Makes an edit of the page of a document, as if nobody else wrote at that moment, and gives the page on which
   * the edit finds nothing left to do. The edit is called again whenever the page has changed under it.
   */
  change(documentId: string, edit: (page: Page) => Promise<Edit> | Edit, signal: AbortSignal): Promise<Page>;
  /** Puts empty pages where there are none, and says how many. */
  addMissingPages(signal: AbortSignal): Promise<number>;
}

const ALL_PAGES = Array.from({ length: PAGE_COUNT }, (_, number) => number);
const sequenceSchema = pageSchema.pick({ sequence: true });
const MAX_ATTEMPTS = 200;
const LONGEST_PAUSE_MS = 50;

/** Opens the ledger in this collection. */
export function openLedgerStore(api: QdrantApi, collection: string): LedgerStore {
  const turns = new Map<number, Promise<unknown>>();

  async function fetchPages<Payload>(
    numbers: readonly number[],
    { fields, schema }: { fields: true | string[]; schema: z.ZodType<Payload> },
    signal: AbortSignal,
  ): Promise<Map<number, Payload>> {
    const records = await api.call(
      {
        method: "POST",
        path: `${collection}/points?${READ}`,
        body: { ids: numbers, with_payload: fields, with_vector: false },
        result: z.array(z.object({ id: z.number(), payload: schema })),
      },
      signal,
    );
    return new Map(records.map(({ id, payload }) => [id, payload]));
  }

  const read = (numbers: readonly number[], signal: AbortSignal) =>
    fetchPages(numbers, { fields: true, schema: pageSchema }, signal);

  async function readPage(number: number, signal: AbortSignal): Promise<Page> {
    return known((await read([number], signal)).get(number));
  }

  /** Takes effect only where the page still has the sequence that the edit was made from. */
  async function write(number: number, from: Page, to: Page, signal: AbortSignal): Promise<void> {
    await api.call(
      {
        method: "POST",
        path: `${collection}/points/payload?${WRITE}`,
        body: { payload: to, filter: { must: [{ has_id: [number] }, is("sequence", from.sequence)] } },
        result: writtenSchema,
      },
      signal,
    );
  }

  async function changePage(
    number: number,
    edit: (page: Page) => Promise<Edit> | Edit,
    signal: AbortSignal,
  ): Promise<Page> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const page = await readPage(number, signal);
      const next = await edit(page);
      if (next === null) return page;
      if (attempt > 1) await pause(Math.random() * LONGEST_PAUSE_MS);
      await write(number, page, next, signal);
    }
    throw new AppError("vector-store-failed", "The library is changing too fast", {
      details: "Try again in a moment",
    });
  }

  return {
    async readAll(signal) {
      const pages = await read(ALL_PAGES, signal);
      return ALL_PAGES.map((number) => known(pages.get(number)));
    },

    async refresh(before, signal) {
      const current = await fetchPages(ALL_PAGES, { fields: ["sequence"], schema: sequenceSchema }, signal);
      const changed = ALL_PAGES.filter(
        (number) => current.get(number)?.sequence !== before[number]?.sequence,
      );
      const pages = changed.length === 0 ? new Map<number, Page>() : await read(changed, signal);
      return ALL_PAGES.map((number) => known(changed.includes(number) ? pages.get(number) : before[number]));
    },

    readPageOf: (documentId, signal) => readPage(pageNumberOf(documentId), signal),

    // Edits of one page from this process take turns, so that only other processes make an attempt fail.
    async change(documentId, edit, signal) {
      const number = pageNumberOf(documentId);
      const before = turns.get(number);
      const { promise: over, resolve: end } = Promise.withResolvers<void>();
      const turn = Promise.all([before, over]);
      turns.set(number, turn);
      try {
        if (before !== undefined) await untilAborted(before, signal);
        return await changePage(number, edit, signal);
      } finally {
        end();
        if (turns.get(number) === turn) turns.delete(number);
      }
    },

    async addMissingPages(signal) {
      const present = await read(ALL_PAGES, signal);
      const missing = ALL_PAGES.filter((number) => !present.has(number));
      if (missing.length === 0) return 0;
      await api.call(
        {
          method: "PUT",
          path: `${collection}/points?${WRITE}`,
          // Another copy may have put a page there and written to it since: it must not be put back.
          body: {
            points: missing.map((id) => ({ id, vector: [1], payload: EMPTY_PAGE })),
            update_mode: "insert_only",
          },
          result: writtenSchema,
        },
        signal,
      );
      return missing.length;
    },
  };
}

/** Waits for the promise, but no longer than the signal allows. */
async function untilAborted(promise: Promise<unknown>, signal: AbortSignal): Promise<void> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const leave = () => reject(signal.reason);
  signal.addEventListener("abort", leave, { once: true });
  try {
    signal.throwIfAborted();
    await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", leave);
  }
}

function known(page: Page | undefined): Page {
  if (page !== undefined) return page;
  throw new AppError("vector-store-failed", "The vector store has lost a page of its ledger", {
    details: "Run `carrel provision` to put it back",
  });
}
