import { createHash } from "node:crypto";
import { z } from "zod";
import { AppError } from "../../domain/errors.ts";
import { orAborted } from "../../flow/or-aborted.ts";
import type { TokenVerifier, VerifiedToken } from "../../ports/token-verifier.ts";
import { Refusal, retry } from "../backend-calls/retry.ts";
import type { ServerWay } from "../http-calls/exchange.ts";
import { LostConnection } from "../http-calls/lost-connection.ts";
import { openExchangeWith } from "../http-calls/open-exchange.ts";
import { readAnswer } from "../http-calls/read-answer.ts";

interface AccountVerifierOptions {
  /** With the version, for example `https://cloud.appwrite.io/v1`. */
  endpoint: string;
  projectId: string;
  timeoutMs?: number;
  now?: () => Date;
}

const TIMEOUT_MS = 5_000;
/** A page asks for much at once; who is blocked is let in no longer than this. */
const CACHED_FOR_MS = 30_000;
const MAX_CACHED = 10_000;
const MAX_NAME_LENGTH = 200;
/** Anything else is no token, and could not be sent. */
const TOKEN = /^[\w-]{1,2000}\.[\w-]{1,12000}\.[\w-]{1,2000}$/;

interface Cached {
  verified: VerifiedToken;
  at: number;
}

/**
 * Asks Appwrite whom its tokens are for. Only Appwrite knows the key that signed them, and whether the user is blocked
 * since. Those who ask with the same token at once wait for the same request.
 */
export function openAccountVerifier(options: AccountVerifierOptions): TokenVerifier {
  const { endpoint, projectId, timeoutMs = TIMEOUT_MS, now = () => new Date() } = options;
  const way = openExchangeWith(endpoint, { isBackend: true });
  const cached = new Map<string, Cached>();
  const asked = new Map<string, Promise<VerifiedToken | null>>();

  function find(hash: string): VerifiedToken | null {
    const found = cached.get(hash);
    if (found === undefined) return null;
    const { verified, at } = found;
    const time = now().getTime();
    // A clock that was set back makes nothing younger.
    const isValid =
      time >= at && time < at + CACHED_FOR_MS && time < (verified.expiresAt?.getTime() ?? Infinity);
    if (!isValid) cached.delete(hash);
    return isValid ? verified : null;
  }

  function keep(hash: string, verified: VerifiedToken): void {
    cached.delete(hash);
    cached.set(hash, { verified, at: now().getTime() });
    const [oldest] = cached.keys();
    if (cached.size > MAX_CACHED && oldest !== undefined) cached.delete(oldest);
  }

  async function ask(token: string, hash: string): Promise<VerifiedToken | null> {
    try {
      const verified = await askAccount(way, { endpoint, projectId, token, timeoutMs });
      if (verified !== null) keep(hash, verified);
      return verified;
    } finally {
      asked.delete(hash);
    }
  }

  return {
    async verify(token, signal) {
      signal.throwIfAborted();
      if (!TOKEN.test(token)) return null;
      const hash = createHash("sha256").update(token).digest("base64url");
      const found = find(hash);
      if (found !== null) return found;
      const asking = asked.get(hash) ?? ask(token, hash);
      asked.set(hash, asking);
      return orAborted(asking, signal);
    },
    close: () => way.close(),
  };
}

const accountSchema = z.object({ $id: z.string().min(1), name: z.string(), status: z.boolean() });

interface Question {
  endpoint: string;
  projectId: string;
  token: string;
  timeoutMs: number;
}

async function askAccount(
  way: ServerWay,
  { endpoint, projectId, token, timeoutMs }: Question,
): Promise<VerifiedToken | null> {
  const until = AbortSignal.timeout(timeoutMs);
  const url = `${endpoint.replace(/\/+$/, "")}/account`;
  const headers = { "x-appwrite-project": projectId, "x-appwrite-jwt": token };
  const attempt = async () => {
    const { status, headers: given, text } = await readAnswer(way, { method: "GET", url, headers }, until);
    if (status < 300) return accountSchema.parse(JSON.parse(text));
    if (status === 401) return null;
    throw new Refusal("Appwrite", status, given["retry-after"] ?? null);
  };
  try {
    const account = await retry(attempt, { until, mayRepeat });
    if (account === null || !account.status) return null;
    const name = account.name.trim().slice(0, MAX_NAME_LENGTH).toWellFormed();
    return { subject: account.$id, name: name === "" ? null : name, expiresAt: endOf(token) };
  } catch (error) {
    throw unavailable(error);
  }
}

const RETRIED_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);

function mayRepeat(error: unknown): boolean {
  return error instanceof LostConnection || (error instanceof Refusal && RETRIED_STATUSES.has(error.status));
}

/** When the token ends, as it says itself. It was found right by then. */
function endOf(token: string): Date | null {
  const [, payload = ""] = token.split(".");
  try {
    const { exp } = endSchema.parse(JSON.parse(Buffer.from(payload, "base64url").toString("utf8")));
    return new Date(exp * 1_000);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
}

/** A date cannot be further away than this. */
const endSchema = z.object({ exp: z.number().min(0).max(8.64e12) });

function unavailable(cause: unknown): AppError {
  const status = cause instanceof Refusal ? cause.status : null;
  const details =
    status === null
      ? "Appwrite, which signs people in, cannot be reached: is it running where APPWRITE_ENDPOINT points?"
      : `Appwrite, which signs people in, answered with status ${status}: are APPWRITE_ENDPOINT and APPWRITE_PROJECT_ID right?`;
  return new AppError("sign-in-unavailable", "Nobody can tell at the moment who you are", { details, cause });
}
