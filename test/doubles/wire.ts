import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { createSecureServer, Http2ServerResponse } from "node:http2";
import { createServer as createEncryptedServer } from "node:https";
import type { AddressInfo, Server, Socket } from "node:net";
import type { Certificate } from "./certificate.ts";

/** How a server is spoken to: plainly by HTTP/1.1, or encrypted by one of the two. */
export type Wire = "http" | { protocol: "http/1.1" | "h2"; certificate: Certificate };

/** A server on an ephemeral port of this machine. */
export interface OpenServer {
  url: string;
  /** How many connections were made, and how many of them are over. */
  sockets: { opened: number; closed: number };
  /** Does nothing to one that is closed. */
  close(): Promise<void>;
}

/** Opens a server; `settings` are those of HTTP/2. */
export async function openServerOn(
  wire: Wire,
  listener: RequestListener,
  settings: { maxConcurrentStreams?: number } = {},
): Promise<OpenServer> {
  const server = createServerOn(wire, listener, settings);
  const connections = new Set<Socket>();
  const sockets = { opened: 0, closed: 0 };
  server.on("connection", (socket) => {
    sockets.opened += 1;
    connections.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      connections.delete(socket);
      sockets.closed += 1;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${wire === "http" ? "http" : "https"}://127.0.0.1:${port}`,
    sockets,
    close: () =>
      new Promise((resolve, reject) => {
        if (!server.listening) return resolve();
        server.close((error) => (error ? reject(error) : resolve()));
        for (const socket of connections) socket.destroy();
      }),
  };
}

/** Breaks an answer off, as a server does that dies. */
export function breakOff(response: ServerResponse, error = new Error("The server breaks off")): void {
  // Without an error HTTP/2 would close the stream as one that is done.
  if (response instanceof Http2ServerResponse) response.stream.destroy(error);
  else response.destroy(error);
}

function createServerOn(wire: Wire, listener: RequestListener, settings: object): Server {
  if (wire === "http") return createServer(listener);
  const { protocol, certificate } = wire;
  if (protocol === "http/1.1") return createEncryptedServer(certificate, listener);
  // Requests and responses of HTTP/2 have the faces of those of HTTP/1.1, though not their types.
  return createSecureServer({ ...certificate, settings, allowHTTP1: true }, listener as never);
}
