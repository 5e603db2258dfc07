import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

/** A request as a backend's double sees it. */
export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** What a double answers. An object becomes JSON. */
export interface Answered {
  status: number;
  headers?: Record<string, string>;
  body?: Buffer | string | object;
}

/**
 * What goes wrong instead: the connection breaks, or breaks after so many bytes of the body; another answer comes;
 * everything takes longer.
 */
export type Fault = { drop: true } | { cutAfter: number } | { answer: Answered } | { delayMs: number };

/** Looks at a request, or at a request and its answer, and may make something go wrong. */
export type Hook<Args extends unknown[]> = (...args: Args) => Promise<Fault | undefined> | Fault | undefined;

/** A backend's double on a port of this machine. Its state outlives `stop` and `start`. */
export interface BackendDouble {
  url: string;
  start(): Promise<void>;
  /** Breaks every connection; nothing listens until `start`. */
  stop(): Promise<void>;
  requests: Asked[];
  /** What did not fit the vendor's description, one line each. */
  problems: string[];
  hooks: {
    /** Before the request takes effect. */
    before?: Hook<[Asked]> | undefined;
    /** After it took effect, before the answer is sent. */
    after?: Hook<[Asked, Answered]> | undefined;
  };
}

export interface BackendParts {
  answer(asked: Asked): Promise<Answered> | Answered;
  /** Says what is wrong with a request or its answer. */
  check?: ((asked: Asked, answered: Answered) => string[]) | undefined;
  /** A request that has more, its headers included, is cut off without an answer. */
  maxRequestBytes?: number;
}

/** Opens a double and starts it. */
export async function openBackendDouble({
  answer,
  check,
  maxRequestBytes = Number.POSITIVE_INFINITY,
}: BackendParts): Promise<BackendDouble> {
  let server: Server | undefined;
  let port = 0;
  const requests: Asked[] = [];
  const problems: string[] = [];

  async function exchange(incoming: IncomingMessage): Promise<Outcome> {
    const asked = await receive(incoming, maxRequestBytes);
    if (asked === undefined) return "dropped";
    requests.push(asked);
    const early = await suffer(double.hooks.before?.(asked));
    if (early !== undefined) return early;
    const answered = await answer(asked);
    problems.push(...(check?.(asked, answered) ?? []));
    return (await suffer(double.hooks.after?.(asked, answered), answered)) ?? answered;
  }

  function listen(): Promise<void> {
    server = createServer(async (incoming, response) => {
      try {
        const answered = await exchange(incoming);
        if (answered === "dropped") {
          incoming.socket.destroy();
          return;
        }
        const { status, headers, content } = written(answered);
        response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(content) });
        if (answered.cutAfter === undefined) response.end(content);
        else response.write(content.slice(0, answered.cutAfter), () => incoming.socket.destroy());
      } catch (error) {
        problems.push(`The double failed: ${error instanceof Error ? error.stack : error}`);
        response.destroy();
      }
    });
    return new Promise((resolve, reject) => {
      server?.once("error", reject).listen(port, "127.0.0.1", resolve);
    });
  }

  const double: BackendDouble = {
    url: "",
    start: listen,
    stop: () =>
      new Promise((resolve) => {
        server?.close(() => resolve());
        server?.closeAllConnections();
      }),
    requests,
    problems,
    hooks: {},
  };
  await listen();
  const address = server?.address();
  if (typeof address === "object" && address !== null) port = address.port;
  return Object.assign(double, { url: `http://127.0.0.1:${port}` });
}

/** Parses a JSON body; nothing where there is none. */
export function jsonOf(asked: Asked): unknown {
  return asked.body.length === 0 ? undefined : JSON.parse(asked.body.toString());
}

/** The request, undefined where it is too large. */
async function receive(incoming: IncomingMessage, maxRequestBytes: number): Promise<Asked | undefined> {
  const url = new URL(incoming.url ?? "/", "http://double");
  const pieces: Buffer[] = [];
  let sizeBytes = incoming.rawHeaders.join(": ").length + (incoming.url ?? "").length;
  for await (const piece of incoming) {
    pieces.push(piece);
    sizeBytes += piece.length;
    if (sizeBytes > maxRequestBytes) return undefined;
  }
  return {
    method: incoming.method ?? "",
    path: decodeURIComponent(url.pathname),
    query: url.searchParams,
    headers: incoming.headers,
    body: Buffer.concat(pieces),
  };
}

type Outcome = (Answered & { cutAfter?: number }) | "dropped";

async function suffer(
  waiting: Promise<Fault | undefined> | Fault | undefined,
  answered: Answered = { status: 500 },
): Promise<Outcome | undefined> {
  const fault = await waiting;
  if (fault === undefined) return undefined;
  if ("drop" in fault) return "dropped";
  if ("cutAfter" in fault) return { ...answered, cutAfter: fault.cutAfter };
  if ("answer" in fault) return fault.answer;
  await pause(fault.delayMs);
  return undefined;
}

function written({ status, headers = {}, body }: Answered) {
  if (body === undefined) return { status, headers, content: "" };
  if (typeof body === "string" || Buffer.isBuffer(body)) return { status, headers, content: body };
  return {
    status,
    headers: { "content-type": "application/json", ...headers },
    content: JSON.stringify(body),
  };
}
