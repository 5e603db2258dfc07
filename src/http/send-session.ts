import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import type { FastifyReply } from "fastify";
import type { Session } from "../domain/session.ts";
import { JSON_TYPE } from "./errors.ts";

/** How much of a conversation is written at a time: it may have megabytes, and each character may need another before it. */
const PIECE_LENGTH = 64 * 1024;

/** Answers with a session, piece by piece, so that others have a turn in between. */
export function sendSession(reply: FastifyReply, session: Session): FastifyReply {
  return reply.header("Content-Type", JSON_TYPE).send(Readable.from(piecesOf(session)));
}

async function* piecesOf({ messages, ...rest }: Session): AsyncGenerator<Buffer> {
  yield Buffer.from(`{"session":${JSON.stringify(rest).slice(0, -1)},"messages":"`);
  for (let from = 0; from < messages.length; from += PIECE_LENGTH) {
    // Half of a character is written as its number, and so is the other half in the next piece.
    yield Buffer.from(JSON.stringify(messages.slice(from, from + PIECE_LENGTH)).slice(1, -1));
    // A client that reads as fast as this is written would leave nobody a turn.
    await setImmediate();
  }
  yield Buffer.from('"}}');
}
