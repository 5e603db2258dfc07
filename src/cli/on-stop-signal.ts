const STOP_SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** A terminal interrupts npm too, and npm passes it on: signals that come so close together are one wish. */
const ONE_WISH_MS = 500;

/**
 * Calls `stop` when the process is asked to end; asked again, it ends at once. The function that is returned stops
 * listening, but for the echo of a signal that has come.
 */
export function onStopSignal(stop: () => void): () => void {
  let isAsked = false;
  const forget = () => {
    for (const name of STOP_SIGNALS) process.off(name, onSignal);
  };
  const onSignal = () => {
    if (isAsked) return;
    isAsked = true;
    setTimeout(forget, ONE_WISH_MS).unref();
    stop();
  };
  for (const name of STOP_SIGNALS) process.on(name, onSignal);
  return () => {
    if (!isAsked) forget();
  };
}
