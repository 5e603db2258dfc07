import { countField, textField } from "./json-field.ts";

/** An answer of a provider that refuses a call. `body` is its JSON, undefined where it has none. */
export interface Rejection {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: unknown;
}

/** Thrown for a rejection that is still to be understood. It holds the provider's words, and so is never a `cause`. */
export class RejectedCall extends Error {
  readonly rejection: Rejection;

  constructor(rejection: Rejection) {
    super("A provider has refused a call");
    this.name = "RejectedCall";
    this.rejection = rejection;
  }
}

/** As much of a rejection as is read. */
export const MAX_REJECTION_CHARACTERS = 64 * 1024;

/** The rejection that a stream carries in the place of a token, with the status that it would have had. */
export function rejectedInStream(error: unknown): RejectedCall {
  return new RejectedCall({ status: statusOf(error), headers: {}, body: { error } });
}

function statusOf(error: unknown): number {
  const code = countField(error, "code") || Number(textField(error, "code"));
  if (code >= 400 && code < 600) return code;
  const names = ["status", "code", "type"].map((name) => textField(error, name) ?? "").join(" ");
  if (/RESOURCE_EXHAUSTED|rate_limit/.test(names)) return 429;
  // A sentence alone is what some servers say of a question that they cannot take.
  const isCallersFault = typeof error === "string" || /invalid|bad_?request|context|not_found/i.test(names);
  return isCallersFault ? 400 : 500;
}

/** The JSON of a rejection; undefined for a page of a proxy in front of the provider: the status alone has to tell. */
export function parseRejection(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
