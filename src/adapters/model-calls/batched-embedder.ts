import { DIMENSIONS } from "../../domain/passage.ts";
import { forEachAtOnce } from "../../flow/for-each-at-once.ts";
import type { Embedder } from "../../ports/embedder.ts";
import { CallFailure } from "./call-failure.ts";
import type { RepeatableCall } from "./provider-calls.ts";

/** What a vector is for: some models embed a question differently from what answers it. */
export type Task = "query" | "passage";

interface BatchedEmbedderOptions {
  identity: () => string;
  /** The vectors of the texts, in their order and with unit length. */
  embedBatch(batch: EmbeddingBatch, signal: AbortSignal): Promise<Float32Array[]>;
  maxBatchTexts: number;
}

export interface EmbeddingBatch {
  /** None is blank or longer than a model reads. */
  texts: string[];
  task: Task;
  patience: RepeatableCall["patience"];
}

const MAX_BATCH_CHARACTERS = 80_000;
const BATCHES_IN_FLIGHT = 4;
/** Beyond this models read no further, or fail. */
const MAX_TEXT_LENGTH = 8_000;
/** What stands for a text without any content: no model embeds nothing. */
const NOTHING = "(empty)";

/** Opens an embedder that sends texts in batches, several at a time. */
export function openBatchedEmbedder(options: BatchedEmbedderOptions): Embedder {
  const { identity, embedBatch, maxBatchTexts } = options;

  async function embedQuery(text: string, signal: AbortSignal): Promise<Float32Array> {
    const batch: EmbeddingBatch = { texts: [toEmbeddable(text)], task: "query", patience: "short" };
    const [vector] = await embedBatch(batch, signal);
    signal.throwIfAborted();
    if (vector === undefined) throw new Error("A batch of one text gave no vector");
    return vector;
  }

  return {
    get identity() {
      return identity();
    },
    embedQuery,
    async embedPassages(texts, onVectors, signal) {
      const batches = toBatches(texts.map(toEmbeddable), maxBatchTexts);
      const vectors: Float32Array[][] = [];
      await forEachAtOnce(
        batches,
        BATCHES_IN_FLIGHT,
        async (batch, i, stop) => {
          const own = await embedBatch({ texts: batch.texts, task: "passage", patience: "long" }, stop);
          vectors[i] = own;
          onVectors(batch.from, own);
        },
        signal,
      );
      signal.throwIfAborted();
      return vectors.flat();
    },
    /** Embeds one word: afterwards the model is also known to fit. */
    async ready(signal) {
      await embedQuery("ready", signal);
    },
  };
}

/** Makes vectors of unit length out of what a model gave, or fails where it does not fit. */
export function toUnitVectors(embeddings: readonly number[][], batch: EmbeddingBatch): Float32Array[] {
  if (embeddings.length !== batch.texts.length) {
    throw new CallFailure("garbled", { reason: "as many vectors as texts were expected" });
  }
  return embeddings.map(toUnitVector);
}

function toUnitVector(embedding: readonly number[]): Float32Array {
  if (embedding.length !== DIMENSIONS) {
    throw new CallFailure("unfit", {
      reason: `it gives ${embedding.length} numbers instead of ${DIMENSIONS}`,
    });
  }
  const length = Math.hypot(...embedding);
  if (!Number.isFinite(length) || length === 0) {
    throw new CallFailure("unfit", { reason: "it gives vectors without a direction" });
  }
  return Float32Array.from(embedding, (value) => value / length);
}

/** The text as every model takes it: not blank, not too long, no half of a character. */
function toEmbeddable(text: string): string {
  const cut = text.slice(0, MAX_TEXT_LENGTH).toWellFormed().trim();
  return cut === "" ? NOTHING : cut;
}

/** Texts that follow each other, the first of them with this number. */
interface TextRun {
  from: number;
  texts: string[];
}

function toBatches(texts: readonly string[], maxTexts: number): TextRun[] {
  const batches: TextRun[] = [];
  let characters = 0;
  for (const [from, text] of texts.entries()) {
    const batch = batches.at(-1)?.texts;
    if (batch && batch.length < maxTexts && characters + text.length <= MAX_BATCH_CHARACTERS) {
      batch.push(text);
      characters += text.length;
    } else {
      batches.push({ from, texts: [text] });
      characters = text.length;
    }
  }
  return batches;
}
