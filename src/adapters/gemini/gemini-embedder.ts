import { AppError } from "../../domain/errors.ts";
import { DIMENSIONS } from "../../domain/passage.ts";
import type { Embedder } from "../../ports/embedder.ts";
import { type EmbeddingBatch, openBatchedEmbedder, type Task } from "../model-calls/batched-embedder.ts";
import { CallFailure } from "../model-calls/call-failure.ts";
import { embedBatch } from "../model-calls/embed-batch.ts";
import type { EmbeddingModel } from "../model-calls/language-model.ts";
import type { ProviderCalls } from "../model-calls/provider-calls.ts";

export interface GeminiEmbedderOptions {
  calls: ProviderCalls;
  model: string;
  embeddingModel: (model: string) => EmbeddingModel;
}

const RETIRED = "text-embedding-004";
const SUCCESSOR = "gemini-embedding-001";
/** The most that `batchEmbedContents` takes. */
const MAX_BATCH_TEXTS = 100;
const BATCH_LIMIT_MS = 30_000;

/**
 * Opens an embedding model of Gemini. `text-embedding-004` was retired by Google: where it is gone, its successor
 * takes its place before the first vector is given, and `identity` says so from then on.
 */
export function openGeminiEmbedder({ calls, model, embeddingModel }: GeminiEmbedderOptions): Embedder {
  let current = model;
  let hasGivenVectors = false;

  async function embed(batch: EmbeddingBatch, signal: AbortSignal): Promise<Float32Array[]> {
    const used = current;
    try {
      const request = { calls, modelName: used, model: embeddingModel(used), limitMs: BATCH_LIMIT_MS };
      const vectors = await embedBatch({ ...request, ...forModel(used, batch) }, signal);
      // Another batch may have found meanwhile that the model is gone: its vectors would not fit the others.
      if (used !== current) return await embed(batch, signal);
      hasGivenVectors = true;
      return vectors;
    } catch (error) {
      if (!isUnknownModel(error) || used !== RETIRED) throw error;
      if (current === RETIRED) {
        if (hasGivenVectors) throw retiredMeanwhile(error);
        current = SUCCESSOR;
        calls.log({
          level: "warn",
          message: `Google has retired ${RETIRED}: ${SUCCESSOR} embeds in its place. Set EMBEDDING_MODEL to choose another`,
          fields: { model: SUCCESSOR },
        });
      }
      return await embed(batch, signal);
    }
  }

  return openBatchedEmbedder({
    identity: () => `gemini:${current}:${DIMENSIONS}`,
    embedBatch: embed,
    maxBatchTexts: MAX_BATCH_TEXTS,
  });
}

const TASK_TYPES = { query: "RETRIEVAL_QUERY", passage: "RETRIEVAL_DOCUMENT" } as const satisfies Record<
  Task,
  string
>;
/** `gemini-embedding-2` knows no task types: it is told in the text. */
const TASK_PREFIXES = {
  query: "task: search result | query: ",
  passage: "title: none | text: ",
} as const satisfies Record<Task, string>;

/** The batch as the model wants to be told what it is for. */
function forModel(model: string, batch: EmbeddingBatch) {
  const dimensions = { outputDimensionality: DIMENSIONS };
  if (!model.startsWith("gemini-embedding-2")) {
    return { batch, providerOptions: { google: { ...dimensions, taskType: TASK_TYPES[batch.task] } } };
  }
  const texts = batch.texts.map((text) => TASK_PREFIXES[batch.task] + text);
  return { batch: { ...batch, texts }, providerOptions: { google: dimensions } };
}

/** The successor's vectors would not fit those that were given: only a new start can go over to it. */
function retiredMeanwhile(cause: unknown): AppError {
  return new AppError("embedding-failed", `Google has retired ${RETIRED}, which this service began with`, {
    details: `Start it again, so that ${SUCCESSOR} embeds in its place, and then run \`npm run carrel -- reembed\` to move the library to it`,
    cause,
  });
}

function isUnknownModel(error: unknown): boolean {
  return (
    error instanceof AppError && error.cause instanceof CallFailure && error.cause.kind === "unknown-model"
  );
}
