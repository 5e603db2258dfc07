import { globalAgent } from "node:https";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { buildConnector, type Dispatcher, EnvHttpProxyAgent, errors, Pool } from "undici";

/** The connections to one server, made as they are needed and kept for a while. */
interface ConnectionPool {
  kept: Dispatcher;
  /** For a request that a kept connection has lost: by HTTP/1.1 each gets a connection of its own. */
  fresh: Dispatcher;
  /** How many connections were made so far; NaN where nobody can tell. */
  made(): number;
  /** Gives up the connections that are just being made. */
  giveUp(): void;
  /** Ends every connection and what is under way on it. */
  close(): Promise<void>;
}

interface PoolOptions {
  /** How many there may be by HTTP/1.1; null for as many as are asked for. */
  connections: number | null;
  /** Whether much is written at once, and nothing that a lost connection took along is repeated. */
  isBackend: boolean;
  /** Whether anybody waits for a connection at all. */
  isNeeded(): boolean;
  /** Told where the one connection could not be made that everybody waits for who is not on another. */
  onUnreachable(error: Error): void;
  /** How often a server has to show that it is still there. */
  pingMs: number;
}

/** How long it may take to get to a server. */
const CONNECT_LIMIT_MS = 10_000;
/** How long a connection is kept that nobody uses: where nothing is repeated, less than servers keep theirs. */
const IDLE_MS = 60_000;
const BACKEND_IDLE_MS = 4_000;
/** How much may be on its way unasked: with the protocol's own 64 kB a distant server would mostly wait for leave. */
const STREAM_WINDOW_BYTES = 1024 * 1024;
const CONNECTION_WINDOW_BYTES = 16 * 1024 * 1024;
/** Servers allow about as many on one connection, or fewer; all on one was too much for a server without a limit. */
const MAX_STREAMS = 128;

/**
 * Opens connections by HTTP/2 where the address is encrypted and the server speaks it, else by HTTP/1.1. A backend is
 * spoken to by HTTP/1.1 alone: Node refuses requests on a connection by HTTP/2 where 10 MB wait to be sent.
 */
export function openPool(origin: string, options: PoolOptions): ConnectionPool {
  const { isNeeded, onUnreachable, pingMs, connections, isBackend } = options;
  const keepAliveTimeout = isBackend ? BACKEND_IDLE_MS : IDLE_MS;
  const limits = { headersTimeout: CONNECT_LIMIT_MS, keepAliveTimeout, connections };
  // Node leads requests through the proxy that the environment names only where it is told to; so does this.
  if (globalAgent.options.proxyEnv !== undefined) {
    const dispatcher = new EnvHttpProxyAgent({ ...limits, allowH2: false, connectTimeout: CONNECT_LIMIT_MS });
    const close = () => dispatcher.destroy();
    return { kept: dispatcher, fresh: dispatcher, made: () => Number.NaN, giveUp: () => undefined, close };
  }
  const connectTo = buildConnector({ allowH2: !isBackend, preferH2: true, timeout: CONNECT_LIMIT_MS });
  const connecting = new Set<Socket>();
  // Until the server has said which protocol it speaks, and while that is HTTP/2, all wait for one connection.
  let isShared = !isBackend && origin.startsWith("https:");
  let made = 0;

  const connect: buildConnector.connector = (target, callback) => {
    // For requests that were left while they waited in the pool, which has no way to take them out.
    if (!isNeeded()) return void setImmediate(() => callback(new Error("Nobody waits any more"), null));
    const socket = (connectTo as Connect)(target, (error, connected) => {
      // One that was given up has nobody to tell: who waits now has come since.
      const isAwaited = connecting.delete(socket);
      if (error !== null) {
        if (isShared && isAwaited) onUnreachable(error);
        return callback(error, null);
      }
      made += 1;
      isShared = connected instanceof TLSSocket && connected.alpnProtocol === "h2";
      if (isShared) watch(connected, pingMs);
      callback(null, connected);
    });
    connecting.add(socket);
  };

  const settings: Pool.Options = {
    ...limits,
    connect,
    allowH2: !isBackend,
    // The newer place for it is not read yet.
    initialWindowSize: STREAM_WINDOW_BYTES,
    h2Options: {
      connectionWindowSize: CONNECTION_WINDOW_BYTES,
      maxConcurrentStreams: MAX_STREAMS,
      pingInterval: pingMs,
    },
  };
  const kept = new Pool(origin, settings);
  const fresh = new Pool(origin, { ...settings, pipelining: 0 });
  return {
    kept,
    fresh,
    made: () => made,
    giveUp() {
      for (const socket of connecting) {
        connecting.delete(socket);
        socket.destroy(new Error("Nobody waits any more"));
      }
    },
    async close() {
      await Promise.all([kept.destroy(), fresh.destroy()]);
    },
  };
}

/** The connector also gives the socket, which its types do not say. */
type Connect = (...given: Parameters<buildConnector.connector>) => Socket;

/** Ends a connection whose server answers no PING: requests would be sent into the void for minutes. */
function watch(socket: Socket, pingMs: number): void {
  let readBytes = 0;
  const timer = setInterval(() => {
    if (socket.bytesRead === readBytes) socket.destroy(new errors.SocketError("The server has vanished"));
    readBytes = socket.bytesRead;
  }, pingMs * 1.5).unref();
  socket.once("close", () => clearInterval(timer));
}
