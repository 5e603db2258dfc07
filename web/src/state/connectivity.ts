import { createStore } from "./store.ts";

/** How often an unreachable service is asked whether it is back. */
const RETRY_MS = 2_500;
const ANSWER_LIMIT_MS = 4_000;

/** Whether the service answers. */
export const isReachable = createStore(true);

const recoveries = new Set<() => void>();

/** Runs `listener` each time the service can be reached again. */
export function onRecovery(listener: () => void): () => void {
  recoveries.add(listener);
  return () => recoveries.delete(listener);
}

/** Notes that a request did not get through; from then on the service is asked until it answers. */
export function noteUnreachable(): void {
  if (!isReachable.get()) return;
  isReachable.set(false);
  setTimeout(askAgain, RETRY_MS);
}

/** Watches the browser's own word on the network. */
export function watchConnectivity(): () => void {
  const lost = () => noteUnreachable();
  const back = () => void askAgain();
  window.addEventListener("offline", lost);
  window.addEventListener("online", back);
  return () => {
    window.removeEventListener("offline", lost);
    window.removeEventListener("online", back);
  };
}

async function askAgain(): Promise<void> {
  if (isReachable.get()) return;
  try {
    const answer = await fetch("/api/health", {
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
      cache: "no-store",
    });
    // Who is not signed in is refused by a service that is there.
    if (!answer.ok && answer.status !== 401) throw new Error(`The service answers ${answer.status}`);
  } catch {
    // Not back yet: the banner already says so.
    setTimeout(askAgain, RETRY_MS);
    return;
  }
  isReachable.set(true);
  for (const listener of [...recoveries]) listener();
}
