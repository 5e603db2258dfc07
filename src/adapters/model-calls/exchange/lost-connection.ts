import { CallFailure } from "../call-failure.ts";

/** The failure of a connection that could not be made, or was lost after the answer had begun. */
export function lostConnection(hadAnswer: boolean, error?: unknown): CallFailure {
  if (hadAnswer) return new CallFailure("interrupted");
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return new CallFailure("unreachable", { reason: typeof code === "string" ? code : undefined });
}
