import { z } from "zod";
import { AppError } from "../../domain/errors.ts";
import { DIMENSIONS } from "../../domain/passage.ts";
import { INTENT } from "./change-intents.ts";
import type { LedgerStore } from "./ledger-store.ts";
import { ARRIVING, UNSETTLED } from "./payload.ts";
import { type QdrantApi, refusalStatus } from "./qdrant-api.ts";
import { writtenSchema } from "./requests.ts";
import type { WholeCollection } from "./whole-collection.ts";
import { WORDS_FIELD } from "./words.ts";
import { openWordsVector, SPARSE_VECTORS, sparseVectorsSchema } from "./words-vector.ts";

/** The two collections: one for the points, one for the ledger. */
export interface Collections {
  /** Makes sure, once, that both are there and fit. */
  ready(signal: AbortSignal): Promise<void>;
  /** Creates what is missing, renews what could be better, and says what it did. */
  provision(signal: AbortSignal): Promise<string[]>;
  /** What `provision` would renew, although everything works without that. */
  review(signal: AbortSignal): Promise<string[]>;
  /** Makes sure as `ready` does, and rejects where something is missing or does not fit all the same. */
  check(signal: AbortSignal): Promise<void>;
  /** Whether points have words beside their vectors. Asks nothing once that is known. */
  hasWords(signal: AbortSignal): Promise<boolean>;
  /** Whether there are several replicas of the points. */
  isReplicated(signal: AbortSignal): Promise<boolean>;
  /** Why they have none, and what would help; null where they have. Tries again where it could not be helped before. */
  wordsObstacle(signal: AbortSignal): Promise<string | null>;
}

/** Without this, every index that is not the tenants' would build graphs of its own, which no search uses. */
const NO_GRAPH = { enable_hnsw: false } as const;

/** The payload fields that searches, lists and changes look for. */
const POINT_INDEXES: Indexes = {
  userId: { type: "keyword", is_tenant: true },
  documentId: { type: "keyword", ...NO_GRAPH },
  documentType: { type: "keyword", ...NO_GRAPH },
  indexVersion: { type: "keyword", ...NO_GRAPH },
  chunkIndex: { type: "integer", ...NO_GRAPH },
  generation: { type: "keyword", ...NO_GRAPH },
  [ARRIVING]: { type: "bool", ...NO_GRAPH },
  [UNSETTLED]: { type: "bool", ...NO_GRAPH },
  unsettledBy: { type: "keyword", ...NO_GRAPH },
  [INTENT]: { type: "keyword", ...NO_GRAPH },
  [WORDS_FIELD]: { type: "keyword", ...NO_GRAPH },
};

/** A server in strict mode changes nothing by a field that is not indexed. */
const LEDGER_INDEXES: Indexes = { sequence: { type: "integer" } };

type Indexes = Record<string, { type: string; is_tenant?: true; enable_hnsw?: false }>;

const POINTS_SETTINGS = {
  vectors: { size: DIMENSIONS, distance: "Cosine" },
  sparse_vectors: SPARSE_VECTORS,
  // Every search is one user's: a graph for each user and none across them.
  hnsw_config: { m: 0, payload_m: 16 },
};

/** Pages need no vector, but a point has to have one. */
const LEDGER_SETTINGS = { vectors: { size: 1, distance: "Dot" } };

interface CollectionParts {
  ledger: LedgerStore;
  whole: WholeCollection;
  names: { points: string; ledger: string };
}

/** Vectors from before embedders were recorded could be anybody's. */
const UNKNOWN_EMBEDDER = "unknown";

/** Looks after the collections with these names. */
export function openCollections(api: QdrantApi, { ledger, whole, names }: CollectionParts): Collections {
  const words = openWordsVector(api, names.points);
  let isReady = false;
  let replicas = 1;

  async function find(name: string, signal: AbortSignal): Promise<Found | null> {
    try {
      return (await api.call({ method: "GET", path: name, result: foundSchema }, signal)).result;
    } catch (error) {
      if (refusalStatus(error) === 404) return null;
      throw error;
    }
  }

  /** Gives the collection, and whether it had to be created. Another copy may create it at the same moment. */
  async function findOrCreate(name: string, settings: unknown, signal: AbortSignal) {
    const present = await find(name, signal);
    if (present !== null) return { collection: present, isNew: false };
    try {
      await api.call({ method: "PUT", path: name, body: settings, result: z.literal(true) }, signal);
    } catch (error) {
      const collection = await find(name, signal);
      if (collection === null) throw error;
      return { collection, isNew: false };
    }
    return { collection: await find(name, signal), isNew: true };
  }

  async function putIndex(collection: string, { field, schema }: IndexPlan, signal: AbortSignal) {
    await api.call(
      {
        method: "PUT",
        path: `${collection}/index?wait=true`,
        body: { field_name: field, field_schema: schema },
        result: writtenSchema,
      },
      signal,
    );
  }

  const indexesOf = (name: string) => (name === names.points ? POINT_INDEXES : LEDGER_INDEXES);

  /** Creates what is missing of a collection, and where it is asked for renews indexes that are not as they should be. */
  async function complete(name: string, isRenewing: boolean, signal: AbortSignal): Promise<string[]> {
    const settings = name === names.points ? POINTS_SETTINGS : LEDGER_SETTINGS;
    const { collection, isNew } = await findOrCreate(name, settings, signal);
    if (collection === null) throw missing(name);
    if (name === names.points) {
      expectFitting(name, collection);
      replicas = collection.config.params.replication_factor ?? 1;
    }
    const done = isNew ? [`Created the Qdrant collection ${name}`] : [];
    if (name === names.points) done.push(...(await completeWords(collection, isRenewing, signal)));
    for (const index of lackingIndexes(indexesOf(name), collection)) {
      if (index.isPresent && !isRenewing) continue;
      await putIndex(name, index, signal);
      done.push(`${index.isPresent ? "Renewed" : "Created"} the payload index ${name}.${index.field}`);
    }
    return done;
  }

  async function completeWords(collection: Found, isRenewing: boolean, signal: AbortSignal) {
    const isAdded = await words.complete(collection.config.params.sparse_vectors, signal);
    if (isAdded) return [`Added the words vector to ${names.points}`];
    const obstacle = words.obstacle();
    return isRenewing && obstacle !== null ? [obstacle] : [];
  }

  async function completeAll(isRenewing: boolean, signal: AbortSignal): Promise<string[]> {
    const done = await complete(names.points, isRenewing, signal);
    done.push(...(await complete(names.ledger, isRenewing, signal)));
    const embedder = async () => ((await whole.count(signal)) > 0 ? UNKNOWN_EMBEDDER : null);
    const added = await ledger.addMissing(embedder, signal);
    if (added > 0) done.push(`Added ${added} pages to ${names.ledger}`);
    isReady = true;
    return done;
  }

  async function ready(signal: AbortSignal): Promise<void> {
    if (!isReady) await completeAll(false, signal);
  }

  return {
    ready,
    provision: (signal) => completeAll(true, signal),

    async review(signal) {
      await ready(signal);
      const points = await find(names.points, signal);
      if (points === null) throw missing(names.points);
      return lackingIndexes(POINT_INDEXES, points).map(
        ({ field }) => `The payload index ${names.points}.${field} builds graphs that no search uses`,
      );
    },

    async check(signal) {
      await ready(signal);
      for (const name of [names.points, names.ledger]) {
        const found = await find(name, signal);
        if (found === null) throw missing(name);
        if (name === names.points) expectFitting(name, found);
        const lacking = lackingIndexes(indexesOf(name), found).find(({ isPresent }) => !isPresent);
        if (lacking !== undefined) throw missing(`${name}.${lacking.field}`);
      }
      await ledger.readAll(signal);
    },

    async hasWords(signal) {
      await ready(signal);
      return words.obstacle() === null;
    },

    async isReplicated(signal) {
      await ready(signal);
      return replicas > 1;
    },

    async wordsObstacle(signal) {
      await ready(signal);
      if (words.obstacle() === null) return null;
      const points = await find(names.points, signal);
      if (points === null) throw missing(names.points);
      await words.complete(points.config.params.sparse_vectors, signal);
      return words.obstacle();
    },
  };
}

const foundSchema = z.object({
  config: z.object({
    params: z.object({
      vectors: z.unknown(),
      sparse_vectors: sparseVectorsSchema,
      replication_factor: z.number().nullish(),
    }),
  }),
  payload_schema: z.record(z.string(), z.object({ params: z.looseObject({}).nullish() })),
});

type Found = z.infer<typeof foundSchema>;

const fittingSchema = z.object({ size: z.literal(DIMENSIONS), distance: z.literal("Cosine") });

function expectFitting(name: string, collection: Found): void {
  if (fittingSchema.safeParse(collection.config.params.vectors).success) return;
  throw new AppError("vector-store-failed", `The collection ${name} holds other vectors`, {
    details: `It has to hold one unnamed vector of ${DIMENSIONS} numbers a point, compared by Cosine`,
  });
}

interface IndexPlan {
  field: string;
  schema: unknown;
  isPresent: boolean;
}

/** The indexes that are not there, or build graphs where they should not. */
function lackingIndexes(indexes: Indexes, { payload_schema: present }: Found): IndexPlan[] {
  return Object.entries(indexes).flatMap(([field, schema]) => {
    const found = present[field];
    const isAsWanted = schema.enable_hnsw === undefined || found?.params?.enable_hnsw === false;
    return found !== undefined && isAsWanted ? [] : [{ field, schema, isPresent: found !== undefined }];
  });
}

function missing(name: string): AppError {
  return new AppError("vector-store-failed", `The vector store lacks ${name}`, {
    details: "Run `npm run carrel -- provision` to create it",
  });
}
