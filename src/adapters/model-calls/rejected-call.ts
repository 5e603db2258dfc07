import type { IncomingHttpHeaders } from "node:http";
import { countField, textField } from "./json-field.ts";

/** An answer of a provider that refuses a call. `status` may be a guess: see RejectedCall. `body` is its JSON, undefined where it has none. */
export interface Rejection {
  status: number;
  headers: Readonly<IncomingHttpHeaders>;
  body: unknown;
}

/** Thrown for a rejection that is still to be understood. It holds the provider's words, and so is never a `cause`. */
export class RejectedCall extends Error {
  readonly rejection: Rejection;
  /** Whether the provider has sent the status, or it is the one that the refusal would have had. */
  readonly statusIs: "sent" | "guessed";

  constructor(rejection: Rejection, statusIs: "sent" | "guessed" = "sent") {
    super("A provider has refused a call");
    this.name = "RejectedCall";
    this.rejection = rejection;
    this.statusIs = statusIs;
  }
}

/** As much of a rejection as is read. */
export const MAX_REJECTION_CHARACTERS = 64 * 1024;

/** The rejection that a stream carries in the place of a token. */
export function rejectedInStream(error: unknown): RejectedCall {
  const code = countField(error, "code") || Number(textField(error, "code"));
  const isStatus = code >= 400 && code < 600;
  const status = isStatus ? code : likelyStatusOf(error);
  return new RejectedCall({ status, headers: {}, body: { error } }, isStatus ? "sent" : "guessed");
}

function likelyStatusOf(error: unknown): number {
  const names = ["status", "code", "type"].map((name) => textField(error, name) ?? "").join(" ");
  if (/RESOURCE_EXHAUSTED|rate_limit/.test(names)) return 429;
  // A sentence alone is what some servers say of a question that they cannot take.
  const isCallersFault = typeof error === "string" || /invalid|bad_?request|context|not_found/i.test(names);
  return isCallersFault ? 400 : 500;
}
