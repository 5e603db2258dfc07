import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import type { FastifyReply } from "fastify";
import { JSON_TYPE, reportFailure } from "./errors.ts";

/** How many characters of a text are written at once. */
const PIECE_LENGTH = 64 * 1024;

/** An answer that is no longer than this is sent whole, so that whatever fails in it can be answered as a failure. */
const WHOLE_LENGTH = 512 * 1024;

/** The JSON of an object with texts in it, in pieces: one that is long would hold everybody up, or not fit at all. */
export function* jsonOfObject(object: Record<string, unknown>): Generator<string> {
  let before = "{";
  for (const [name, value] of Object.entries(object)) {
    yield `${before}${JSON.stringify(name)}:`;
    if (typeof value === "string") yield* jsonOfText(value);
    else yield JSON.stringify(value);
    before = ",";
  }
  yield before === "{" ? "{}" : "}";
}

/** The JSON of a list, in the pieces of its objects. */
export async function* jsonOfList(objects: AsyncIterable<Record<string, unknown>>): AsyncGenerator<string> {
  let before = "[";
  for await (const object of objects) {
    yield before;
    yield* jsonOfObject(object);
    before = ",";
  }
  yield before === "[" ? "[]" : "]";
}

function* jsonOfText(text: string): Generator<string> {
  yield '"';
  for (let start = 0; start < text.length; ) {
    const end = Math.min(start + PIECE_LENGTH, text.length);
    // Both halves of a character stay together: apart they would be written as escapes.
    const isCut = end < text.length && /[\uD800-\uDBFF]/.test(text[end - 1] ?? "");
    const piece = text.slice(start, isCut ? end + 1 : end);
    yield JSON.stringify(piece).slice(1, -1);
    start += piece.length;
  }
  yield '"';
}

/**
 * Answers with JSON as it comes, as fast as the client takes it. A failure is answered like every other as long as
 * nothing was sent; after that it is logged, and the connection is broken off so that nobody takes a part for the whole.
 */
export async function sendJson(reply: FastifyReply, pieces: AsyncGenerator<string>): Promise<FastifyReply> {
  let text = "";
  while (text.length < WHOLE_LENGTH) {
    const next = await pieces.next();
    if (next.done === true) return reply.header("Content-Type", JSON_TYPE).send(text);
    text += next.value;
    await giveTurn(next.value);
  }
  return reply.header("Content-Type", JSON_TYPE).send(Readable.from(followedBy(text, pieces, reply)));
}

async function* followedBy(
  beginning: string,
  pieces: AsyncGenerator<string>,
  reply: FastifyReply,
): AsyncGenerator<string> {
  try {
    yield beginning;
    for await (const piece of pieces) {
      yield piece;
      await giveTurn(piece);
    }
  } catch (error) {
    throw reportFailure(reply.request, error);
  }
}

/** A client that reads as fast as this is written would leave nobody a turn. */
async function giveTurn(piece: string): Promise<void> {
  if (piece.length >= PIECE_LENGTH) await setImmediate();
}
