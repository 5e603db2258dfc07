import { z } from "zod";
import { retry } from "../backend-calls/retry.ts";
import { AppwriteRefusal, type Area, failedIn, failureOf } from "./appwrite-failure.ts";

/** Speaks to one project of an Appwrite server. */
export interface AppwriteApi {
  /** Sends a request and parses what is answered. */
  json<Body>(request: AppwriteRequest, body: z.ZodType<Body>, signal: AbortSignal): Promise<Body>;
  /** Sends a request whose answer has no body. */
  send(request: AppwriteRequest, signal: AbortSignal): Promise<void>;
  /** Begins a download. The answer's body is still to be read; `until` ends it. */
  open(request: AppwriteRequest, until: AbortSignal): Promise<Response>;
}

export interface AppwriteRequest {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  queries?: readonly AppwriteQuery[];
  headers?: Record<string, string>;
  /** A form is sent as it is, anything else as JSON. */
  body?: unknown;
  area: Area;
  /** Whether it may be sent again when nobody knows if it has arrived. */
  isRepeatable: boolean;
  /** The most that may be answered: what is longer is broken off and thrown as `AnswerTooLong`. */
  maxAnswerBytes?: number;
}

/** More was answered than the asker can hold. */
export class AnswerTooLong extends Error {
  constructor(maxBytes: number) {
    super(`Appwrite answered with more than ${maxBytes} bytes`);
    this.name = "AnswerTooLong";
  }
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
/** It may have been done. */
const BROKEN_STATUSES: ReadonlySet<number> = new Set([502, 504]);

/** A request for rows of a table. All of these may be repeated: a change says which row it expects. */
export function rowRequest(method: AppwriteRequest["method"], path: string, body?: unknown): AppwriteRequest {
  return { method, path, ...(body === undefined ? {} : { body }), area: "database", isRepeatable: true };
}

/** Opens the way to a project; nothing is sent before the first call. */
export function openAppwriteApi({ endpoint, projectId, apiKey, timeoutMs }: AppwriteAddress): AppwriteApi {
  const base = endpoint.replace(/\/+$/, "");

  async function attempt(request: AppwriteRequest, until: AbortSignal): Promise<Response> {
    const query = (request.queries ?? []).map((one, i) => `queries[${i}]=${encodeURIComponent(jsonOf(one))}`);
    const isForm = request.body instanceof FormData;
    const response = await fetch(`${base}${request.path}${query.length > 0 ? `?${query.join("&")}` : ""}`, {
      method: request.method,
      headers: {
        "x-appwrite-project": projectId,
        "x-appwrite-key": apiKey,
        ...(isForm || request.body === undefined ? {} : { "content-type": "application/json" }),
        ...request.headers,
      },
      body: bodyOf(request),
      signal: until,
      redirect: "error",
    });
    if (!response.ok) throw await refusalOf(response);
    return response;
  }

  /** Sends the request, again where that can do no harm, and reads the answer, all before the deadline. */
  async function call<T>(
    request: AppwriteRequest,
    signal: AbortSignal,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    signal.throwIfAborted();
    const deadline = AbortSignal.timeout(timeoutMs);
    const until = AbortSignal.any([signal, deadline]);
    try {
      return await send(request, until, async () => read(await attempt(request, until)));
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof AnswerTooLong) throw error;
      throw failureOf(error, request.area, deadline.aborted ? timeoutMs : null);
    }
  }

  return {
    json: (request, body, signal) =>
      call(request, signal, async (response) => body.parse(JSON.parse(await textOf(response, request)))),

    async send(request, signal) {
      await call(request, signal, (response) => response.text());
    },

    open: (request, until) => send(request, until, () => attempt(request, until)),
  };
}

async function textOf(response: Response, { maxAnswerBytes }: AppwriteRequest): Promise<string> {
  if (maxAnswerBytes === undefined || response.body === null) return response.text();
  const pieces: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const piece of response.body) {
    sizeBytes += piece.length;
    if (sizeBytes > maxAnswerBytes) throw new AnswerTooLong(maxAnswerBytes);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

/** A request that is larger is cut off by the server without a word, so it is not sent. */
const MAX_REQUEST_BYTES = 12 * MEBIBYTE;
/** The headers count too. */
const HEADER_BYTES = 16 * 1024;

function bodyOf({ body, area }: AppwriteRequest): FormData | string | null {
  if (body === undefined || body instanceof FormData) return body ?? null;
  const text = jsonOf(body);
  const sizeBytes = Buffer.byteLength(text) + HEADER_BYTES;
  if (sizeBytes <= MAX_REQUEST_BYTES) return text;
  throw failedIn(area, `takes at most ${MAX_REQUEST_BYTES / MEBIBYTE} MiB in one request`, {
    details: `This one has ${(sizeBytes / MEBIBYTE).toFixed(1)} MiB with every quotation mark and backslash escaped: shorten it`,
  });
}

/** JSON of whole characters. Half of one would be refused; as elsewhere, the replacement character takes its place. */
function jsonOf(value: unknown): string {
  return JSON.stringify(value, (_key, inner) => (typeof inner === "string" ? inner.toWellFormed() : inner));
}

const errorSchema = z.object({ type: z.string() });

async function refusalOf(response: Response): Promise<AppwriteRefusal> {
  const text = await response.text();
  const type = errorSchema.safeParse(parsed(text)).data?.type ?? "";
  return new AppwriteRefusal(response.status, type, response.headers.get("retry-after"));
}

/** A proxy's error page is not JSON; its status says enough. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error;
  }
}

/** Sends again where that can do no harm. A refusal learns whether an attempt before it was lost. */
function send<T>(request: AppwriteRequest, until: AbortSignal, attempt: () => Promise<T>): Promise<T> {
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
  return retry(observed, { until, mayRepeat: (error) => mayRepeat(error, request.isRepeatable) });
}

function mayRepeat(error: unknown, isRepeatable: boolean): boolean {
  if (isRefusedUnread(error)) return true;
  if (!isRepeatable) return false;
  return error instanceof AppwriteRefusal ? BROKEN_STATUSES.has(error.status) : error instanceof TypeError;
}

/** Whether the request has surely not been acted upon. */
function isRefusedUnread(error: unknown): boolean {
  if (error instanceof AppwriteRefusal) return BUSY_STATUSES.has(error.status);
  return error instanceof TypeError && connectionSchema.safeParse(error.cause).success;
}

const connectionSchema = z.object({ code: z.enum(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"]) });
