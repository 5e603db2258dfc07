import type { ServerWay } from "../http-calls/exchange.ts";
import { openExchangeWith } from "../http-calls/open-exchange.ts";
import { openAnswer, textOf } from "../http-calls/read-answer.ts";

/** One address at which Qdrant listens. */
export interface Node {
  /** Host and port, as people name it. */
  name: string;
  /** What stands before every path. */
  base: string;
  exchange: ServerWay;
}

/** The addresses of one Qdrant: its only one, or those of several nodes of a cluster. */
interface Nodes {
  all: readonly Node[];
  /** A node that has not been tried, one that is known to answer first; null where all have been tried. */
  choose(tried: ReadonlySet<Node>): Node | null;
  /** Passes the node over from now on, until it says that it is ready. */
  leaveOut(node: Node): void;
  /** Asks every node whether it is ready. */
  states(signal: AbortSignal): Promise<{ name: string; isReady: boolean }[]>;
  close(): Promise<void>;
}

interface NodesOptions {
  urls: readonly string[];
  headers: Record<string, string>;
}

const DEFAULT_PORT = "6333";
/** As many as indexing and searching use at once; more wait for one of them. */
const CONNECTIONS = 32;
const PROBE_LIMIT_MS = 2_000;
const FIRST_PROBE_MS = 500;
const LONGEST_PROBE_MS = 8_000;

/** Opens connections as they are needed; they stay open between calls. */
export function openNodes({ urls, headers }: NodesOptions): Nodes {
  const all = urls.map(openNode);
  const leftOut = new Map<Node, { probeAtMs: number; pauseMs: number }>();
  // Copies of the service begin with different nodes, and stay with the one that answers.
  let preferred = Math.floor(Math.random() * all.length);

  async function isReady({ exchange, base }: Node, signal: AbortSignal): Promise<boolean> {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(PROBE_LIMIT_MS)]);
    try {
      const request = { method: "GET", url: `${base}/readyz`, headers } as const;
      const { status, body } = await openAnswer(exchange, request, limit);
      await textOf(body);
      // Something in front of it may not let this path through, and is no less ready for that.
      return status < 500;
    } catch {
      return false;
    }
  }

  /** Asks nodes that were left out a while ago whether they are back. Nobody waits for their answer. */
  function probe(): void {
    for (const [node, { probeAtMs, pauseMs }] of leftOut) {
      if (performance.now() < probeAtMs) continue;
      const nextPauseMs = Math.min(pauseMs * 2, LONGEST_PROBE_MS);
      leftOut.set(node, {
        probeAtMs: performance.now() + PROBE_LIMIT_MS + nextPauseMs,
        pauseMs: nextPauseMs,
      });
      void isReady(node, NEVER).then((ready) => ready && leftOut.delete(node));
    }
  }

  return {
    all,

    choose(tried) {
      if (leftOut.size > 0) probe();
      const inOrder = [...all.slice(preferred), ...all.slice(0, preferred)];
      const open = inOrder.filter((node) => !tried.has(node));
      const node = open.find((candidate) => !leftOut.has(candidate)) ?? open[0] ?? null;
      if (node !== null && !leftOut.has(node)) preferred = all.indexOf(node);
      return node;
    },

    leaveOut(node) {
      if (leftOut.has(node)) return;
      leftOut.set(node, { probeAtMs: performance.now() + FIRST_PROBE_MS, pauseMs: FIRST_PROBE_MS });
    },

    states: (signal) =>
      Promise.all(all.map(async (node) => ({ name: node.name, isReady: await isReady(node, signal) }))),

    async close() {
      await Promise.all(all.map(({ exchange }) => exchange.close()));
    },
  };
}

const NEVER = new AbortController().signal;

/** The port that Qdrant listens on stands for a missing one, as in the vendor's own clients. */
function openNode(url: string): Node {
  const parsed = new URL(url);
  const namesPort = /^[a-z]+:\/\/[^/?#]*:\d+(?:[/?#]|$)/i.test(url.trim());
  if (!namesPort) parsed.port = DEFAULT_PORT;
  return {
    name: parsed.host,
    base: parsed.origin + parsed.pathname.replace(/\/+$/, ""),
    exchange: openExchangeWith(parsed.origin, { isBackend: true, connections: CONNECTIONS }),
  };
}
