import { onStopSignal } from "./on-stop-signal.ts";

/** Runs the work with a signal that aborts for this reason when the process is asked to end. */
export async function untilStopped<T>(
  reason: () => unknown,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const forget = onStopSignal(() => stop.abort(reason()));
  try {
    return await work(stop.signal);
  } finally {
    forget();
  }
}
