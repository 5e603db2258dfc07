import type { IncomingHttpHeaders } from "node:http";
import { CallFailure } from "../call-failure.ts";
import type { OpenExchange, OutgoingRequest } from "./exchange.ts";
import { plainHeaders } from "./plain-headers.ts";

/** A function like the global `fetch`. */
export type Fetch = typeof globalThis.fetch;

/** Longer than any answer that is read as a whole. */
const MAX_CHARACTERS = 64 * 1024 * 1024;

/**
 * What the SDK takes for `fetch`, for answers that are read as a whole. Fails with a CallFailure or the signal's
 * reason; a redirect is a failure.
 */
export function fetchOver(openExchange: OpenExchange): Fetch {
  return async (input, init = {}) => {
    const request = toOutgoingRequest(input, init);
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const { signal } = init;
    signal?.throwIfAborted();
    let status = 0;
    let headers: IncomingHttpHeaders = {};
    let text = "";
    const exchange = openExchange(request, {
      head(...head) {
        [status, headers] = head;
      },
      data(piece) {
        text += piece;
        if (text.length > MAX_CHARACTERS) reject(new CallFailure("garbled"));
      },
      ended(failure) {
        if (failure !== undefined) reject(failure);
        else if (!isAnswer(status)) reject(new CallFailure("garbled"));
        else resolve(new Response(text === "" ? null : text, { status, headers: plainHeaders(headers) }));
      },
    });
    const abort = () => reject(signal?.reason);
    signal?.addEventListener("abort", abort, { once: true });
    try {
      return await promise;
    } finally {
      signal?.removeEventListener("abort", abort);
      exchange.close();
    }
  };
}

/** Whether a status stands for an answer with a text: not a redirect, and nothing that a Response cannot hold. */
function isAnswer(status: number): boolean {
  return status === 200 || status === 201 || (status >= 400 && status < 600);
}

function toOutgoingRequest(input: Parameters<Fetch>[0], init: RequestInit): OutgoingRequest {
  const { method = "GET", body = "" } = init;
  if (typeof input !== "string" || typeof body !== "string" || (method !== "GET" && method !== "POST")) {
    throw new Error("The SDK has built another request than one with an address and a text");
  }
  return { method, url: input, headers: Object.fromEntries(new Headers(init.headers)), body };
}
