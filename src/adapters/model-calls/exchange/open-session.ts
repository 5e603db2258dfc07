import { once } from "node:events";
import { type ClientHttp2Session, connect as connectHttp2, type Settings } from "node:http2";
import { isIP } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";

/** A connection that speaks HTTP/2. */
export interface OpenedSession {
  session: ClientHttp2Session;
  /** What the server asks of its client. */
  settings: Settings;
}

/** How long it may take to get to a server. */
const LIMIT_MS = 10_000;
/** How much may be on its way unasked: with the protocol's own 64 kB a distant server would mostly wait for leave. */
const STREAM_WINDOW_BYTES = 1024 * 1024;
const CONNECTION_WINDOW_BYTES = 16 * 1024 * 1024;

/** Connects to the server of an `https:` address; undefined where it does not speak HTTP/2. */
export async function openSession(origin: string, signal: AbortSignal): Promise<OpenedSession | undefined> {
  const over = new AbortController();
  const limit = setTimeout(() => over.abort(connectionError("ETIMEDOUT")), LIMIT_MS);
  const ending = AbortSignal.any([signal, over.signal]);
  try {
    const socket = await openSocket(origin, ending);
    return await openOver(socket, origin, ending);
  } catch (error) {
    // What `once` throws for an abort says nothing.
    throw ending.aborted ? ending.reason : error;
  } finally {
    clearTimeout(limit);
  }
}

async function openSocket(origin: string, signal: AbortSignal): Promise<TLSSocket> {
  const { hostname, port } = new URL(origin);
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const socket = connectTls({
    host,
    port: port === "" ? 443 : Number(port),
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ALPNProtocols: ["h2", "http/1.1"],
  }).setNoDelay();
  try {
    await once(socket, "secureConnect", { signal });
    return socket;
  } catch (error) {
    socket.on("error", () => undefined).destroy();
    throw error;
  }
}

async function openOver(
  socket: TLSSocket,
  origin: string,
  signal: AbortSignal,
): Promise<OpenedSession | undefined> {
  if (socket.alpnProtocol !== "h2") {
    socket.destroy();
    return undefined;
  }
  const session = connectHttp2(origin, {
    createConnection: () => socket,
    settings: { enablePush: false, initialWindowSize: STREAM_WINDOW_BYTES },
  });
  // Streams hear by themselves what happens to them; this one is for a connection without any.
  session.on("error", () => undefined);
  const closed = new AbortController();
  session.once("close", () => closed.abort(connectionError("ECONNRESET")));
  try {
    const [settings] = await once(session, "remoteSettings", {
      signal: AbortSignal.any([signal, closed.signal]),
    });
    session.setLocalWindowSize(CONNECTION_WINDOW_BYTES);
    return { session, settings };
  } catch (error) {
    session.destroy();
    throw closed.signal.aborted ? closed.signal.reason : error;
  }
}

function connectionError(code: "ETIMEDOUT" | "ECONNRESET"): Error {
  return Object.assign(new Error("The connection could not be made"), { code });
}
