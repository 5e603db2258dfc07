import { Worker } from "node:worker_threads";
import { AppError } from "../domain/errors.ts";
import type { BodyKey } from "./bodies.ts";
import type { BodyReply, LargeBody } from "./body-thread.ts";

/** A body that was checked by its schema already; this is what the schema made of it. */
export class CheckedBody {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

/** Reads large bodies beside the main thread, one after the other. */
interface LargeBodies {
  /** What is not JSON or does not fit its schema is the AppError `invalid-input`. The bytes are given away. */
  read(key: BodyKey, bytes: Uint8Array<ArrayBuffer>): Promise<CheckedBody>;
  close(): Promise<void>;
}

/** How long a body may take: the largest one takes about a second, and others may be before it. */
const READ_LIMIT_MS = 30_000;
/** After how long without a body the thread ends and gives its memory back. */
const IDLE_MS = 60_000;

interface Waiting {
  resolve(body: CheckedBody): void;
  reject(reason: unknown): void;
  timer: NodeJS.Timeout;
}

/** Opens the reader; its thread starts with the first body, and anew with the next one after it has ended. */
export function openLargeBodies(): LargeBodies {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let bodies = 0;
  const waiting = new Map<number, Waiting>();

  function start(): Worker {
    const started = new Worker(new URL("./body-thread.ts", import.meta.url));
    let cause: unknown;
    started.on("message", (reply: BodyReply) => settle(reply.id, (call) => answer(call, reply)));
    started.on("error", (error) => {
      cause = error;
    });
    started.on("exit", () => {
      if (worker === started) worker = undefined;
      const failure = new AppError("internal", "The request could not be read", {
        details: "The service's log says why",
        cause: cause ?? new Error("The thread that reads large bodies has ended"),
      });
      for (const id of [...waiting.keys()]) settle(id, ({ reject }) => reject(failure));
    });
    started.unref();
    return started;
  }

  function settle(id: number, act: (call: Waiting) => void): void {
    const call = waiting.get(id);
    if (call === undefined) return;
    waiting.delete(id);
    clearTimeout(call.timer);
    act(call);
    if (waiting.size === 0) idle = setTimeout(end, IDLE_MS).unref();
  }

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ending = worker;
    worker = undefined;
    await ending?.terminate();
  }

  return {
    read(key, bytes) {
      clearTimeout(idle);
      worker ??= start();
      const body: LargeBody = { id: bodies++, key, bytes };
      worker.postMessage(body, [bytes.buffer]);
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          settle(body.id, (call) => call.reject(tookTooLong()));
          void end();
        }, READ_LIMIT_MS);
        waiting.set(body.id, { resolve, reject, timer });
      });
    },
    close: end,
  };
}

function answer({ resolve, reject }: Waiting, reply: BodyReply): void {
  if ("value" in reply) resolve(new CheckedBody(reply.value));
  else if ("failure" in reply) reject(new Error(reply.failure));
  else {
    const { message, details } = reply.refusal;
    reject(new AppError("invalid-input", message, details === undefined ? {} : { details }));
  }
}

function tookTooLong(): AppError {
  return new AppError("timed-out", "Reading the request took too long", {
    details: `It was given up after ${READ_LIMIT_MS / 1000} s. Send less, or try again later.`,
  });
}
