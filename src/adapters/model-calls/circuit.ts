/** What a call showed about its provider: `unknown` where it was ended before it could show anything. */
export type Outcome = "answered" | "down" | "unknown";

/** Keeps calls away from a provider that is down. */
export interface Circuit {
  /** Lets a call through and takes its outcome afterwards; undefined where it must not be made. */
  enter(): ((outcome: Outcome) => void) | undefined;
  isClosed(): boolean;
  /** How long it is worth to wait before the next `enter`; 0 where it is open to a call. */
  restMs(): number;
}

/** How many calls have to find a provider down, one after the other, before it is left alone. */
export const FAILURES_TO_OPEN = 5;
/** How long it is left alone; then one call may see whether it is back. */
export const REST_MS = 10_000;
/** How long others wait for what that one call finds. */
const PROBE_WAIT_MS = 1_000;

/** Opens a circuit that is closed: calls go through. `onChange` hears when that ends, and when it is so again. */
export function openCircuit({ now, onChange }: CircuitOptions): Circuit {
  let failures = 0;
  let restsUntil: number | null = null;
  let isProbing = false;

  function restMs(): number {
    if (restsUntil === null) return 0;
    return Math.max(0, restsUntil - now(), isProbing ? PROBE_WAIT_MS : 0);
  }

  function settle(outcome: Outcome, isProbe: boolean): void {
    if (isProbe) isProbing = false;
    if (outcome === "answered") {
      failures = 0;
      if (restsUntil !== null) onChange("closed");
      restsUntil = null;
    } else if (outcome === "down") {
      failures += 1;
      if (failures < FAILURES_TO_OPEN) return;
      if (restsUntil === null) onChange("open");
      restsUntil = now() + REST_MS;
    }
  }

  return {
    restMs,
    isClosed: () => restsUntil === null,
    enter() {
      if (restMs() > 0) return undefined;
      const isProbe = restsUntil !== null;
      if (isProbe) isProbing = true;
      return (outcome) => settle(outcome, isProbe);
    },
  };
}

interface CircuitOptions {
  now: () => number;
  onChange: (state: "closed" | "open") => void;
}
