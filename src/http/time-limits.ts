import type { FastifyInstance } from "fastify";

/** How long the service waits for whom. */
export interface TimeLimits {
  /** For the head of a request. */
  headersMs: number;
  /** For a JSON body as a whole, and for the next bytes of it. */
  bodyMs: number;
  bodySilenceMs: number;
  /** For the next bytes of a file, and for a client to take the next bytes of an answer. */
  silenceMs: number;
  /** For the work on a request. */
  requestMs: number;
  /** For the last words to whoever has run out of time, and for the rest of a body that nobody wants. */
  lastWordsMs: number;
}

export const TIME_LIMITS: TimeLimits = {
  headersMs: 15_000,
  bodyMs: 60_000,
  bodySilenceMs: 20_000,
  silenceMs: 60_000,
  requestMs: 60_000,
  lastWordsMs: 15_000,
};

declare module "fastify" {
  interface FastifyInstance {
    timeLimits: TimeLimits;
  }
}

/** Gives an app its limits. */
export function setTimeLimits(app: FastifyInstance, limits: TimeLimits): void {
  app.decorate("timeLimits", limits);
}
