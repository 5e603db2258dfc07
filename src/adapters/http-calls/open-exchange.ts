import type { Dispatcher } from "undici";
import type { OpenExchange, OutgoingRequest, ServerWay } from "./exchange.ts";
import { isLoss, type LostConnection, lostConnection } from "./lost-connection.ts";
import { openPool } from "./open-pool.ts";

/** Above this a connection is not kept: its server may have answered before it had read the whole request. */
const LARGE_BODY = 1024 * 1024;
const PING_MS = 4_000;

interface WayOptions {
  /** A backend is written to by who knows what may be sent twice, and often more than is large elsewhere. */
  isBackend?: boolean;
  /** How many connections there may be by HTTP/1.1; further requests wait for one of them. */
  connections?: number;
  pingMs?: number;
}

/** The way to the server of an address. Streams share connections where the server speaks HTTP/2. */
export function openExchangeWith(address: string, options: WayOptions = {}): ServerWay {
  const { isBackend = false, connections = null, pingMs = PING_MS } = options;
  const { origin } = new URL(address);
  /** What to tell those who have no answer yet where their connection cannot be made. */
  const unanswered = new Set<(error: Error) => void>();
  const { kept, fresh, made, giveUp, close } = openPool(origin, {
    pingMs,
    connections,
    isBackend,
    isNeeded: () => unanswered.size > 0,
    onUnreachable(error) {
      for (const fail of unanswered) fail(error);
    },
  });

  const open: OpenExchange = (request, listener) => {
    let controller: Dispatcher.DispatchController | undefined;
    let isOver = false;
    // Needed once more where a kept connection turns out to be lost, and let go of as soon as there is an answer.
    let repeatable = isBackend ? undefined : request;
    let hasAnswer = false;
    unanswered.add(failUnsent);
    send(request, kept);

    function send({ method, url, headers, body }: OutgoingRequest, dispatcher: Dispatcher): void {
      const { pathname, search } = new URL(url);
      const madeBefore = made();
      dispatcher.dispatch(
        {
          origin,
          path: pathname + search,
          method,
          // Compressed tokens would have to be unpacked, with a window of memory for each stream.
          headers: { "user-agent": "carrel", "accept-encoding": "identity", ...headers },
          body: body ?? null,
          reset: !isBackend && body !== undefined && body.length > LARGE_BODY,
          // Who asks has a limit of his own.
          headersTimeout: 0,
          bodyTimeout: 0,
        },
        {
          onRequestStart(given) {
            controller = given;
            if (isOver) given.abort(LEFT);
            // The server may have closed a connection that was kept: that says nothing about the server.
            else if (made() !== madeBefore) repeatable = undefined;
          },
          onResponseStart(_, status, answerHeaders) {
            if (status < 200 || isOver) return;
            answered();
            listener.head(status, answerHeaders);
          },
          onResponseData(_, bytes) {
            if (!isOver) listener.data(bytes);
          },
          onResponseEnd() {
            end(undefined);
          },
          onResponseError(_, error) {
            const again = isLoss(error) && !isOver ? repeatable : undefined;
            repeatable = undefined;
            if (again !== undefined) send(again, fresh);
            else end(lostConnection(hasAnswer, error));
          },
        },
      );
    }

    function failUnsent(error: Error): void {
      if (controller === undefined) end(lostConnection(false, error));
    }

    function answered(): void {
      hasAnswer = true;
      repeatable = undefined;
      unanswered.delete(failUnsent);
      if (unanswered.size === 0) giveUp();
    }

    function end(failure: LostConnection | undefined): void {
      if (isOver) return;
      leave();
      listener.ended(failure);
    }

    function leave(): void {
      if (isOver) return;
      isOver = true;
      answered();
      controller?.abort(LEFT);
    }

    return { pause: () => controller?.pause(), resume: () => controller?.resume(), close: leave };
  };
  return Object.assign(open, { close });
}

const LEFT = new Error("The asker has left");
