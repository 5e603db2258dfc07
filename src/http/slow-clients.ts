import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** The request that a connection is busy with. */
interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
  /** Whether it was silent for too long already, while it had more to send. */
  wasSilent: boolean;
}

/**
 * Ends connections whose clients neither send nor read. The server tells of a connection on which no byte has moved for
 * `silenceMs`. A client that waits for us is left alone; one that has more to send is first left to whoever reads its
 * body, and can answer it.
 */
export function endSlowClients(app: FastifyInstance): void {
  const exchanges = new WeakMap<object, Exchange>();

  app.addHook("onRequest", async (request, reply) => {
    const { socket } = request.raw;
    exchanges.set(socket, { request, reply, wasSilent: false });
    reply.raw.once("close", () => exchanges.delete(socket));
    reply.raw.once("finish", () => endUnwantedBody(request));
  });
  app.server.on("timeout", (socket) => {
    const exchange = exchanges.get(socket);
    // The clock has stopped; it goes on where it is set again.
    if (exchange !== undefined && isOurTurn(exchange)) {
      socket.setTimeout(app.server.timeout);
    } else if (exchange !== undefined && isSending(exchange) && !exchange.wasSilent) {
      exchange.wasSilent = true;
      socket.setTimeout(app.timeLimits.lastWordsMs);
    } else {
      socket.destroy();
    }
  });

  /** Who was answered before it had sent everything may go on for a while, so that it gets to read the answer. */
  function endUnwantedBody({ raw }: FastifyRequest): void {
    if (raw.complete !== false) return;
    const limit = setTimeout(() => raw.destroy(), app.timeLimits.lastWordsMs);
    raw.once("close", () => clearTimeout(limit));
  }
}

/** Whether the client has sent all and read all there is, so that it is for the service to go on. */
function isOurTurn(exchange: Exchange): boolean {
  const { request, reply } = exchange;
  return !isSending(exchange) && reply.raw.writableLength === 0 && request.raw.socket.writableLength === 0;
}

/** Whether the client has not sent all of its request, and was not answered. */
function isSending({ request, reply }: Exchange): boolean {
  return !request.raw.complete && !reply.raw.headersSent;
}
