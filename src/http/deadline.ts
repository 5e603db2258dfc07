import type { FastifyReply } from "fastify";
import { AppError } from "../domain/errors.ts";

/** The longest time that indexing may take. */
export const INDEX_LIMIT_MS = 300_000;

/** A signal that ends the work for a request: when its time is over, the client has left or the service ends. */
export function deadlineOf(reply: FastifyReply, limitMs = reply.server.timeLimits.requestMs): AbortSignal {
  const { controller, onEnd } = begin(reply);
  const timer = setTimeout(() => {
    controller.abort(
      new AppError("timed-out", `The request took longer than ${limitMs / 1000} seconds`, {
        details: "Nothing was changed; try again, or with less",
      }),
    );
    // What is said of it has to be read some time, too.
    const end = setTimeout(() => reply.raw.destroy(), reply.server.timeLimits.lastWordsMs);
    onEnd(() => clearTimeout(end));
  }, limitMs);
  onEnd(() => clearTimeout(timer));
  return controller.signal;
}

/** A limit on silence, for what may be so much that it takes its time: the bytes of files, lists of sessions. */
export interface Patience {
  /** Ends the work: when nothing has moved for too long, the client has left or the service ends. */
  signal: AbortSignal;
  /** Something has moved, and the next has to within the limit. */
  moved(): void;
  /** Nothing has to move before `moved` is called again. */
  rest(): void;
}

/** Whom patience is with. */
interface Counterpart {
  /** What to say of its silence. */
  whenSilent(seconds: number): AppError;
  /** A number that grows while it does something that nobody calls `moved` for. */
  progress?(): number;
}

/** How many times within its limit a silence is looked at. */
const LOOKS = 30;

/** Patience for as long as the request is not answered. */
export function patienceOf(reply: FastifyReply, { whenSilent, progress = () => 0 }: Counterpart): Patience {
  const limitMs = reply.server.timeLimits.silenceMs;
  const { controller, onEnd } = begin(reply);
  let isResting = false;
  let since = performance.now();
  let seen = progress();
  const looks = setInterval(() => {
    const now = performance.now();
    const before = seen;
    seen = progress();
    if (isResting || seen !== before) since = now;
    if (now - since >= limitMs) controller.abort(whenSilent(limitMs / 1000));
  }, limitMs / LOOKS);
  onEnd(() => clearInterval(looks));
  return {
    signal: controller.signal,
    moved() {
      isResting = false;
      since = performance.now();
    },
    rest() {
      isResting = true;
    },
  };
}

/** What comes bit by bit, each in time. How long the client takes for it is for slow-clients.ts to see. */
export async function* watched<T>(items: AsyncIterable<T>, patience: Patience): AsyncGenerator<T> {
  for await (const item of items) {
    patience.rest();
    yield item;
    patience.moved();
  }
}

function begin(reply: FastifyReply) {
  const controller = new AbortController();
  const { runningRequests } = reply.server;
  runningRequests.add(controller);
  reply.raw.once("close", () => {
    runningRequests.forget(controller);
    if (!reply.raw.writableFinished) controller.abort(new AppError("cancelled", "The client left"));
  });
  return { controller, onEnd: (end: () => void) => void reply.raw.once("close", end) };
}
