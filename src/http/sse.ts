import { once } from "node:events";
import type { FastifyReply } from "fastify";
import { asAppError, logFailure } from "./errors.ts";

/** After this much silence a comment keeps proxies from closing the connection. */
const SILENCE_MS = 15_000;

/** What ends a stream of events that went well. */
type Ending = "[DONE]" | null;

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
      await stream.send(JSON.stringify(event));
      if (stream.isClosed()) return;
    }
    if (ending !== null) await stream.send(ending);
  } catch (error) {
    if (stream.isClosed()) return;
    const failure = asAppError(error);
    if (failure.code === "internal") logFailure(reply.request, error);
    const message =
      failure.details === undefined ? failure.message : `${failure.message}. ${failure.details}`;
    await stream.send(JSON.stringify({ error: message }));
    await stream.send("[DONE]");
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
    if (!isClosed()) raw.write(": still here\n\n");
  }, SILENCE_MS);

  return {
    isClosed,
    async send(text: string): Promise<void> {
      if (isClosed()) return;
      silence.refresh();
      if (!raw.write(`data: ${text}\n\n`) && !isClosed())
        await Promise.race([once(raw, "drain"), once(raw, "close")]);
    },
    end(): void {
      clearInterval(silence);
      if (!isClosed()) raw.end();
    },
  };
}
