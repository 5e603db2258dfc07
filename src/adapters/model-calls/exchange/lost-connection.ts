import { CallFailure } from "../call-failure.ts";

/** What comes of a connection that could not be made. */
export function noConnection(error: unknown): CallFailure {
  return new CallFailure("unreachable", { reason: codeOf(error) });
}

/**
 * What comes of an exchange whose connection failed. A server that hangs up before its answer is there, and may have
 * done so because of the question: that is another thing than one that is not.
 */
export function lostConnection(hadAnswer: boolean, error: unknown): CallFailure {
  const code = codeOf(error) ?? "";
  if (!hadAnswer && NOBODY_THERE.test(code)) return noConnection(error);
  // The parser's word for what is not HTTP.
  if (!hadAnswer && code.startsWith("HPE_")) return new CallFailure("garbled", { reason: code });
  return new CallFailure("interrupted", { reason: code || undefined });
}

const NOBODY_THERE =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_|EHOST|ENET|EADDR|ETIMEDOUT|EPROTO|ERR_TLS|ERR_SSL|CERT_|DEPTH_|SELF_|UNABLE_)/;

function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}
