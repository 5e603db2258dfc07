import { createLocalJWKSet, errors, type JWSHeaderParameters, type JWTVerifyGetKey } from "jose";
import { AppError } from "../../domain/errors.ts";
import { orAborted } from "../../flow/or-aborted.ts";
import { Refusal, retry } from "../backend-calls/retry.ts";
import { AnswerTooLong, LostConnection } from "../http-calls/lost-connection.ts";
import { openExchangeWith } from "../http-calls/open-exchange.ts";
import { openAnswer, textOf } from "../http-calls/read-answer.ts";

interface FetchedKeysOptions {
  url: string;
  /** How long the keys may be fetched, repeats included. */
  timeoutMs?: number;
  /** The time in milliseconds; it never goes back. */
  monotonicNow?: () => number;
}

/** The keys of a service that signs tokens. */
interface FetchedKeys {
  /** The key for a token, where the caller waits for it no longer than its signal says. */
  finder(signal: AbortSignal): JWTVerifyGetKey;
}

const TIMEOUT_MS = 5_000;
/** After this the keys are fetched again, so that one which was withdrawn is not believed for long. */
const FRESH_FOR_MS = 10 * 60_000;
/** While the service is away its last keys are believed, but not for longer than this. */
const BELIEVED_FOR_MS = 24 * 60 * 60_000;
/** Tokens with invented keys must not become requests to the service. */
const COOLDOWN_MS = 30_000;
const MAX_BYTES = 1024 * 1024;

type KeySet = ReturnType<typeof createLocalJWKSet>;

/**
 * Fetches keys when they are first needed, when they have aged, and when a token names one that is not among them.
 * Whoever asks meanwhile waits for the same request.
 */
export function openFetchedKeys(options: FetchedKeysOptions): FetchedKeys {
  const { url, timeoutMs = TIMEOUT_MS, monotonicNow = () => performance.now() } = options;
  let known: { keys: KeySet; at: number } | null = null;
  let lastTry: { at: number; failure: AppError | null } | null = null;
  let fetching: Promise<void> | null = null;

  const ageOf = (at: number) => monotonicNow() - at;

  async function refresh(): Promise<void> {
    let failure: AppError | null = null;
    try {
      known = { keys: await fetchKeys(url, timeoutMs), at: monotonicNow() };
    } catch (error) {
      failure = unavailable(error);
    }
    lastTry = { at: monotonicNow(), failure };
  }

  /** Fetches the keys, unless that was tried a moment ago; how the last try failed, null where it did not. */
  async function tryToRefresh(signal: AbortSignal): Promise<AppError | null> {
    if (fetching === null && (lastTry === null || ageOf(lastTry.at) >= COOLDOWN_MS)) {
      fetching = refresh().finally(() => {
        fetching = null;
      });
    }
    if (fetching !== null) await orAborted(fetching, signal);
    return lastTry?.failure ?? null;
  }

  async function currentKeys(signal: AbortSignal): Promise<KeySet> {
    if (known === null || ageOf(known.at) >= FRESH_FOR_MS) {
      const failure = await tryToRefresh(signal);
      if (failure !== null && (known === null || ageOf(known.at) >= BELIEVED_FOR_MS)) throw failure;
    }
    if (known === null) throw unavailable(new Error("Nobody has fetched the keys"));
    return known.keys;
  }

  return {
    finder: (signal) => async (header: JWSHeaderParameters, token) => {
      const keys = await currentKeys(signal);
      try {
        return await keys(header, token);
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
        const failure = await tryToRefresh(signal);
        // Only the service could tell whether the key is one of its new ones.
        if (failure !== null) throw failure;
        return (await currentKeys(signal))(header, token);
      }
    },
  };
}

async function fetchKeys(url: string, timeoutMs: number): Promise<KeySet> {
  const until = AbortSignal.timeout(timeoutMs);
  const headers = { accept: "application/json, application/jwk-set+json" };
  // The keys are fetched too seldom for a connection to be kept.
  const way = openExchangeWith(url, { isBackend: true });
  const attempt = async () => {
    const answer = await openAnswer(way, { method: "GET", url, headers }, until);
    const text = await textOf(answer.body, MAX_BYTES);
    if (answer.status < 300) return createLocalJWKSet(JSON.parse(text));
    throw new Refusal("The service with the keys", answer.status, answer.headers["retry-after"] ?? null);
  };
  try {
    return await retry(attempt, { until, mayRepeat });
  } finally {
    await way.close();
  }
}

function mayRepeat(error: unknown): boolean {
  return (
    (error instanceof LostConnection && !(error instanceof AnswerTooLong)) ||
    (error instanceof Refusal && error.status >= 500)
  );
}

/** Nobody can tell whether a token is right. */
export function unavailable(cause: unknown): AppError {
  return new AppError("sign-in-unavailable", "Nobody can tell at the moment who you are", {
    details:
      "The keys of the service that signs people in cannot be fetched: is the address of its JWKS right?",
    cause,
  });
}
