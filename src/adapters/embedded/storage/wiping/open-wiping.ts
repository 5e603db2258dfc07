import { closeSync, openSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { AppError } from "../../../../domain/errors.ts";
import { orAborted } from "../../../../flow/or-aborted.ts";
import type { Wiping } from "../../../../ports/wiping.ts";
import type { ThreadCalls } from "../threads/thread.ts";
import type { WipingOperations } from "../threads/wiping-thread.ts";
import type { WriterOperations } from "../threads/writer-thread.ts";
import type { StepEnd } from "./wipe-database.ts";

/** How long a removal waits for the wiping that follows it. */
const SETTLE_MS = 1_000;
const GATHER_MS = 200;
/** So often a step is tried that others are in the way of; then the next call goes on. */
const ATTEMPTS = 20;
const STEP_PAUSE_MS = 120;
/** A library that takes long to look through is looked through no more than a twentieth of the time. */
const REST = 20;
const LONGEST_REST_MS = 60_000;

interface WipingOptions {
  calls: ThreadCalls<WipingOperations>;
  /** The database file. */
  path: string;
  onFailure(cause: unknown): void;
}

/** Wiping of an embedded database, and its end. */
interface EmbeddedWiping extends Wiping {
  /** Begins to wipe, for nobody who waits. */
  soon(): void;
  /** Ends what is under way. */
  stop(): Promise<void>;
  /** After the last connection of this process to the database is closed. */
  release(): void;
}

/** Wipes in a thread of its own, once at a time, for all who ask meanwhile. */
export function openWiping({ calls, path, onFailure }: WipingOptions): EmbeddedWiping {
  // Kept open to the end: when a process closes any file, it gives up its locks on it, and SQLite's with them.
  let file: number | null = null;
  let running: Promise<boolean> | null = null;
  let isAskedAgain = false;
  let restUntilMs = 0;
  let timer: NodeJS.Timeout | undefined;
  const stopping = new AbortController();
  const { signal } = stopping;

  function run(): Promise<boolean> {
    if (signal.aborted) return Promise.resolve(false);
    if (running !== null) {
      isAskedAgain = true;
      return running;
    }
    running = wipeAll().finally(() => {
      running = null;
    });
    return running;
  }

  async function wipeAll(): Promise<boolean> {
    let isDone = false;
    try {
      do {
        isAskedAgain = false;
        isDone = await wipeOnce();
      } while (isAskedAgain && isDone);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    return isDone;
  }

  async function wipeOnce(): Promise<boolean> {
    const removals = await calls.write("beginWiping", undefined, { signal });
    if (removals === null) return true;
    // At once, since most of what was removed is in the log; the rest may have to wait.
    await calls.write("foldLog", undefined, { signal });
    await pause(Math.max(0, restUntilMs - performance.now()), undefined, { signal, ref: false });
    const startedAt = performance.now();
    if (!(await untilDone(() => calls.write("wipeWordsStep", undefined, { signal })))) return false;
    file ??= openSync(path, "r+");
    const opened = file;
    if (!(await untilDone(() => calls.write("wipeStep", { file: opened }, { signal })))) return false;
    const tookMs = performance.now() - startedAt;
    restUntilMs = tookMs < 500 ? 0 : performance.now() + Math.min(REST * tookMs, LONGEST_REST_MS);
    for (let attempts = 0; attempts < ATTEMPTS; attempts++) {
      if (await calls.write("endWiping", { removals }, { signal })) return true;
      await pause(STEP_PAUSE_MS, undefined, { signal, ref: false });
    }
    return false;
  }

  /** Takes steps until nothing is left; false where others are in the way for too long. */
  async function untilDone(step: () => Promise<StepEnd>): Promise<boolean> {
    for (let attempts = 0; attempts < ATTEMPTS; ) {
      const end = await step();
      if (end === "done") return true;
      attempts = end === "busy" ? attempts + 1 : 0;
      // Who waits to write looks again after up to a tenth of a second: it has to find the database free.
      await pause(STEP_PAUSE_MS, undefined, { signal, ref: false });
    }
    return false;
  }

  return {
    wipe: (until) => orAborted(run(), until),
    soon() {
      // Removals come together, and are wiped together.
      timer ??= setTimeout(() => {
        timer = undefined;
        run().catch(onFailure);
      }, GATHER_MS).unref();
    },
    async settle(until) {
      const limit = AbortSignal.any([until, AbortSignal.timeout(SETTLE_MS)]);
      // It goes on where the waiting ends.
      const wiping = run().then(() => undefined, onFailure);
      await Promise.race([wiping, aborted(limit)]);
    },
    async stop() {
      clearTimeout(timer);
      stopping.abort(new AppError("cancelled", "The store is being closed"));
      await running?.catch(onFailure);
    },
    release() {
      if (file !== null) closeSync(file);
      file = null;
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal.aborted) resolve();
  else signal.addEventListener("abort", () => resolve(), { once: true });
  return promise;
}

/** Changes after which something is to be overwritten. */
const REMOVALS: ReadonlySet<string> = new Set<keyof WriterOperations>([
  ...([
    "removeSession",
    "removeSomeSessions",
    "unpinDocument",
    "removeFile",
    "removeWhole",
    "forgetRemovedFile",
  ] as const),
  ...([
    "removeDocument",
    "replaceDocument",
    "dropWords",
    "removeJob",
    "removeAccount",
    "endSignIn",
    "endSignIns",
  ] as const),
  ...(["endInvitation", "removeKey", "removeKeys"] as const),
]);

/** Calls to the writing thread, each removal of which is followed by wiping. */
export function wipedAfter(
  writer: ThreadCalls<WriterOperations>,
  wiping: Pick<EmbeddedWiping, "soon">,
): ThreadCalls<WriterOperations> {
  return {
    read: writer.read,
    async write(operation, input, options) {
      const result = await writer.write(operation, input, options);
      if (REMOVALS.has(operation)) wiping.soon();
      return result;
    },
  };
}
