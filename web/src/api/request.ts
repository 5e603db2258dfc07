import { noteUnreachable } from "../state/connectivity.ts";

/** The longest that a plain request may take; the service's own limit lies below. */
const LIMIT_MS = 65_000;

/** A refusal of the service. `message` says what is wrong, `details` what would be right. */
export class ServiceError extends Error {
  readonly status: number;
  readonly details: string | undefined;

  constructor(message: string, { status, details }: { status: number; details?: string | undefined }) {
    super(message);
    this.name = "ServiceError";
    this.status = status;
    this.details = details;
  }
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
}

/** Sends a request; anything but success is thrown as a `ServiceError` or an `UnreachableError`. */
export async function send(path: string, options: RequestOptions = {}): Promise<Response> {
  const { method = "GET", query, body, accept, prefer, keepalive = false, signal } = options;
  const { limitMs = LIMIT_MS } = options;
  const search = query === undefined ? "" : `?${new URLSearchParams(toStrings(query))}`;
  const limit = AbortSignal.timeout(limitMs);
  let response: Response;
  try {
    response = await fetch(path + search, {
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
  if (!response.ok) throw await refusalOf(response);
  return response;
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
  return toRefusal(response.status, await response.text());
}

/** The refusal in a body of `{ error, details? }`; other bodies are described by their status. */
export function toRefusal(status: number, body: string): ServiceError {
  try {
    const { error, details } = JSON.parse(body) as { error?: unknown; details?: unknown };
    if (typeof error === "string")
      return new ServiceError(error, { status, details: typeof details === "string" ? details : undefined });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return new ServiceError(`The service answered with status ${status}`, { status });
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
