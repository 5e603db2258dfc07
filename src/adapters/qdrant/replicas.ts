import { setTimeout as pause } from "node:timers/promises";
import { AppError } from "../../domain/errors.ts";
import { type Answer, lacksReplica, type QdrantApi, type QdrantRequest } from "./qdrant-api.ts";

/**
 * How many replicas have to say the same. A point on which they do not is left out of the answer.
 * `all`: every one that is there. `most`: more than half of all, so that one that is behind is outvoted. `any`: the
 * word of one.
 */
export type Agreement = "all" | "most" | "any";

/** Reads of a collection of which there may be several replicas, some of them away. */
interface Replicas {
  read<Result>(
    request: QdrantRequest<Result>,
    agreement: Agreement,
    signal: AbortSignal,
  ): Promise<Answer<Result>>;
  /** Whether a replica was away not long ago: one that has just come back may lack what was written meanwhile. */
  wasOneAway(): boolean;
}

/** What is asked for first, and, while a replica is away, of which it is refused, what the others can give. */
const CONSISTENCIES = {
  all: { usual: "all", lacking: "quorum" },
  most: { usual: "majority", lacking: "quorum" },
  any: { usual: "1", lacking: "1" },
} as const;

/** How long not all replicas are asked after one of them was found to be away. */
const AWAY_MS = 2_000;
/** A node that comes back takes seconds to copy what it missed. */
const DOUBTFUL_MS = 60_000;

/** The replicas behind this server. */
export function openReplicas(api: QdrantApi): Replicas {
  let foundAwayAtMs = Number.NEGATIVE_INFINITY;
  const isWithin = (ms: number) => performance.now() - foundAwayAtMs < ms;

  return {
    async read(request, agreement, signal) {
      const { usual, lacking } = CONSISTENCIES[agreement];
      const path = (consistency: string) => `${request.path}?consistency=${consistency}`;
      if (usual !== lacking && !isWithin(AWAY_MS)) {
        try {
          return await api.call({ ...request, path: path(usual), needsAllReplicas: true }, signal);
        } catch (error) {
          if (!lacksReplica(error)) throw error;
          foundAwayAtMs = performance.now();
        }
      }
      return api.call({ ...request, path: path(lacking) }, signal);
    },

    wasOneAway: () => isWithin(DOUBTFUL_MS),
  };
}

const ATTEMPTS = 12;
const FIRST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 2_000;

/**
 * Writes until all replicas show it. Qdrant acknowledges what the replicas have done that it takes for active, and one
 * that comes back may miss that; the same write again reaches all of them.
 */
export async function writeUntil(
  isShown: (signal: AbortSignal) => Promise<boolean>,
  write: (signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    await write(signal);
    if (await isShown(signal)) return;
    await pause(Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS), undefined, { signal });
  }
  throw new AppError("vector-store-failed", "The replicas of the vector store do not agree", {
    details: "Try again in a moment",
  });
}
