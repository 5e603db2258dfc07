/** Everything that can go wrong between this service and a model. */
type FailureKind =
  | "wrong-key"
  | "forbidden"
  | "unknown-model"
  | "rejected"
  | "rate-limited"
  | "quota-spent"
  | "overloaded"
  | "unreachable"
  | "interrupted"
  | "garbled"
  | "stalled"
  | "blocked"
  | "empty"
  | "unfit";

/** A failed call, reduced to what may be logged: nothing of the request, the answer or the key is in it. */
export class CallFailure extends Error {
  readonly kind: FailureKind;
  readonly status: number | undefined;
  /** How long the provider asks to be left alone. */
  readonly retryAfterMs: number | undefined;
  /** A word or a sentence of ours that narrows the kind down. */
  readonly reason: string | undefined;

  constructor(
    kind: FailureKind,
    facts: {
      status?: number | undefined;
      retryAfterMs?: number | undefined;
      reason?: string | undefined;
    } = {},
  ) {
    super(facts.status === undefined ? kind : `${kind} (HTTP ${facts.status})`);
    this.name = "CallFailure";
    this.kind = kind;
    this.status = facts.status;
    this.retryAfterMs = facts.retryAfterMs;
    this.reason = facts.reason;
  }
}

/** Whether the same call may succeed a moment later. */
export function isPassing(failure: CallFailure): boolean {
  return failure.kind === "rate-limited" || (isProviderDown(failure) && failure.kind !== "garbled");
}

/** Whether the provider is to blame, as opposed to the call. */
export function isProviderDown({ kind }: CallFailure): boolean {
  return DOWN.has(kind);
}

const DOWN: ReadonlySet<FailureKind> = new Set<FailureKind>([
  "overloaded",
  "unreachable",
  "interrupted",
  "garbled",
  "stalled",
]);
