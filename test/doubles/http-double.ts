import type { IncomingMessage, ServerResponse } from "node:http";
import { breakOff, type OpenServer, openServerOn, type Wire } from "./wire.ts";

/** A request as a double received it, its body parsed. */
export interface ReceivedRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  body: unknown;
}

/** A server that stands for a vendor's. */
export interface HttpDouble extends OpenServer {
  requests: ReceivedRequest[];
  /** How many requests are being answered. */
  openCalls(): number;
}

export type Answer = (request: ReceivedRequest, response: ServerResponse) => Promise<void> | void;

/** Opens the server; `answer` is called for each request once its body is there. */
export async function openHttpDouble(answer: Answer, wire: Wire = "http"): Promise<HttpDouble> {
  const requests: ReceivedRequest[] = [];
  let openCalls = 0;
  const server = await openServerOn(wire, async (incoming, response) => {
    openCalls += 1;
    response.on("close", () => {
      openCalls -= 1;
    });
    try {
      const request = await receive(incoming);
      requests.push(request);
      await answer(request, response);
    } catch (error) {
      // The client has left, or the double is wrong: either way the connection ends and a test notices.
      breakOff(response, error instanceof Error ? error : new Error(String(error)));
    }
  });
  return { ...server, requests, openCalls: () => openCalls };
}

/** Answers with a JSON body. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
) {
  sendText(response, status, JSON.stringify(body), {
    "content-type": "application/json; charset=utf-8",
    ...headers,
  });
}

/** Answers with a text. */
export function sendText(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
) {
  response.writeHead(status, headers).end(text);
}

async function receive(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  const url = new URL(incoming.url ?? "/", "http://double");
  return {
    method: incoming.method ?? "",
    path: url.pathname,
    query: url.searchParams,
    headers: incoming.headers,
    body: text === "" ? undefined : JSON.parse(text),
  };
}
