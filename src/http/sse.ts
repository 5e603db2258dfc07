import type { FastifyReply } from "fastify";
import { z } from "zod";
import { reportFailure } from "./errors.ts";

/** After this much silence a comment keeps proxies from closing the connection. */
const SILENCE_MS = 15_000;

/** What every stream says where it fails. */
export const failureEventSchema = z
  .object({ error: z.string().describe("What is wrong, for people.") })
  .meta({ id: "FailureEvent", description: "The work failed; nothing but `[DONE]` comes after it." });

/** The last event of every chat, and of everything that fails. It is no JSON. */
export const doneSchema = z.literal("[DONE]").meta({
  id: "Done",
  description: "The end of every chat, and of whatever failed. No JSON, unlike all other events.",
});

/** What ends a stream of events that went well. */
type Ending = z.output<typeof doneSchema> | null;

/**
 * Streams events, each as one `data:` line, as soon as they come. A failure becomes an `error` event and then
 * `[DONE]`. When the client leaves, the iteration is ended.
 */
export async function sendEvents(
  reply: FastifyReply,
  events: AsyncIterable<unknown>,
  ending: Ending,
): Promise<void> {
  const stream = openStream(reply);
  try {
    for await (const event of events) {
      if (!stream.send(JSON.stringify(event))) await stream.drained();
      if (stream.isClosed()) return;
    }
    if (ending !== null) stream.send(ending);
  } catch (error) {
    if (stream.isClosed()) return;
    const { message, details } = reportFailure(reply.request, error);
    const event: z.output<typeof failureEventSchema> = {
      error: details === undefined ? message : `${message}. ${details}`,
    };
    stream.send(JSON.stringify(event));
    stream.send(doneSchema.value);
  } finally {
    stream.end();
  }
}

function openStream(reply: FastifyReply) {
  reply.hijack();
  const { raw } = reply;
  reply.headers({
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-cache",
    "X-Accel-Buffering": "no",
  });
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value);
  }
  raw.flushHeaders();
  const isClosed = () => raw.destroyed || raw.writableEnded;
  const silence = setInterval(() => {
    if (!isClosed() && !raw.writableNeedDrain) raw.write(": still here\n\n");
  }, SILENCE_MS);

  return {
    isClosed,
    /** False where the client does not keep up: `drained` says when it has. */
    send(text: string): boolean {
      if (isClosed()) return true;
      silence.refresh();
      return raw.write(`data: ${text}\n\n`);
    },
    drained(): Promise<void> {
      return new Promise((resolve) => {
        const settle = () => {
          raw.off("drain", settle).off("close", settle);
          resolve();
        };
        if (isClosed()) resolve();
        else raw.on("drain", settle).on("close", settle);
      });
    },
    end(): void {
      clearInterval(silence);
      if (!isClosed()) raw.end();
    },
  };
}
