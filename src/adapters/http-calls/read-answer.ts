import type { IncomingHttpHeaders } from "node:http";
import type { OpenExchange, OutgoingRequest } from "./exchange.ts";
import { LostConnection } from "./lost-connection.ts";

/** An answer that was read as a whole. */
interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Longer than any answer that is read as a whole. */
const MAX_CHARACTERS = 64 * 1024 * 1024;

/** Sends a request and reads its answer. Fails with a LostConnection or the signal's reason; a redirect is a failure. */
export async function readAnswer(
  openExchange: OpenExchange,
  request: OutgoingRequest,
  signal: AbortSignal,
): Promise<Answer> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const answer: Answer = { status: 0, headers: {}, text: "" };
  const exchange = openExchange(request, {
    head(status, headers) {
      answer.status = status;
      answer.headers = headers;
    },
    data(piece) {
      answer.text += piece;
      if (answer.text.length > MAX_CHARACTERS) reject(new LostConnection("garbled"));
    },
    ended(failure) {
      if (failure !== undefined) reject(failure);
      else if (!isWord(answer.status)) reject(new LostConnection("garbled"));
      else resolve(answer);
    },
  });
  const abort = () => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await promise;
  } finally {
    signal.removeEventListener("abort", abort);
    exchange.close();
  }
}

/** Whether a status stands for a success or a refusal: nothing else is asked for, redirects least of all. */
function isWord(status: number): boolean {
  return (status >= 200 && status < 300) || (status >= 400 && status < 600);
}
