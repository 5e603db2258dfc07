import type { ClientHttp2Session, Settings } from "node:http2";
import { openSession } from "./open-session.ts";

/** Connections to one server that many requests share, as HTTP/2 lets them. */
export interface SharedConnections {
  /**
   * Room for a stream, with `isFresh` on a connection that is still to be made; undefined where the server speaks
   * HTTP/1.1 alone. Fails where it cannot be reached.
   */
  take(isFresh: boolean, signal: AbortSignal): Promise<Place | undefined>;
}

/** Room for one stream on a connection. */
export interface Place {
  session: ClientHttp2Session;
  /** Whether the connection has carried a stream before, and so may have been lost since. */
  wasUsed: boolean;
  /** Gives the room back; once. */
  leave(): void;
}

interface Connection {
  session: ClientHttp2Session;
  /** Later connections have greater ones. */
  serial: number;
  streams: number;
  limit: number;
  wasUsed: boolean;
  /** When the server has last shown that it is there; Infinity while it is asked to. */
  provenAt: number;
}

interface Waiting extends PromiseWithResolvers<Place | undefined> {
  /** The connection must be later than the one with this serial. */
  after: number;
}

/** How many streams a server usually allows on one connection. */
const USUAL_LIMIT = 100;
/** How long a connection without streams is kept. */
const IDLE_MS = 60_000;

/** When a server has to show that it is still there. */
export interface Trust {
  /** How long it is believed without. */
  trustMs: number;
  /** How long it may take to show it. */
  proofMs: number;
}

/** Makes connections to the server of an `https:` address as they are needed. */
export function openSharedConnections(
  origin: string,
  trust: Trust = { trustMs: 15_000, proofMs: 5_000 },
): SharedConnections {
  const connections = new Set<Connection>();
  const waiting: Waiting[] = [];
  const connecting = new Set<AbortController>();
  let lastSerial = 0;
  let usualLimit = USUAL_LIMIT;
  let isHttp1 = false;

  /** Gives places to those who wait, and makes as many connections as the others will need. */
  function serve(): void {
    for (const connection of connections) {
      for (const one of waiting.filter(({ after }) => after < connection.serial)) {
        if (connection.streams >= connection.limit) break;
        waiting.splice(waiting.indexOf(one), 1);
        one.resolve(placeOn(connection));
      }
    }
    while (waiting.length > connecting.size * usualLimit) void connect();
  }

  /** Lets go of one who waits no more, and of the connections that nobody waits for then. */
  function giveUp(one: Waiting, reason: unknown): void {
    const place = waiting.indexOf(one);
    if (place === -1) return;
    waiting.splice(place, 1);
    one.reject(reason);
    if (waiting.length > 0) return;
    for (const attempt of connecting) attempt.abort(reason);
  }

  async function connect(): Promise<void> {
    const attempt = new AbortController();
    connecting.add(attempt);
    try {
      const opened = await openSession(origin, attempt.signal);
      if (opened !== undefined) add(opened.session, limitOf(opened.settings));
      else {
        isHttp1 = true;
        for (const { resolve } of waiting.splice(0)) resolve(undefined);
      }
    } catch (error) {
      // One that was given up has nobody to tell: who waits now has come since.
      if (!attempt.signal.aborted) for (const { reject } of waiting.splice(0, usualLimit)) reject(error);
    }
    connecting.delete(attempt);
    serve();
  }

  function add(session: ClientHttp2Session, limit: number): void {
    if (session.closed || limit < 1) {
      session.destroy();
      throw new Error("The server takes no requests on its connection");
    }
    usualLimit = Math.min(limit, USUAL_LIMIT);
    lastSerial += 1;
    const connection = {
      session,
      serial: lastSerial,
      streams: 0,
      limit,
      wasUsed: false,
      provenAt: Date.now(),
    };
    connections.add(connection);
    session.unref();
    session.on("remoteSettings", (settings) => {
      connection.limit = limitOf(settings);
      serve();
    });
    session.setTimeout(IDLE_MS);
    session.on("timeout", () => {
      if (connection.streams === 0) session.close();
    });
    const forget = () => connections.delete(connection);
    session.once("goaway", forget).once("close", forget);
  }

  function placeOn(connection: Connection): Place {
    const { session, wasUsed } = connection;
    connection.streams += 1;
    connection.wasUsed = true;
    session.ref();
    prove(connection, trust);
    return {
      session,
      wasUsed,
      leave() {
        connection.streams -= 1;
        if (connection.streams === 0) session.unref();
        serve();
      },
    };
  }

  return {
    async take(isFresh, signal) {
      signal.throwIfAborted();
      if (isHttp1) return undefined;
      const one = {
        ...Promise.withResolvers<Place | undefined>(),
        after: isFresh ? lastSerial : 0,
      };
      const abort = () => giveUp(one, signal.reason);
      signal.addEventListener("abort", abort, { once: true });
      waiting.push(one);
      serve();
      try {
        return await one.promise;
      } finally {
        signal.removeEventListener("abort", abort);
      }
    },
  };
}

/** Gives up a connection whose server has vanished without a word: requests would be sent into the void for minutes. */
function prove(connection: Connection, { trustMs, proofMs }: Trust): void {
  const { session } = connection;
  if (Date.now() - connection.provenAt < trustMs || session.destroyed) return;
  connection.provenAt = Number.POSITIVE_INFINITY;
  const limit = setTimeout(() => session.destroy(), proofMs).unref();
  session.ping(() => {
    clearTimeout(limit);
    connection.provenAt = Date.now();
  });
}

function limitOf({ maxConcurrentStreams = USUAL_LIMIT }: Settings): number {
  return maxConcurrentStreams;
}
