/** What can go wrong with a connection: nobody is there, it breaks off, or what comes over it is not HTTP. */
type Loss = "unreachable" | "interrupted" | "garbled";

/** An exchange that failed, reduced to what may be logged: nothing of the request or the answer is in it. */
export class LostConnection extends Error {
  readonly kind: Loss;
  /** The code of the error behind it, where it has one. */
  readonly reason: string | undefined;

  constructor(kind: Loss, reason?: string) {
    super(reason === undefined ? kind : `${kind} (${reason})`);
    this.name = "LostConnection";
    this.kind = kind;
    this.reason = reason;
  }
}

/** More was answered than the asker can hold. */
export class AnswerTooLong extends LostConnection {
  constructor() {
    super("garbled");
    this.name = "AnswerTooLong";
  }
}

/**
 * What comes of an exchange whose connection failed. A server that hangs up before its answer is there, and may have
 * done so because of the question: that is another thing than one that is not.
 */
export function lostConnection(hadAnswer: boolean, error: Error): LostConnection {
  const code = codeOf(error);
  if (!hadAnswer && NOBODY_THERE.test(code ?? "")) return new LostConnection("unreachable", code);
  // The words of the parser and the pool for what is not HTTP.
  if (!hadAnswer && code?.startsWith("HPE_")) return new LostConnection("garbled", code);
  if (/^bad (?:response|upgrade)$/.test(error.message)) return new LostConnection("garbled");
  return new LostConnection("interrupted", code);
}

/** Whether the connection itself was lost, and not only the one exchange on it. */
export function isLoss(error: Error): boolean {
  return /^(?:UND_ERR_SOCKET|ECONNRESET|EPIPE)$/.test(codeOf(error) ?? "");
}

const NOBODY_THERE =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_|EHOST|ENET|EADDR|ETIMEDOUT|EPROTO|ERR_TLS|ERR_SSL|CERT_|DEPTH_|SELF_|UNABLE_|UND_ERR_(?:PRX|ABORTED))/;

function codeOf(error: Error): string | undefined {
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  return code === "UND_ERR_CONNECT_TIMEOUT" ? "ETIMEDOUT" : code;
}
