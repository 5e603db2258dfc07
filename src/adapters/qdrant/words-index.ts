import { AppError } from "../../domain/errors.ts";
import { TERMS_VERSION } from "../../domain/index-terms.ts";
import type { PendingDocument } from "../../ports/vector-generations.ts";
import type { WordsIndex } from "../../ports/words-index.ts";
import type { CollectionPoints } from "./collection-points.ts";
import type { Collections } from "./collections.ts";
import type { DocumentPoints } from "./document-points.ts";
import { type Condition, type Filter, is, ofGeneration, pointsOfVersions } from "./filters.ts";
import { isStillSeen, type Version } from "./ledger.ts";
import type { LedgerStore } from "./ledger-store.ts";
import { WORDED_FIELDS, wordedSchema } from "./payload.ts";
import { refusalStatus } from "./qdrant-api.ts";
import { writeUntil } from "./replicas.ts";
import { seenDocuments, versionOf } from "./vector-archive.ts";
import type { WholeCollection } from "./whole-collection.ts";
import { WORDS, WORDS_FIELD, type Worded } from "./words.ts";
import { allWordsOf, MOST_POINTS } from "./written-batches.ts";

interface WordsParts {
  collection: CollectionPoints;
  collections: Pick<Collections, "hasWords" | "wordsObstacle">;
  ledger: LedgerStore;
  points: DocumentPoints;
  whole: WholeCollection;
}

/**
 * The words of the points of a collection. A document's first chunk says by which rules its words were cut, so that
 * those without are one question away. Points are named by the version that they belong to: whatever is written here
 * late finds the points of that text or none.
 */
export function openWordsIndex(parts: WordsParts): WordsIndex {
  const { collection, collections, ledger } = parts;

  /** Gives the points their words; false where one of them is no longer there. */
  async function write(version: Version, batch: readonly WordlessPoint[], signal: AbortSignal) {
    const words = await allWordsOf(batch, signal);
    const update_filter = pointsOfVersions(version.documentId, [version]);
    const points = batch.flatMap(({ id }, i) => (words[i] ? [{ id, vector: words[i] }] : []));
    const wordless = batch.filter((_, i) => !words[i]);
    const done = { must: [hasId(points), { has_vector: WORDS }] };
    try {
      // Other rules may have found words in them. Qdrant takes no update to an empty vector.
      if (wordless.length > 0) {
        const filter = { must: [hasId(wordless)] };
        await collection.write([{ delete_vectors: { vector: [WORDS], filter } }], signal);
      }
      if (points.length === 0) return true;
      await writeUntil(
        // A call more only where it may tell something.
        async (signal) =>
          !collection.wasReplicaAway() || (await collection.count(done, signal, "all")) === points.length,
        (signal) => collection.write([{ update_vectors: { points, update_filter } }], signal),
        signal,
      );
      return true;
    } catch (error) {
      if (refusalStatus(error) !== 404) throw error;
      // The same is said of a collection that is gone, but of that the next call would be refused as well.
      await collection.count(done, signal);
      return false;
    }
  }

  /** Fills all points of the version, and gives how many; null where they are going. */
  async function writeAll(version: Version, signal: AbortSignal): Promise<number | null> {
    const filter = pointsOfVersions(version.documentId, [version]);
    const wanted = { filter, fields: WORDED_FIELDS, point: wordedSchema };
    let filled = 0;
    let batch: WordlessPoint[] = [];
    const flush = async () => {
      const isThere = batch.length === 0 || (await write(version, batch, signal));
      filled += batch.length;
      batch = [];
      return isThere;
    };
    for await (const point of collection.scroll(wanted, signal)) {
      batch.push(point);
      if (batch.length === MOST_POINTS && !(await flush())) return null;
    }
    return (await flush()) ? filled : null;
  }

  const headOf = (version: Version, conditions: readonly Condition[]): Filter => {
    const { must = [], ...others } = pointsOfVersions(version.documentId, [version]);
    return { ...others, must: [...must, is("chunkIndex", 0), ...conditions] };
  };

  const isSeen = async (version: Version, signal: AbortSignal) =>
    isStillSeen(await ledger.readPageOf(version.documentId, signal), version);

  /** Whether the document is seen in this version, and says that it has its words. */
  async function isFilled(version: Version, signal: AbortSignal): Promise<boolean> {
    const countFilled = async () => {
      const generation = ofGeneration(await ledger.readGeneration(signal));
      return collection.count(headOf(version, [IS_FILLED, ...generation]), signal);
    };
    const [filled, isStill] = await Promise.all([countFilled(), isSeen(version, signal)]);
    return filled > 0 && isStill;
  }

  async function fill(document: PendingDocument, signal: AbortSignal): Promise<boolean> {
    const version = versionOf(document);
    const [isStill, filledByOthers] = await Promise.all([
      isSeen(version, signal),
      collection.count(headOf(version, [IS_FILLED]), signal),
    ]);
    if (!isStill) return false;
    // Another copy of the service may have been faster.
    if (filledByOthers > 0) return isFilled(version, signal);
    const filled = await writeAll(version, signal);
    if (filled === null) return false;
    const all = await collection.count(pointsOfVersions(version.documentId, [version]), signal);
    if (all > filled) throw disputed();
    await collection.write(
      [{ set_payload: { payload: { [WORDS_FIELD]: TERMS_VERSION }, filter: headOf(version, []) } }],
      signal,
    );
    return isFilled(version, signal);
  }

  return {
    obstacle: collections.wordsObstacle,

    async pending(signal) {
      // Nothing could be filled.
      if (!(await collections.hasWords(signal))) return [];
      const found: PendingDocument[] = [];
      for await (const { documentId, userId, indexVersion, chunks } of seenDocuments(
        parts,
        [IS_FILLED],
        signal,
      )) {
        found.push({ documentId, userId, indexVersion, chunks });
      }
      // Copies of the service that start at once begin with different documents.
      const first = Math.floor(Math.random() * found.length);
      return [...found.slice(first), ...found.slice(0, first)];
    },

    async fill(document, signal) {
      const obstacle = await collections.wordsObstacle(signal);
      if (obstacle !== null) throw new AppError("vector-store-failed", obstacle);
      return fill(document, signal);
    },
  };
}

const IS_FILLED: Condition = is(WORDS_FIELD, TERMS_VERSION);

interface WordlessPoint {
  id: string | number;
  worded: Worded;
}

function hasId(points: readonly { id: string | number }[]): Condition {
  return { has_id: points.map(({ id }) => id) };
}

function disputed(): AppError {
  return new AppError("vector-store-failed", "The replicas of the vector store do not agree", {
    details: "Try again in a moment",
  });
}
