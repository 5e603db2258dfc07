import { z } from "zod";
import { AppError } from "../../domain/errors.ts";
import { DIMENSIONS } from "../../domain/passage.ts";
import type { Embedder } from "../../ports/embedder.ts";
import { openBatchedEmbedder, type Task } from "../model-calls/batched-embedder.ts";
import { CallFailure } from "../model-calls/call-failure.ts";
import { embedBatch } from "../model-calls/embed-batch.ts";
import type { EmbeddingModel } from "../model-calls/language-model.ts";
import type { ProviderCalls } from "../model-calls/provider-calls.ts";

export interface OpenAiEmbedderOptions {
  calls: ProviderCalls;
  model: string;
  embeddingModel: EmbeddingModel;
}

/** Small enough for a model that runs on a laptop's processor to answer in time. */
const MAX_BATCH_TEXTS = 32;
const BATCH_LIMIT_MS = 120_000;

/** Opens an embedding model of an OpenAI-compatible server. One whose vectors have another size is refused. */
export function openOpenAiEmbedder({ calls, model, embeddingModel }: OpenAiEmbedderOptions): Embedder {
  const prefixes = PREFIXES.find(({ pattern }) => pattern.test(model))?.prefixes ?? NO_PREFIXES;
  const request = {
    calls,
    modelName: model,
    model: inOrderOfIndex(embeddingModel),
    limitMs: BATCH_LIMIT_MS,
    ...(CAN_SHORTEN.test(model) ? { providerOptions: { openai: { dimensions: DIMENSIONS } } } : {}),
  };
  return openBatchedEmbedder({
    identity: () => `openai:${model.replace(/:latest$/, "")}:${DIMENSIONS}`,
    maxBatchTexts: MAX_BATCH_TEXTS,
    async embedBatch(batch, signal) {
      const texts = batch.texts.map((text) => prefixes[batch.task] + text);
      try {
        return await embedBatch({ ...request, batch: { ...batch, texts } }, signal);
      } catch (error) {
        throw withWhatFits(error);
      }
    },
  });
}

/** Models that give as many numbers as they are asked for. */
const CAN_SHORTEN = /(?:^|\/)text-embedding-3-/;

const NO_PREFIXES: Record<Task, string> = { query: "", passage: "" };

/** What models want to see in front of a text to know what its vector is for. */
const PREFIXES: { pattern: RegExp; prefixes: Record<Task, string> }[] = [
  { pattern: /nomic-embed-text/i, prefixes: { query: "search_query: ", passage: "search_document: " } },
  {
    pattern: /embeddinggemma/i,
    prefixes: { query: "task: search result | query: ", passage: "title: none | text: " },
  },
];

const indexedSchema = z.object({ data: z.array(z.object({ index: z.number().int() })) });

/** Each vector carries the number of its text: the protocol does not promise that they come in order. */
function inOrderOfIndex(model: EmbeddingModel): EmbeddingModel {
  return {
    async doEmbed(call) {
      const answer = await model.doEmbed(call);
      const indexed = indexedSchema.safeParse(answer.response?.body);
      if (!indexed.success) return answer;
      const positions = indexed.data.data.map(({ index }) => index);
      if (positions.every((position, i) => position === i)) return answer;
      const embeddings: number[][] = [];
      for (const [i, embedding] of answer.embeddings.entries()) embeddings[positions[i] ?? i] = embedding;
      if (new Set(positions).size !== call.values.length || embeddings.length !== call.values.length) {
        throw new CallFailure("garbled");
      }
      return { ...answer, embeddings };
    },
  };
}

const WHAT_FITS =
  "Choose a model with 768 dimensions: nomic-embed-text or embeddinggemma with Ollama, text-embedding-3-small or text-embedding-3-large with OpenAI, which are asked for 768, or EMBEDDING_MODEL=embedded";

function withWhatFits(error: unknown): unknown {
  const isUnfit =
    error instanceof AppError && error.cause instanceof CallFailure && error.cause.kind === "unfit";
  return isUnfit ? new AppError(error.code, `${error.message}. ${WHAT_FITS}`, { cause: error.cause }) : error;
}
