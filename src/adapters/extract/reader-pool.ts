import type { PageProgress } from "../../ports/text-extractor.ts";
import { type ReaderProcess, type ReaderSettings, startReaderProcess } from "./reader-process.ts";
import type { ReaderResults, ReaderTask } from "./reader-protocol.ts";

/** A few reader processes, started when files come and ended when none do. */
interface ReaderPool {
  run<T extends ReaderTask>(
    task: T,
    onProgress: (pages: PageProgress) => void,
    signal: AbortSignal,
  ): Promise<ReaderResults[T["kind"]]>;
  /** Ends every process, once no file is being read. */
  close(): Promise<void>;
}

interface ReaderPoolOptions extends ReaderSettings {
  maxProcesses: number;
  idleMs: number;
}

interface Idle {
  reader: ReaderProcess;
  timer: NodeJS.Timeout;
}

/** Opens a pool without starting a process. */
export function openReaderPool({ maxProcesses, idleMs, ...settings }: ReaderPoolOptions): ReaderPool {
  const alive = new Set<ReaderProcess>();
  const idle: Idle[] = [];
  const waiting: { start(): void }[] = [];
  let busy = 0;

  const endAll = () => {
    for (const reader of alive) reader.end();
  };
  // It would notice by itself that its parent is gone, but somewhat later.
  process.on("exit", endAll);

  function start(): ReaderProcess {
    const reader = startReaderProcess(settings);
    alive.add(reader);
    reader.ended.then(() => alive.delete(reader));
    return reader;
  }

  function takeIdle(): ReaderProcess | undefined {
    for (let entry = idle.pop(); entry !== undefined; entry = idle.pop()) {
      clearTimeout(entry.timer);
      if (!entry.reader.isSpent) return entry.reader;
    }
    return undefined;
  }

  function putIdle(reader: ReaderProcess): void {
    if (reader.isSpent) {
      reader.end();
      return;
    }
    const timer = setTimeout(() => {
      idle.splice(
        idle.findIndex((entry) => entry.reader === reader),
        1,
      );
      reader.end();
    }, idleMs);
    timer.unref();
    idle.push({ reader, timer });
  }

  function takeTurn(signal: AbortSignal): Promise<void> {
    if (busy < maxProcesses) {
      busy++;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        waiting.splice(waiting.indexOf(turn), 1);
        reject(signal.reason);
      };
      const turn = {
        start() {
          signal.removeEventListener("abort", onAbort);
          resolve();
        },
      };
      signal.addEventListener("abort", onAbort, { once: true });
      waiting.push(turn);
    });
  }

  function giveTurn(): void {
    const next = waiting.shift();
    if (next === undefined) busy--;
    else next.start();
  }

  return {
    async run<T extends ReaderTask>(task: T, onProgress: (pages: PageProgress) => void, signal: AbortSignal) {
      signal.throwIfAborted();
      await takeTurn(signal);
      try {
        const reader = takeIdle() ?? start();
        try {
          const result = await reader.run({ task, limits: settings.limits }, onProgress, signal);
          // A reader answers every task with its own kind of result: see `resultOf` in reader-main.ts.
          return result as ReaderResults[T["kind"]];
        } finally {
          putIdle(reader);
        }
      } finally {
        giveTurn();
      }
    },
    async close() {
      process.off("exit", endAll);
      for (const { timer } of idle.splice(0)) clearTimeout(timer);
      endAll();
      await Promise.all([...alive].map((reader) => reader.ended));
    },
  };
}
