import type { ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { breakOff } from "./wire.ts";

/** Every way in which a provider of models can fail, as its documentation or its users tell. */
export type ModelFailure =
  | { kind: "bad-key" }
  | { kind: "forbidden" }
  | { kind: "unknown-model" }
  | { kind: "bad-request" }
  | { kind: "rate-limited"; retrySeconds?: number }
  | { kind: "daily-quota" }
  | { kind: "internal" }
  | { kind: "overloaded"; retryAfter?: string }
  | { kind: "proxy-page" }
  | { kind: "redirect"; location: string }
  /** The connection ends before the answer begins. */
  | { kind: "no-answer" }
  /** Headers are sent and then nothing. */
  | { kind: "silence" }
  | { kind: "cut-in-stream" }
  | { kind: "stall-in-stream" }
  | { kind: "malformed-stream" }
  | { kind: "error-in-stream" }
  | { kind: "unfinished-stream" }
  | { kind: "prompt-blocked" }
  | { kind: "answer-blocked" }
  | { kind: "empty-answer" }
  | { kind: "wrong-vector-length" }
  | { kind: "vector-not-a-number" }
  | { kind: "vector-infinite" }
  | { kind: "vector-of-zeros" }
  | { kind: "vectors-missing" };

/** Which requests fail, and how. */
export interface FailurePlan {
  /** The next requests fail in this way, then all is well again. */
  failNext(failure: ModelFailure, times?: number): void;
  /** Every request fails in this way, until `null` ends it. */
  failAlways(failure: ModelFailure | null): void;
  take(): ModelFailure | undefined;
}

/** Opens a plan in which nothing fails. */
export function openFailurePlan(): FailurePlan {
  const queue: ModelFailure[] = [];
  let always: ModelFailure | null = null;
  return {
    failNext: (failure, times = 1) => queue.push(...Array.from({ length: times }, () => failure)),
    failAlways: (failure) => {
      always = failure;
    },
    take: () => queue.shift() ?? always ?? undefined,
  };
}

/** Fails below the vendor's protocol; false where the failure is not of that kind. */
export function failInTransport(failure: ModelFailure, response: ServerResponse): boolean {
  switch (failure.kind) {
    case "no-answer":
      breakOff(response);
      return true;
    case "silence":
      response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
      return true;
    case "proxy-page":
      response.writeHead(502, { "content-type": "text/html" }).end("<html>Bad Gateway</html>");
      return true;
    case "redirect":
      response.writeHead(307, { location: failure.location }).end();
      return true;
    default:
      return false;
  }
}

/** How a vendor writes a stream. */
export interface StreamShape {
  /** The events of the answer, each a JSON text. */
  events: string[];
  /** What closes the stream, after the last event. */
  ending: string[];
  errorEvent: string;
}

/** Writes an answer event by event, and fails on the way where the plan says so. */
export async function sendEvents(
  response: ServerResponse,
  { events, ending, errorEvent }: StreamShape,
  { failure, paceMs }: { failure: ModelFailure | undefined; paceMs: number },
): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.flushHeaders();
  const send = (text: string) => response.write(`data: ${text}\r\n\r\n`);
  for (const [i, event] of events.entries()) {
    if (i === FRAGMENTS_BEFORE_FAILURE) {
      if (failure?.kind === "stall-in-stream") return;
      if (failure?.kind === "cut-in-stream") {
        breakOff(response);
        return;
      }
      if (failure?.kind === "malformed-stream") send('{"candidates": [{"con');
      if (failure?.kind === "error-in-stream") send(errorEvent);
      if (failure?.kind === "unfinished-stream") break;
    }
    if (response.destroyed) return;
    send(event);
    await wait(paceMs);
  }
  if (failure?.kind !== "unfinished-stream") ending.forEach(send);
  response.end();
}

const FRAGMENTS_BEFORE_FAILURE = 2;
