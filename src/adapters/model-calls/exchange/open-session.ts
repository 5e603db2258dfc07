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

/** How long each step of getting to a server may take. */
const STEP_LIMIT_MS = 10_000;

/** Connects to the server of an `https:` address; undefined where it does not speak HTTP/2. */
export async function openSession(origin: string): Promise<OpenedSession | undefined> {
  const socket = await openSocket(origin);
  if (socket.alpnProtocol !== "h2") {
    socket.destroy();
    return undefined;
  }
  const session = connectHttp2(origin, {
    createConnection: () => socket,
    settings: { enablePush: false },
  });
  // Streams hear by themselves what happens to them; this one is for a connection without any.
  session.on("error", () => undefined);
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, AbortSignal.timeout(STEP_LIMIT_MS)]);
  session.once("close", () => over.abort(new Error("The server has closed the connection")));
  try {
    const [settings] = await once(session, "remoteSettings", { signal });
    return { session, settings };
  } catch (error) {
    session.destroy();
    throw error;
  }
}

async function openSocket(origin: string): Promise<TLSSocket> {
  const { hostname, port } = new URL(origin);
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const socket = connectTls({
    host,
    port: port === "" ? 443 : Number(port),
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ALPNProtocols: ["h2", "http/1.1"],
  }).setNoDelay();
  try {
    await once(socket, "secureConnect", { signal: AbortSignal.timeout(STEP_LIMIT_MS) });
    return socket;
  } catch (error) {
    socket.on("error", () => undefined).destroy();
    throw error;
  }
}
