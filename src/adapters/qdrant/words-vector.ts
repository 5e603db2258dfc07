import { z } from "zod";
import { type QdrantApi, refusalStatus } from "./qdrant-api.ts";
import { writtenSchema } from "./requests.ts";
import { WORDS } from "./words.ts";

/** The sparse vector in which a collection keeps words. Servers before 1.18 cannot add it to one that is there. */
interface WordsVector {
  /** Adds it to a collection that lacks it, and says whether it was added. */
  complete(present: SparseVectors, signal: AbortSignal): Promise<boolean>;
  /** Why it is not there, and what would help; null where it is. */
  obstacle(): string | null;
}

/** Qdrant weighs every word of a question by how rare it is. */
const MODIFIER = "idf";
/** Half of the bytes hold all digits that are sent. */
const DATATYPE = "float16";

/** The sparse vectors of a collection that is new. */
export const SPARSE_VECTORS = { [WORDS]: { modifier: MODIFIER, index: { datatype: DATATYPE } } };

/** Those that a collection has, as Qdrant describes them. */
export const sparseVectorsSchema = z
  .record(z.string(), z.object({ modifier: z.string().nullish() }))
  .nullish();

type SparseVectors = z.infer<typeof sparseVectorsSchema>;

/** The vector of the collection with this name. */
export function openWordsVector(api: QdrantApi, collection: string): WordsVector {
  let obstacle: string | null = `It is not known yet whether ${collection} has words`;

  async function add(signal: AbortSignal): Promise<boolean> {
    try {
      await api.call(
        {
          method: "PUT",
          path: `${collection}/vectors/${WORDS}?wait=true`,
          body: { sparse: { modifier: MODIFIER, datatype: DATATYPE } },
          result: writtenSchema,
        },
        signal,
      );
      return true;
    } catch (error) {
      const status = refusalStatus(error);
      // Without an answer nothing else would go on either.
      if (status === undefined) throw error;
      obstacle = await refusalOf(status, signal);
      return false;
    }
  }

  async function refusalOf(status: number, signal: AbortSignal): Promise<string> {
    const cannot = `The collection ${collection} cannot be searched by words`;
    switch (status) {
      case 401:
      case 403:
        return `${cannot}: the key may not add a vector to it. Run \`npm run carrel -- provision\` with one that may`;
      case 404:
      case 405:
        return `${cannot}: Qdrant ${await versionOf(signal)} cannot add a vector to a collection. Update Qdrant to 1.18 or later`;
      default:
        return `${cannot}: Qdrant ${await versionOf(signal)} refused to add a vector to it with status ${status}. Its log says why`;
    }
  }

  const versionOf = async (signal: AbortSignal) => (await api.version(signal)) ?? "of an unknown version";

  return {
    async complete(present, signal) {
      const found = present?.[WORDS];
      if (found === undefined) {
        const isAdded = await add(signal);
        if (isAdded) obstacle = null;
        return isAdded;
      }
      obstacle = found.modifier === MODIFIER ? null : otherKind(collection);
      return false;
    },

    obstacle: () => obstacle,
  };
}

function otherKind(collection: string): string {
  return `The collection ${collection} cannot be searched by words: it has a sparse vector "${WORDS}" without the modifier "${MODIFIER}". Remove that vector, then run \`npm run carrel -- provision\``;
}
