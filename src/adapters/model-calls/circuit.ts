/**
 * What an attempt showed about its provider: `failing` where it answers, but not as it should, which may be the
 * doing of this one call; `missing` where nobody is there; `unknown` where it was ended before it could show anything.
 */
export type CallResult = "answered" | "failing" | "missing" | "unknown";

/** Keeps calls away from a provider that is down. */
export interface Circuit {
  /** Lets an attempt of a call through and takes its outcome afterwards; undefined where it must not be made. */
  enter(call: object): ((outcome: CallResult) => void) | undefined;
  isClosed(): boolean;
  /** How many attempts in a row have failed, over all calls. */
  failures(): number;
  /** How long it is worth to wait before the next `enter`; 0 where it is open to a call. */
  restMs(): number;
}

/** A provider is down when so many attempts in a row have failed, */
const FAILURES_TO_OPEN = 5;
/** over so long a time, because a hiccup hits all calls of a moment, */
const SPAN_TO_OPEN_MS = 5_000;
/** and those of so many calls, unless nobody was there: what fails one call may be its own question. */
const CALLS_TO_OPEN = 3;
/** How long it is left alone; then one call may see whether it is back. */
export const REST_MS = 10_000;
/** How long others are kept away for what that one call finds; then another may see. */
const PROBE_MS = 5_000;
/** After so long without one, a failure is the first of a new row. */
const ROW_MS = 60_000;

/** What has gone wrong since the provider last answered. */
interface FailureRun {
  failures: number;
  missing: number;
  beganAt: number;
  lastAt: number;
  /** Of the first calls in it, no more than are needed. */
  calls: Set<object>;
}

/** Opens a circuit that is closed: calls go through. `onChange` hears when that ends, and when it is so again. */
export function openCircuit({ now, onChange }: CircuitOptions): Circuit {
  let row: FailureRun | undefined;
  let restsUntil: number | null = null;
  let probeUntil = 0;

  function restMs(): number {
    return restsUntil === null ? 0 : Math.max(0, restsUntil - now(), probeUntil - now());
  }

  function settle(outcome: CallResult, call: object, isProbe: boolean): void {
    if (isProbe) probeUntil = 0;
    if (outcome === "answered") {
      row = undefined;
      if (restsUntil !== null) onChange("closed");
      restsUntil = null;
    } else if (outcome !== "unknown") {
      if (row === undefined || now() - row.lastAt > ROW_MS) {
        row = { failures: 0, missing: 0, beganAt: now(), lastAt: now(), calls: new Set() };
      }
      row.failures += 1;
      row.lastAt = now();
      if (outcome === "missing") row.missing += 1;
      if (row.calls.size < CALLS_TO_OPEN) row.calls.add(call);
      if (restsUntil === null && !isDown(row)) return;
      if (restsUntil === null) onChange("open");
      restsUntil = now() + REST_MS;
    }
  }

  function isDown({ failures, missing, beganAt, calls }: FailureRun): boolean {
    if (failures < FAILURES_TO_OPEN || now() - beganAt < SPAN_TO_OPEN_MS) return false;
    return missing >= FAILURES_TO_OPEN || calls.size >= CALLS_TO_OPEN;
  }

  return {
    restMs,
    isClosed: () => restsUntil === null,
    failures: () => row?.failures ?? 0,
    enter(call) {
      if (restMs() > 0) return undefined;
      const isProbe = restsUntil !== null;
      if (isProbe) probeUntil = now() + PROBE_MS;
      return (outcome) => settle(outcome, call, isProbe);
    },
  };
}

interface CircuitOptions {
  now: () => number;
  onChange: (state: "closed" | "open") => void;
}
