import type { IncomingHttpHeaders } from "node:http";
import { pipeline, Readable } from "node:stream";
import { constants, createGunzip } from "node:zlib";
import type { Exchange, OpenExchange, OutgoingRequest } from "./exchange.ts";
import { AnswerTooLong, LostConnection } from "./lost-connection.ts";

/** An answer whose body is still to be read, which holds the server up while it is not. */
export interface OpenAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** To be read to its end or destroyed. Fails with a LostConnection or the signal's reason. */
  body: Readable;
}

/** Sends a request and waits for its answer to begin. Fails with a LostConnection or the signal's reason. */
export async function openAnswer(
  openExchange: OpenExchange,
  request: OutgoingRequest,
  signal: AbortSignal,
): Promise<OpenAnswer> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<OpenAnswer>();
  let exchange: Exchange | undefined;
  const body = new Readable({
    read: () => exchange?.resume(),
    destroy(error, done) {
      signal.removeEventListener("abort", leave);
      exchange?.close();
      done(error);
    },
  });
  const leave = () => body.destroy(signal.reason);
  signal.addEventListener("abort", leave, { once: true });
  body.on("error", reject);
  exchange = openExchange(request, {
    head(status, headers) {
      resolve({ status, headers, body: headers["content-encoding"] === "gzip" ? unpacked(body) : body });
    },
    data(bytes) {
      if (!body.push(bytes)) exchange?.pause();
    },
    ended(failure) {
      if (failure === undefined) body.push(null);
      else body.destroy(failure);
    },
  });
  return promise;
}

/** The text of a body. One of more bytes is broken off and thrown as `AnswerTooLong`. */
export async function textOf(
  body: AsyncIterable<Uint8Array>,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<string> {
  const pieces: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const piece of body) {
    sizeBytes += piece.length;
    if (sizeBytes > maxBytes) throw new AnswerTooLong();
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

/** Sends a request and reads its answer, which is a success or a refusal: a redirect is a failure. */
export async function readAnswer(openExchange: OpenExchange, request: OutgoingRequest, signal: AbortSignal) {
  const { status, headers, body } = await openAnswer(openExchange, request, signal);
  const text = await textOf(body, MAX_BYTES);
  if (status < 200 || (status >= 300 && status < 400) || status >= 600) throw new LostConnection("garbled");
  return { status, headers, text };
}

/** Longer than any answer that is read as a whole. */
const MAX_BYTES = 64 * 1024 * 1024;

/** An answer without a body may still be called a packed one. */
function unpacked(body: Readable): Readable {
  return pipeline(body, createGunzip({ finishFlush: constants.Z_SYNC_FLUSH }), () => undefined);
}
