import { type Patience, waitAsAsked } from "../flow/wait-as-asked.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { PendingDocument } from "../ports/vector-generations.ts";

/** A document with the texts of its chunks, in their order. */
export interface ReadDocument {
  document: PendingDocument;
  texts: readonly string[];
}

interface EmbedOptions extends Omit<Patience, "done"> {
  embedder: Embedder;
  /** Told how many texts have their vectors, each time that it grows. */
  onEmbedded(texts: number): void;
  /** Keeps the vectors of a document; called for one document at a time. */
  keep(document: PendingDocument, vectors: readonly Float32Array[]): Promise<void>;
}

/**
 * Embeds documents together and keeps each one as soon as all of its vectors are there, while those of others are still
 * on their way. What is whole is kept also where the work fails or is stopped.
 */
export async function embedDocuments(
  documents: readonly ReadDocument[],
  options: EmbedOptions,
  signal: AbortSignal,
): Promise<void> {
  const { embedder, keep, onEmbedded, onWait, wait } = options;
  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);
  let keeping: Promise<void> = Promise.resolve();
  let embedded = 0;
  let missing = documents.flatMap(placesOf);

  function take(place: Place, vector: Float32Array): void {
    const { owner } = place;
    owner.vectors[place.position] = vector;
    owner.left -= 1;
    embedded += 1;
    if (owner.left > 0) return;
    keeping = keeping.then(() => keep(owner.document, owner.vectors));
    keeping.catch((error: unknown) => failed.abort(error));
  }

  async function embedMissing(): Promise<void> {
    missing = missing.filter(({ owner, position }) => owner.vectors[position] === undefined);
    const places = missing;
    await embedder.embedPassages(
      places.map(({ text }) => text),
      (from, vectors) => {
        for (const [place, vector] of zip(places.slice(from), vectors)) take(place, vector);
        onEmbedded(embedded);
      },
      stop,
    );
  }

  try {
    if (missing.length > 0) {
      await waitAsAsked(embedMissing, { done: () => embedded, onWait, wait }, stop);
    }
  } finally {
    await keeping;
  }
}

/** A document on the way to its vectors. */
interface Owner {
  document: PendingDocument;
  vectors: Float32Array[];
  /** How many vectors it lacks. */
  left: number;
}

/** Where the vector of a text belongs. */
interface Place {
  owner: Owner;
  position: number;
  text: string;
}

function placesOf({ document, texts }: ReadDocument): Place[] {
  const owner = { document, vectors: new Array<Float32Array>(texts.length), left: texts.length };
  return texts.map((text, position) => ({ owner, position, text }));
}

function* zip<A, B>(some: readonly A[], others: readonly B[]): Generator<[A, B]> {
  for (const [i, other] of others.entries()) {
    const one = some[i];
    if (one !== undefined) yield [one, other];
  }
}
