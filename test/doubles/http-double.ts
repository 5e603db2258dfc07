import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as a double received it, its body parsed. */
export interface ReceivedRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  body: unknown;
}

/** A server on an ephemeral port of this machine that stands for a vendor's. */
export interface HttpDouble {
  url: string;
  requests: ReceivedRequest[];
  /** How many connections were made, and how many of them are over. */
  sockets: { opened: number; closed: number };
  /** How many requests are being answered. */
  openCalls(): number;
  close(): Promise<void>;
}

export type Answer = (request: ReceivedRequest, response: ServerResponse) => Promise<void> | void;

/** Opens the server; `answer` is called for each request once its body is there. */
export async function openHttpDouble(answer: Answer): Promise<HttpDouble> {
  const requests: ReceivedRequest[] = [];
  const sockets = { opened: 0, closed: 0 };
  let openCalls = 0;
  const server = createServer(async (incoming, response) => {
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
      response.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  });
  server.on("connection", (socket) => {
    sockets.opened += 1;
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      sockets.closed += 1;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    requests,
    sockets,
    openCalls: () => openCalls,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
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

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") throw new Error("The double has no port");
  return address.port;
}
