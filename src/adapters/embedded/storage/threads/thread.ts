import { type Transferable, Worker } from "node:worker_threads";
import { AppError, type ErrorCode } from "../../../../domain/errors.ts";
import type { Operations, ThreadAnswer, ThreadRequest } from "./serve-operations.ts";
import { toAppError } from "./thread-failure.ts";

/** How many calls are with the thread at once. The others wait on this side, where they can be cancelled. */
const MAX_POSTED = 4;
const CALL_LIMIT_MS = 120_000;
const CLOSE_LIMIT_MS = 10_000;

/** A worker thread that is started by its first call, and again by the next one after it has ended. */
export interface Thread<O extends Operations> {
  /** The calls of one port, whose failures have this code. */
  callsFor(failureCode: ErrorCode): ThreadCalls<O>;
  /** Lets the calls under way end, then the thread. Later calls are refused. */
  close(): Promise<void>;
}

/** The calls to a thread. */
export interface ThreadCalls<O extends Operations> {
  /** Asks; an answer that comes after the signal is dropped. */
  read<K extends NameOf<O>>(
    operation: K,
    input: InputOf<O, K>,
    options: CallOptions,
  ): Promise<OutputOf<O, K>>;
  /**
   * Changes something. Once the thread has the call the signal no longer counts: nothing is ever reported as
   * cancelled that is stored after all.
   */
  write<K extends NameOf<O>>(
    operation: K,
    input: InputOf<O, K>,
    options: CallOptions,
  ): Promise<OutputOf<O, K>>;
}

/** What belongs to one call. `transfer` lists memory that is moved to the thread instead of copied. */
interface CallOptions {
  signal: AbortSignal;
  transfer?: readonly Transferable[];
  /** Whether nobody sits and waits for it: it lets every other call go first, and one such call is with the thread at a time. */
  isBackground?: boolean;
}

/** What a thread runs. */
interface ThreadOptions {
  script: URL;
  /** Given to the thread when it starts. */
  settings: unknown;
  /** How long a call may be with the thread before the thread is given up. */
  callLimitMs?: number;
}

type NameOf<O> = keyof O & string;
type InputOf<O extends Operations, K extends NameOf<O>> = Parameters<O[K]>[0];
type OutputOf<O extends Operations, K extends NameOf<O>> = ReturnType<O[K]>;

interface Call {
  id: number;
  kind: "read" | "write";
  operation: string;
  input: unknown;
  transfer: readonly Transferable[];
  isBackground: boolean;
  failureCode: ErrorCode;
  resolve(value: unknown): void;
  reject(reason: unknown): void;
}

interface RunningWorker {
  worker: Worker;
  posted: Map<number, { call: Call; timer: NodeJS.Timeout }>;
}

/** Opens a thread whose script calls `serveOperations` with the operations `O`. */
export function openThread<O extends Operations>(options: ThreadOptions): Thread<O> {
  const waiting: Call[] = [];
  const unsettled = new Set<Promise<unknown>>();
  let running: RunningWorker | null = null;
  let closing: Promise<void> | null = null;
  let lastId = 0;

  return {
    callsFor: (failureCode) => ({
      // What comes back is what the thread's operation of this name returned: both are typed by `O`.
      read: (operation, input, { signal, transfer = [], isBackground = false }) =>
        enqueue(
          { kind: "read", operation, input, transfer, isBackground, failureCode },
          signal,
        ) as Promise<never>,
      write: (operation, input, { signal, transfer = [], isBackground = false }) =>
        enqueue(
          { kind: "write", operation, input, transfer, isBackground, failureCode },
          signal,
        ) as Promise<never>,
    }),
    close: () => {
      closing ??= finish();
      return closing;
    },
  };

  async function enqueue(
    request: Omit<Call, "id" | "resolve" | "reject">,
    signal: AbortSignal,
  ): Promise<unknown> {
    signal.throwIfAborted();
    if (closing !== null) throw new AppError(request.failureCode, "The store is closed");
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const call: Call = { ...request, id: ++lastId, resolve, reject };
    const onAbort = () => {
      const place = waiting.indexOf(call);
      if (place >= 0) waiting.splice(place, 1);
      if (place >= 0 || call.kind === "read") reject(signal.reason);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    unsettled.add(promise);
    waiting.push(call);
    postWaiting();
    try {
      return await promise;
    } finally {
      signal.removeEventListener("abort", onAbort);
      unsettled.delete(promise);
    }
  }

  function postWaiting(): void {
    while (waiting.length > 0) {
      running ??= start();
      if (running.posted.size >= MAX_POSTED) return;
      const call = takeNext(running);
      if (call === undefined) return;
      post(running, call);
    }
  }

  /** The next call: the first that somebody waits for, else one behind the scenes if none is with the thread. */
  function takeNext({ posted }: RunningWorker): Call | undefined {
    const awaited = waiting.findIndex(({ isBackground }) => !isBackground);
    if (awaited >= 0) return waiting.splice(awaited, 1)[0];
    return posted.values().some(({ call }) => call.isBackground) ? undefined : waiting.shift();
  }

  function start(): RunningWorker {
    const worker = new Worker(options.script, { workerData: options.settings });
    const started: RunningWorker = { worker, posted: new Map() };
    let cause: unknown = new Error("The thread has ended without an error");
    worker.on("message", (answer: ThreadAnswer) => settle(started, answer));
    worker.on("error", (error) => {
      cause = error;
    });
    worker.on("exit", () => giveUp(started, "A thread of the database has ended", cause));
    return started;
  }

  function post(target: RunningWorker, call: Call): void {
    const request: ThreadRequest = { id: call.id, operation: call.operation, input: call.input };
    try {
      target.worker.postMessage(request, call.transfer);
    } catch (error) {
      call.reject(error);
      return;
    }
    const timer = setTimeout(() => {
      giveUp(target, "The database did not answer in time", new Error(`${call.operation} took too long`));
      void target.worker.terminate();
    }, options.callLimitMs ?? CALL_LIMIT_MS);
    target.posted.set(call.id, { call, timer });
  }

  function settle(from: RunningWorker, answer: ThreadAnswer): void {
    const entry = from.posted.get(answer.id);
    if (entry === undefined) return;
    from.posted.delete(answer.id);
    clearTimeout(entry.timer);
    if ("failure" in answer) entry.call.reject(toAppError(answer.failure, entry.call.failureCode));
    else entry.call.resolve(answer.value);
    postWaiting();
  }

  function giveUp(lost: RunningWorker, message: string, cause: unknown): void {
    if (running === lost) running = null;
    for (const { call, timer } of lost.posted.values()) {
      clearTimeout(timer);
      call.reject(new AppError(call.failureCode, message, { cause }));
    }
    lost.posted.clear();
    postWaiting();
  }

  async function finish(): Promise<void> {
    await Promise.allSettled(unsettled);
    if (running === null) return;
    const { worker } = running;
    const { promise: exited, resolve } = Promise.withResolvers<unknown>();
    worker.once("exit", resolve);
    const request: ThreadRequest = "close";
    worker.postMessage(request);
    const timer = setTimeout(() => void worker.terminate(), CLOSE_LIMIT_MS);
    await exited;
    clearTimeout(timer);
  }
}
