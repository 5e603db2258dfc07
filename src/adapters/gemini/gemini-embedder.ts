import { z } from "zod";
import { AppError } from "../../domain/errors.ts";
import { DIMENSIONS } from "../../domain/passage.ts";
import type { Embedder } from "../../ports/embedder.ts";
import type { OpenExchange } from "../http-calls/exchange.ts";
import { type EmbeddingBatch, openBatchedEmbedder } from "../model-calls/batched-embedder.ts";
import { CallFailure } from "../model-calls/call-failure.ts";
import { embedBatch } from "../model-calls/embed-batch.ts";
import type { ProviderCalls } from "../model-calls/provider-calls.ts";
import { embeddingRequest, type GeminiAddress } from "./gemini-requests.ts";

interface GeminiEmbedderOptions {
  calls: ProviderCalls;
  exchange: OpenExchange;
  address: GeminiAddress;
  model: string;
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
export function openGeminiEmbedder(options: GeminiEmbedderOptions): Embedder {
  const { calls, exchange, address } = options;
  let current = options.model;
  let hasGivenVectors = false;

  async function embed(batch: EmbeddingBatch, signal: AbortSignal): Promise<Float32Array[]> {
    const used = current;
    try {
      const request = embeddingRequest(address, used, batch);
      const vectors = await embedBatch(
        { calls, exchange, model: used, request, answer: answerSchema, batch, limitMs: BATCH_LIMIT_MS },
        signal,
      );
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

const embeddingSchema = z.object({ values: z.array(z.number()) });
/** One text is answered with one vector, several with a list. */
const answerSchema = z
  .union([
    z.object({ embeddings: z.array(embeddingSchema) }),
    z.object({ embedding: embeddingSchema }).transform(({ embedding }) => ({ embeddings: [embedding] })),
  ])
  .transform(({ embeddings }) => ({ vectors: embeddings.map(({ values }) => values) }));

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
