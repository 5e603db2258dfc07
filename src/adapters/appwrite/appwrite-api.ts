import { z } from "zod";
import { retry } from "../backend-calls/retry.ts";
import type { OutgoingRequest } from "../http-calls/exchange.ts";
import { AnswerTooLong, LostConnection } from "../http-calls/lost-connection.ts";
import { openExchangeWith } from "../http-calls/open-exchange.ts";
import { parseJson } from "../http-calls/parse-json.ts";
import { type OpenAnswer, openAnswer, textOf } from "../http-calls/read-answer.ts";
import { AppwriteRefusal, type Area, failedIn, failureOf } from "./appwrite-failure.ts";

/** Speaks to one project of an Appwrite server. Every request may be sent twice without harm, so every one is retried. */
export interface AppwriteApi {
  /** Sends a request and parses what is answered. */
  json<Body>(request: AppwriteRequest, body: z.ZodType<Body>, signal: AbortSignal): Promise<Body>;
  /** Sends a request whose answer has no body. */
  send(request: AppwriteRequest, signal: AbortSignal): Promise<void>;
  /** Begins a download. The answer's body is still to be read; `until` ends it. */
  open(request: AppwriteRequest, until: AbortSignal): Promise<OpenAnswer>;
}

export interface AppwriteRequest {
  method: OutgoingRequest["method"];
  path: string;
  queries?: readonly AppwriteQuery[];
  headers?: Record<string, string>;
  /** A form is sent as it is, anything else as JSON. */
  body?: unknown;
  area: Area;
  /** The most that may be answered: what is longer is broken off and thrown as `AnswerTooLong`. */
  maxAnswerBytes?: number | undefined;
}

/** A condition, an order or a limit of a list. */
export interface AppwriteQuery {
  method: string;
  attribute?: string;
  values?: readonly unknown[];
}

interface AppwriteAddress {
  endpoint: string;
  projectId: string;
  apiKey: string;
  timeoutMs: number;
}

const MEBIBYTE = 1024 * 1024;
/** Refused before anything was done. */
const BUSY_STATUSES: ReadonlySet<number> = new Set([429, 503]);
/** And those after which it may have been done. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([...BUSY_STATUSES, 502, 504]);

/** A request for rows of a table. A change says which row it expects, so that it may be repeated. */
export function rowRequest(method: AppwriteRequest["method"], path: string, body?: unknown): AppwriteRequest {
  return { method, path, body, area: "database" };
}

/** Opens the way to a project; nothing is sent before the first call. */
export function openAppwriteApi({ endpoint, projectId, apiKey, timeoutMs }: AppwriteAddress): AppwriteApi {
  const base = endpoint.replace(/\/+$/, "");
  const own = { "x-appwrite-project": projectId, "x-appwrite-key": apiKey, "accept-encoding": "gzip" };
  const exchange = openExchangeWith(base, { isBackend: true });

  async function attempt(request: AppwriteRequest, until: AbortSignal): Promise<OpenAnswer> {
    const query = (request.queries ?? []).map((one, i) => `queries[${i}]=${encodeURIComponent(jsonOf(one))}`);
    const url = `${base}${request.path}${query.length > 0 ? `?${query.join("&")}` : ""}`;
    const { headers, body } = await bodyOf(request);
    const sent = { method: request.method, url, headers: { ...own, ...headers, ...request.headers }, body };
    const answer = await openAnswer(exchange, sent, until);
    if (answer.status >= 200 && answer.status < 300) return answer;
    const refusal = await refusalOf(answer);
    throw answer.status >= 400 ? refusal : new LostConnection("garbled");
  }

  /** Sends the request, again where that can do no harm, and reads the answer, all before the deadline. */
  async function call<T>(
    request: AppwriteRequest,
    signal: AbortSignal,
    read: (answer: OpenAnswer) => Promise<T>,
  ): Promise<T> {
    signal.throwIfAborted();
    const deadline = AbortSignal.timeout(timeoutMs);
    const until = AbortSignal.any([signal, deadline]);
    try {
      return await send(until, async () => read(await attempt(request, until)));
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof AnswerTooLong) throw error;
      throw failureOf(error, request.area, deadline.aborted ? timeoutMs : null);
    }
  }

  return {
    json: (request, body, signal) =>
      call(request, signal, async (answer) =>
        body.parse(JSON.parse(await textOf(answer.body, request.maxAnswerBytes))),
      ),

    async send(request, signal) {
      await call(request, signal, ({ body }) => textOf(body));
    },

    open: (request, until) => send(until, () => attempt(request, until)),
  };
}

/** A request that is larger is cut off by the server without a word, so it is not sent. */
const MAX_REQUEST_BYTES = 12 * MEBIBYTE;
/** The headers count too. */
const HEADER_BYTES = 16 * 1024;

async function bodyOf({ body, area }: AppwriteRequest): Promise<Pick<OutgoingRequest, "headers" | "body">> {
  if (body === undefined) return { headers: {} };
  if (body instanceof FormData) {
    const form = new Response(body);
    return { headers: Object.fromEntries(form.headers), body: await form.bytes() };
  }
  const text = jsonOf(body);
  const sizeBytes = Buffer.byteLength(text) + HEADER_BYTES;
  if (sizeBytes <= MAX_REQUEST_BYTES) return { headers: { "content-type": "application/json" }, body: text };
  throw failedIn(area, `takes at most ${MAX_REQUEST_BYTES / MEBIBYTE} MiB in one request`, {
    details: `This one has ${(sizeBytes / MEBIBYTE).toFixed(1)} MiB with every quotation mark and backslash escaped: shorten it`,
  });
}

/** JSON of whole characters. Half of one would be refused; as elsewhere, the replacement character takes its place. */
function jsonOf(value: unknown): string {
  return JSON.stringify(value, (_key, inner) => (typeof inner === "string" ? inner.toWellFormed() : inner));
}

const errorSchema = z.object({ type: z.string() });

async function refusalOf({ status, headers, body }: OpenAnswer): Promise<AppwriteRefusal> {
  const type = errorSchema.safeParse(parseJson(await textOf(body))).data?.type ?? "";
  return new AppwriteRefusal(status, type, headers["retry-after"] ?? null);
}

/** Sends again what may pass. A refusal learns whether an attempt before it was lost. */
function send<T>(until: AbortSignal, attempt: () => Promise<T>): Promise<T> {
  let wasLost = false;
  const observed = async () => {
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof AppwriteRefusal) error.followsLostAttempt = wasLost;
      wasLost ||= !isRefusedUnread(error);
      throw error;
    }
  };
  return retry(observed, { until, mayRepeat });
}

function mayRepeat(error: unknown): boolean {
  if (error instanceof AppwriteRefusal) return PASSING_STATUSES.has(error.status);
  return error instanceof LostConnection && !(error instanceof AnswerTooLong);
}

/** Whether the request has surely not been acted upon. */
function isRefusedUnread(error: unknown): boolean {
  if (error instanceof AppwriteRefusal) return BUSY_STATUSES.has(error.status);
  return error instanceof LostConnection && /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN)$/.test(error.reason ?? "");
}
