import { isLocked, noteRefusal, signInCount, untilSignedIn } from "../state/account.ts";
import { noteUnreachable } from "../state/connectivity.ts";

/** The longest that a plain request may take; the service's own limit lies below. */
const LIMIT_MS = 65_000;

/** A refusal of the service. `message` says what is wrong, `details` what would be right. */
export class ServiceError extends Error {
  readonly status: number;
  readonly details: string | undefined;
  /** How long the service asks to be left alone; null where it does not. */
  readonly retryAfterMs: number | null;

  constructor(message: string, { status, details, retryAfterMs = null }: RefusalFacts) {
    super(message);
    this.name = "ServiceError";
    this.status = status;
    this.details = details;
    this.retryAfterMs = retryAfterMs;
  }
}

interface RefusalFacts {
  status: number;
  details?: string | undefined;
  retryAfterMs?: number | null;
}

/** The service did not answer at all. */
export class UnreachableError extends Error {
  constructor(cause: unknown) {
    super("The service cannot be reached", { cause });
    this.name = "UnreachableError";
  }
}

export interface RequestOptions {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  query?: Record<string, string | number>;
  body?: unknown;
  accept?: string;
  /** How the service is asked to answer, as `respond-async`. */
  prefer?: string;
  /** Lets the request outlive the page. */
  keepalive?: boolean;
  signal?: AbortSignal;
  limitMs?: number;
  /** Whether it is about getting in itself, and so waits for nobody to do so. */
  isAboutAccount?: boolean;
}

/**
 * Sends a request; anything but success is thrown as a `ServiceError` or an `UnreachableError`. Where nobody is signed
 * in any more it waits until the user is back, and goes on as if nothing had been.
 */
export async function send(path: string, options: RequestOptions = {}): Promise<Response> {
  const { signal, keepalive = false, isAboutAccount = false } = options;
  const canWait = !isAboutAccount && !keepalive;
  if (canWait && isLocked()) await untilSignedIn(signal);
  const sentAt = signInCount();
  const response = await sendOnce(path, options);
  if (response.ok) return response;
  const refusal = await refusalOf(response);
  if (isAboutAccount || !noteRefusal(refusal.status, sentAt) || !canWait) throw refusal;
  if (!(await untilSignedIn(signal))) throw refusal;
  const again = await sendOnce(path, options);
  if (!again.ok) throw await refusalOf(again);
  return again;
}

async function sendOnce(path: string, options: RequestOptions): Promise<Response> {
  const { method = "GET", query, body, accept, prefer, keepalive = false, signal } = options;
  const { limitMs = LIMIT_MS } = options;
  const search = query === undefined ? "" : `?${new URLSearchParams(toStrings(query))}`;
  const limit = AbortSignal.timeout(limitMs);
  try {
    return await fetch(path + search, {
      method,
      keepalive,
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      headers: {
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...(accept === undefined ? {} : { Accept: accept }),
        ...(prefer === undefined ? {} : { Prefer: prefer }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    noteUnreachable();
    throw new UnreachableError(error);
  }
}

/**
 * Sends a request and reads its JSON. The page and the service are one release and the service checks its answers
 * against the types that the page names here, so the type is taken on trust.
 */
export async function sendForJson<T>(path: string, options?: RequestOptions): Promise<T> {
  return (await send(path, options)).json() as Promise<T>;
}

/** The refusal that an error answer stands for. */
export async function refusalOf(response: Response): Promise<ServiceError> {
  return toRefusal(response.status, await response.text(), response.headers.get("Retry-After"));
}

/** The refusal in a body of `{ error, details? }`; other bodies are described by their status. */
export function toRefusal(status: number, body: string, retryAfter: string | null): ServiceError {
  const retryAfterMs = /^\d{1,6}$/.test(retryAfter ?? "") ? 1_000 * Number(retryAfter) : null;
  try {
    const { error, details } = JSON.parse(body) as { error?: unknown; details?: unknown };
    if (typeof error === "string")
      return new ServiceError(error, {
        status,
        details: typeof details === "string" ? details : undefined,
        retryAfterMs,
      });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return new ServiceError(`The service answered with status ${status}`, { status, retryAfterMs });
}

/** What a person is told about a failure: one line, or two where there is advice. */
export function sayFailure(error: unknown): string {
  if (error instanceof ServiceError && error.details !== undefined)
    return `${error.message}. ${error.details}`;
  return error instanceof Error ? error.message : String(error);
}

/** Whether a failure only means that somebody stopped waiting. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

function toStrings(query: Record<string, string | number>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
}
