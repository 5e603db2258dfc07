import type { BuiltRequest } from "./build-request.ts";
import { openFetchCall } from "./fetch-call.ts";
import { openHttpCall } from "./http-call.ts";
import type { Fetch } from "./provider-fetch.ts";

/** A call that is answered with Server-Sent Events. */
export interface EventCall {
  /** Holds the provider up while its reader has enough to do. */
  pause(): void;
  resume(): void;
  /** Ends the call wherever it is, and nothing more is said of it. Does nothing to one that has ended. */
  close(): void;
}

/** Hears what a call is answered with. */
export interface EventReader {
  /** The data of events that have come together; none where there was only a sign of life. */
  events(batch: readonly string[]): void;
  /** The last word. */
  ended(outcome: Outcome): void;
}

/** How a call ended: with its answer received to the end, or with a CallFailure, a RejectedCall or a bug. */
export type Outcome = "received" | { error: unknown };

/** Sends a request. A redirect is a failure: a key never follows one to another host. */
export type OpenEventCall = (request: BuiltRequest, reader: EventReader) => EventCall;

/**
 * The way to a provider that costs the least memory for each stream: `node:http` where there is no encryption, half
 * of `fetch`; else `fetch`, which lets many streams share a connection where the provider speaks HTTP/2, and a
 * connection of its own with TLS is what costs most. A `fetch` that is given is always used.
 */
export function chooseEventCall(baseUrl: string, fetch?: Fetch): OpenEventCall {
  if (fetch === undefined && baseUrl.startsWith("http:")) return openHttpCall;
  return openFetchCall(fetch ?? globalThis.fetch);
}
