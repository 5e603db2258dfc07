import type { FastifyReply } from "fastify";
import { AppError } from "../domain/errors.ts";

/** The longest time that a request may take. */
export const REQUEST_LIMIT_MS = 60_000;
/** The longest time that indexing may take. */
export const INDEX_LIMIT_MS = 300_000;

/** A signal that ends the work for a request: when its time is over, the client has left or the service ends. */
export function deadlineOf(reply: FastifyReply, limitMs: number = REQUEST_LIMIT_MS): AbortSignal {
  const controller = new AbortController();
  const timer = setTimeout(() => {
    controller.abort(
      new AppError("timed-out", `The request took longer than ${limitMs / 1000} seconds`, {
        details: "Nothing was changed; try again, or with less",
      }),
    );
  }, limitMs);
  const { runningRequests } = reply.server;
  runningRequests.add(controller);
  reply.raw.once("close", () => {
    clearTimeout(timer);
    runningRequests.forget(controller);
    if (!reply.raw.writableFinished) controller.abort(new AppError("cancelled", "The client left"));
  });
  return controller.signal;
}
