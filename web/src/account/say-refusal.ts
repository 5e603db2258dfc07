import { ServiceError, sayFailure, UnreachableError } from "../api/request.ts";
import type { Text } from "../text/en.ts";

/** What somebody is told who is not let in: in the page's own words where it has some for this status. */
export function sayRefusal(error: unknown, t: Text, known: Partial<Record<number, string>> = {}): string {
  if (error instanceof UnreachableError) return t.account.unreachable;
  if (!(error instanceof ServiceError)) return sayFailure(error);
  if (error.status === 429 && error.retryAfterMs !== null)
    return t.account.wait(sayTime(error.retryAfterMs, t));
  return known[error.status] ?? sayFailure(error);
}

function sayTime(durationMs: number, t: Text): string {
  const seconds = Math.max(1, Math.ceil(durationMs / 1_000));
  return seconds <= 90 ? t.account.seconds(seconds) : t.account.minutes(Math.ceil(seconds / 60));
}
