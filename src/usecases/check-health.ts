import { AppError } from "../domain/errors.ts";
import type { BackendState, Health } from "../domain/health.ts";
import { orAborted } from "../flow/or-aborted.ts";
import type { WordsFilling } from "./fill-words.ts";
import type { AnyBackend, Library } from "./library.ts";

/** How long a backend may take to show that it works. */
const CHECK_LIMIT_MS = 2_000;

/** Asks every backend whether it works. One that is down makes the service degraded, not dead. */
export async function checkHealth(
  library: Pick<Library, "backends" | "filling">,
  signal: AbortSignal,
): Promise<Health> {
  const states = await Promise.all(library.backends.map((backend) => stateOf(backend, signal)));
  return {
    status: states.every(([, { state }]) => state === "ok") ? "ok" : "degraded",
    backends: Object.fromEntries(states),
    ...wordsOf(library.filling),
  };
}

function wordsOf({ progress, obstacle }: WordsFilling): Pick<Health, "words"> {
  if (progress !== null) return { words: progress };
  return obstacle === null ? {} : { words: { reason: obstacle } };
}

async function stateOf(backend: AnyBackend, signal: AbortSignal): Promise<[string, BackendState]> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(CHECK_LIMIT_MS)]);
  const nodes = nodesOf(backend, limit);
  try {
    await orAborted(backend.check(limit), limit);
    return [backend.port, { backend: backend.name, state: "ok", ...(await nodes) }];
  } catch (error) {
    const reason = error instanceof AppError ? inWords(error) : "does not answer";
    return [backend.port, { backend: backend.name, state: "down", reason, ...(await nodes) }];
  }
}

async function nodesOf(backend: AnyBackend, signal: AbortSignal): Promise<Pick<BackendState, "nodes">> {
  if (!("nodes" in backend)) return {};
  const nodes = await backend.nodes(signal);
  if (nodes.length < 2) return {};
  return { nodes: Object.fromEntries(nodes.map(({ name, isReady }) => [name, isReady ? "ok" : "down"])) };
}

function inWords({ message, details }: AppError): string {
  return details === undefined ? message : `${message}. ${details}`;
}
