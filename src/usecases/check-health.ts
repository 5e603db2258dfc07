import { AppError } from "../domain/errors.ts";
import { orAborted } from "../domain/or-aborted.ts";
import type { Backend, Library } from "./library.ts";

/** How long a backend may take to show that it works. */
const CHECK_LIMIT_MS = 2_000;

export interface BackendState {
  backend: string;
  state: "ok" | "down";
  reason?: string;
}

export interface Health {
  status: "ok" | "degraded";
  backends: Record<string, BackendState>;
}

/** Asks every backend whether it works. One that is down makes the service degraded, not dead. */
export async function checkHealth(library: Pick<Library, "backends">, signal: AbortSignal): Promise<Health> {
  const states = await Promise.all(library.backends.map((backend) => stateOf(backend, signal)));
  return {
    status: states.every(([, { state }]) => state === "ok") ? "ok" : "degraded",
    backends: Object.fromEntries(states),
  };
}

async function stateOf(backend: Backend, signal: AbortSignal): Promise<[string, BackendState]> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(CHECK_LIMIT_MS)]);
  try {
    await orAborted(backend.check(limit), limit);
    return [backend.port, { backend: backend.name, state: "ok" }];
  } catch (error) {
    const reason = error instanceof AppError ? inWords(error) : "does not answer";
    return [backend.port, { backend: backend.name, state: "down", reason }];
  }
}

function inWords({ message, details }: AppError): string {
  return details === undefined ? message : `${message}. ${details}`;
}
