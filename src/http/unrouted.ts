import { METHODS, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { FastifyInstance } from "fastify";
import { AppError } from "../domain/errors.ts";
import { bodyOf, JSON_TYPE, sendFailure, statusOf } from "./errors.ts";
import type { KnownPaths } from "./known-paths.ts";

/** Answers requests that no route takes, before their bodies are looked at. */
export function answerUnrouted(app: FastifyInstance, paths: KnownPaths): void {
  app.addHook("onRequest", async (request, reply) => {
    if (request.raw.httpVersion === "1.1" && request.headers.host === undefined)
      throw new AppError("invalid-input", "The request has no Host header");
    if (!request.is404) return;
    const { failure, headers } = paths.refuse(request.method, request.url);
    reply.headers(headers);
    throw failure;
  });
  app.setNotFoundHandler((request, reply) => {
    const { failure, headers } = paths.refuse(request.method, request.url);
    return sendFailure(reply.headers(headers), failure);
  });
  // Node makes no requests of the following two, and would answer them without a word.
  app.server.on("connect", ({ method = "", url = "" }, socket) => {
    const { failure, headers } = paths.refuse(method, url);
    endWith(socket, { status: statusOf(failure), headers, body: bodyOf(failure) });
  });
  app.server.on("checkExpectation", (_request, response) => {
    const body = { error: "The header Expect asks for something unknown", details: "100-continue is known" };
    response.writeHead(417, { "Content-Type": JSON_TYPE }).end(JSON.stringify(body));
  });
}

interface UnreadableError {
  code?: string;
  /** What came: a buffer, where the parser refused it. */
  rawPacket?: unknown;
}

/** Answers what never became a request: an address, a method or a header that cannot be read. */
export function answerUnreadable(paths: KnownPaths) {
  return (error: UnreadableError, socket: Duplex): void => {
    if (error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    const [, method, url] = REQUEST_LINE.exec(String(error.rawPacket)) ?? [];
    if (error.code === "HPE_INVALID_METHOD" && method && url && !METHODS.includes(method)) {
      const { failure, headers } = paths.refuse(method, url);
      endWith(socket, { status: statusOf(failure), headers, body: bodyOf(failure) });
      return;
    }
    const [status, sentence] = UNREADABLE[error.code ?? ""] ?? [400, "This is not an HTTP request"];
    endWith(socket, { status, headers: {}, body: { error: sentence } });
  };
}

const REQUEST_LINE = /^([!-~]+) (\/[!-~]*) HTTP\/1\.[01]\r\n/;

const UNREADABLE: Record<string, [status: number, sentence: string]> = {
  HPE_HEADER_OVERFLOW: [431, "The address or the headers are too long"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "The request did not come in time"],
};

interface LastAnswer {
  status: number;
  headers: Record<string, string>;
  body: object;
}

/** Writes an answer where there is nobody else to do it, and ends the connection. */
function endWith(socket: Duplex, { status, headers, body }: LastAnswer): void {
  const text = JSON.stringify(body);
  const lines = Object.entries({
    ...headers,
    "Content-Type": JSON_TYPE,
    "Content-Length": Buffer.byteLength(text),
    Connection: "close",
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${text}`);
}
