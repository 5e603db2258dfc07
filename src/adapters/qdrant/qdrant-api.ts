import { z } from "zod";
import { AppError } from "../../domain/errors.ts";
import { persist, Refusal } from "../backend-calls/persist.ts";

/** Speaks to one Qdrant server. Every call in this folder may be sent twice without harm, so every call is retried. */
export interface QdrantApi {
  call<Result>(request: QdrantRequest<Result>, signal: AbortSignal): Promise<Result>;
  /** Ends what is under way and refuses what comes after. */
  close(): void;
}

export interface QdrantRequest<Result> {
  method: "GET" | "POST" | "PUT";
  /** From the collection's name on. */
  path: string;
  body?: unknown;
  /** What the `result` of the answer has to look like. */
  result: z.ZodType<Result>;
}

export interface QdrantAddress {
  url: string;
  apiKey?: string | undefined;
  timeoutMs: number;
}

const PASSING_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Opens the way to a server; nothing is sent before the first call. */
export function openQdrantApi({ url, apiKey, timeoutMs }: QdrantAddress): QdrantApi {
  const base = baseOf(url);
  const closing = new AbortController();
  const headers: Record<string, string> = { "content-type": "application/json", accept: "application/json" };
  if (apiKey !== undefined) headers["api-key"] = apiKey;

  async function attempt(request: QdrantRequest<unknown>, body: string | null, until: AbortSignal) {
    const response = await fetch(`${base}/collections/${request.path}`, {
      method: request.method,
      headers,
      body,
      signal: until,
      redirect: "error",
    });
    const text = await response.text();
    if (!response.ok) throw new Refusal("Qdrant", response.status, response.headers.get("retry-after"));
    return text;
  }

  return {
    async call(request, signal) {
      signal.throwIfAborted();
      const deadline = AbortSignal.timeout(timeoutMs);
      const until = AbortSignal.any([signal, deadline, closing.signal]);
      const body = request.body === undefined ? null : JSON.stringify(request.body);
      try {
        const text = await persist(() => attempt(request, body, until), { until, mayRepeat: isPassing });
        return parseResult(text, request.result);
      } catch (error) {
        signal.throwIfAborted();
        throw translate(error, { late: deadline.aborted, closed: closing.signal.aborted, timeoutMs });
      }
    },
    close() {
      closing.abort();
    },
  };
}

/** The status with which the server refused a call, undefined where it never answered. */
export function refusalStatus(error: unknown): number | undefined {
  return error instanceof AppError && error.cause instanceof Refusal ? error.cause.status : undefined;
}

/** The port that Qdrant listens on stands for a missing one, as in the vendor's own clients. */
function baseOf(url: string): string {
  const parsed = new URL(url);
  const namesPort = /^[a-z]+:\/\/[^/?#]*:\d+(?:[/?#]|$)/i.test(url.trim());
  if (!namesPort) parsed.port = "6333";
  return `${parsed.origin}${parsed.pathname.replace(/\/+$/, "")}`;
}

/** `fetch` and the reading of its body reject with a TypeError when the connection fails. */
function isPassing(error: unknown): boolean {
  return error instanceof Refusal ? PASSING_STATUSES.has(error.status) : error instanceof TypeError;
}

const answerSchema = z.object({ result: z.unknown() });

function parseResult<Result>(text: string, schema: z.ZodType<Result>): Result {
  return schema.parse(answerSchema.parse(JSON.parse(text)).result);
}

interface Ending {
  late: boolean;
  closed: boolean;
  timeoutMs: number;
}

function translate(error: unknown, { late, closed, timeoutMs }: Ending): AppError {
  const failed = (message: string, details: string) =>
    new AppError("vector-store-failed", message, { details, cause: error });
  if (closed) return failed("The vector store is closed", "The program is ending");
  if (error instanceof Refusal) return failed(...refusalWords(error.status));
  if (late) {
    return failed("The vector store did not answer in time", `It was given ${timeoutMs / 1_000} seconds`);
  }
  if (error instanceof TypeError) {
    return failed("The vector store cannot be reached", "Is Qdrant running where QDRANT_URL points?");
  }
  return failed("The vector store gave an answer that makes no sense", "Is QDRANT_URL a Qdrant server?");
}

function refusalWords(status: number): [message: string, details: string] {
  switch (status) {
    case 401:
    case 403:
      return ["The vector store refused the key", "Check QDRANT_API_KEY"];
    case 404:
      return ["The vector store has no such collection", "Run `npm run carrel -- provision` to create it"];
    case 413:
      return ["The vector store refused a request as too large", "Its limit has to be 32 MB or more"];
    case 429:
    case 502:
    case 503:
    case 504:
      return ["The vector store is busy", "Try again in a moment"];
    default:
      return ["The vector store refused a request", `It answered with status ${status}`];
  }
}
