const STOP_SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Runs the work with a signal that aborts for this reason when the process is asked to end. */
export async function untilStopped<T>(
  reason: () => unknown,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const onStop = () => stop.abort(reason());
  for (const name of STOP_SIGNALS) process.once(name, onStop);
  try {
    return await work(stop.signal);
  } finally {
    for (const name of STOP_SIGNALS) process.off(name, onStop);
  }
}
