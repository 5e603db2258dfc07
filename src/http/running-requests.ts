import type { FastifyInstance } from "fastify";
import { AppError } from "../domain/errors.ts";

/** What an app is working on. */
interface RunningRequests {
  /** Counts a request until `forget`; its controller is aborted where the service ends before it does. */
  add(controller: AbortController): void;
  forget(controller: AbortController): void;
}

declare module "fastify" {
  interface FastifyInstance {
    runningRequests: RunningRequests;
  }
}

/** How long requests may take to end by themselves when the service is asked to end. */
const GRACE_MS = 3_000;
/** How long their last words may take. */
const LAST_WORDS_MS = 2_000;

/**
 * Lets requests end when the app is closed: those that take too long with an answer that says why, as those that come
 * meanwhile.
 */
export function awaitRunningRequests(app: FastifyInstance): void {
  const running = new Set<AbortController>();
  let isClosing = false;
  let onIdle: (() => void) | undefined;

  app.decorate("runningRequests", {
    add: (controller) => void running.add(controller),
    forget(controller) {
      running.delete(controller);
      if (running.size === 0) onIdle?.();
    },
  });
  app.addHook("onRequest", async () => {
    if (isClosing) throw stopped();
  });
  app.addHook("preClose", async () => {
    isClosing = true;
    await idleWithin(GRACE_MS);
    for (const controller of running) controller.abort(stopped());
    await idleWithin(LAST_WORDS_MS);
  });

  async function idleWithin(limitMs: number): Promise<void> {
    if (running.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const limit = setTimeout(resolve, limitMs);
    onIdle = resolve;
    await promise;
    clearTimeout(limit);
  }
}

function stopped(): AppError {
  return new AppError("cancelled", "The service is being stopped", { details: "Try again in a moment" });
}
