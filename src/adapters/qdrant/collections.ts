import { z } from "zod";
import { AppError } from "../../domain/errors.ts";
import { DIMENSIONS } from "../../domain/passage.ts";
import type { LedgerStore } from "./ledger-store.ts";
import { type QdrantApi, refusalStatus } from "./qdrant-api.ts";
import { writtenSchema } from "./requests.ts";
import type { WholeCollection } from "./whole-collection.ts";

/** The two collections: one for the points, one for the ledger. */
export interface Collections {
  /** Makes sure, once, that both are there and fit. */
  ready(signal: AbortSignal): Promise<void>;
  /** Creates what is missing and says what it did. */
  provision(signal: AbortSignal): Promise<string[]>;
  /** Makes sure as `ready` does, and rejects where something is missing or does not fit all the same. */
  check(signal: AbortSignal): Promise<void>;
}

/** The payload fields that searches, lists and changes look for. */
const INDEXES: Record<string, unknown> = {
  userId: { type: "keyword", is_tenant: true },
  documentId: "keyword",
  documentType: "keyword",
  indexVersion: "keyword",
  chunkIndex: "integer",
  generation: "keyword",
};

const POINTS_SETTINGS = {
  vectors: { size: DIMENSIONS, distance: "Cosine" },
  // Every search is one user's: a graph for each user and none across them.
  hnsw_config: { m: 0, payload_m: 16 },
};

/** Pages need no vector, but a point has to have one. */
const LEDGER_SETTINGS = { vectors: { size: 1, distance: "Dot" } };

export interface CollectionParts {
  ledger: LedgerStore;
  whole: WholeCollection;
  names: { points: string; ledger: string };
}

/** Vectors from before embedders were recorded could be anybody's. */
const UNKNOWN_EMBEDDER = "unknown";

/** Looks after the collections with these names. */
export function openCollections(api: QdrantApi, { ledger, whole, names }: CollectionParts): Collections {
  let isReady = false;

  async function find(name: string, signal: AbortSignal): Promise<Found | null> {
    try {
      return await api.call({ method: "GET", path: name, result: foundSchema }, signal);
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

  async function addIndex(field: string, signal: AbortSignal): Promise<void> {
    await api.call(
      {
        method: "PUT",
        path: `${names.points}/index?wait=true`,
        body: { field_name: field, field_schema: INDEXES[field] },
        result: writtenSchema,
      },
      signal,
    );
  }

  async function provision(signal: AbortSignal): Promise<string[]> {
    const done: string[] = [];
    const points = await findOrCreate(names.points, POINTS_SETTINGS, signal);
    if (points.isNew) done.push(`Created the Qdrant collection ${names.points}`);
    expectFitting(names.points, points.collection);
    for (const field of missingIndexes(points.collection)) {
      await addIndex(field, signal);
      done.push(`Created the payload index ${names.points}.${field}`);
    }
    const pages = await findOrCreate(names.ledger, LEDGER_SETTINGS, signal);
    if (pages.isNew) done.push(`Created the Qdrant collection ${names.ledger}`);
    const embedder = async () => ((await whole.count(signal)) > 0 ? UNKNOWN_EMBEDDER : null);
    const added = await ledger.addMissing(embedder, signal);
    if (added > 0) done.push(`Added ${added} pages to ${names.ledger}`);
    isReady = true;
    return done;
  }

  async function ready(signal: AbortSignal): Promise<void> {
    if (!isReady) await provision(signal);
  }

  return {
    ready,
    provision,
    async check(signal) {
      await ready(signal);
      const points = await find(names.points, signal);
      if (points === null) throw missing(names.points);
      expectFitting(names.points, points);
      const [index] = missingIndexes(points);
      if (index !== undefined) throw missing(`${names.points}.${index}`);
      if ((await find(names.ledger, signal)) === null) throw missing(names.ledger);
      await ledger.readAll(signal);
    },
  };
}

const foundSchema = z.object({
  config: z.object({ params: z.object({ vectors: z.unknown() }) }),
  payload_schema: z.record(z.string(), z.unknown()),
});

type Found = z.infer<typeof foundSchema>;

const fittingSchema = z.object({ size: z.literal(DIMENSIONS), distance: z.literal("Cosine") });

function expectFitting(name: string, collection: Found | null): void {
  if (collection === null) throw missing(name);
  if (fittingSchema.safeParse(collection.config.params.vectors).success) return;
  throw new AppError("vector-store-failed", `The collection ${name} holds other vectors`, {
    details: `It has to hold one unnamed vector of ${DIMENSIONS} numbers a point, compared by Cosine`,
  });
}

function missingIndexes(collection: Found | null): string[] {
  const present = collection?.payload_schema ?? {};
  return Object.keys(INDEXES).filter((field) => !(field in present));
}

function missing(name: string): AppError {
  return new AppError("vector-store-failed", `The vector store lacks ${name}`, {
    details: "Run `npm run carrel -- provision` to create it",
  });
}
