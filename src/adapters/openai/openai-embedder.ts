import { z } from "zod";
import { AppError } from "../../domain/errors.ts";
import { DIMENSIONS } from "../../domain/passage.ts";
import type { Embedder } from "../../ports/embedder.ts";
import type { OpenExchange } from "../http-calls/exchange.ts";
import { openBatchedEmbedder, type Task } from "../model-calls/batched-embedder.ts";
import { CallFailure } from "../model-calls/call-failure.ts";
import { embedBatch } from "../model-calls/embed-batch.ts";
import type { ProviderCalls } from "../model-calls/provider-calls.ts";
import { embeddingRequest, type OpenAiAddress } from "./openai-requests.ts";

interface OpenAiEmbedderOptions {
  calls: ProviderCalls;
  exchange: OpenExchange;
  address: OpenAiAddress;
  model: string;
}

/** Small enough for a model that runs on a laptop's processor to answer in time. */
const MAX_BATCH_TEXTS = 32;
const BATCH_LIMIT_MS = 120_000;

/** Opens an embedding model of an OpenAI-compatible server. One whose vectors have another size is refused. */
export function openOpenAiEmbedder({ address, model, ...way }: OpenAiEmbedderOptions): Embedder {
  const prefixes = PREFIXES.find(({ pattern }) => pattern.test(model))?.prefixes ?? NO_PREFIXES;
  return openBatchedEmbedder({
    identity: () => `openai:${model.replace(/:latest$/, "")}:${DIMENSIONS}`,
    maxBatchTexts: MAX_BATCH_TEXTS,
    async embedBatch(batch, signal) {
      const texts = batch.texts.map((text) => prefixes[batch.task] + text);
      try {
        const request = embeddingRequest(address, model, texts);
        return await embedBatch(
          { ...way, model, request, answer: answerSchema, batch, limitMs: BATCH_LIMIT_MS },
          signal,
        );
      } catch (error) {
        throw withWhatFits(error);
      }
    },
  });
}

const NO_PREFIXES: Record<Task, string> = { query: "", passage: "" };

/** What models want to see in front of a text to know what its vector is for. */
const PREFIXES: { pattern: RegExp; prefixes: Record<Task, string> }[] = [
  { pattern: /nomic-embed-text/i, prefixes: { query: "search_query: ", passage: "search_document: " } },
  {
    pattern: /embeddinggemma/i,
    prefixes: { query: "task: search result | query: ", passage: "title: none | text: " },
  },
];

/** Each vector carries the number of its text: the protocol does not promise that they come in order. */
const answerSchema = z
  .object({
    data: z.array(z.object({ embedding: z.array(z.number()), index: z.int().optional().catch(undefined) })),
    usage: z.object({ prompt_tokens: z.number() }).nullish(),
  })
  .transform(({ data, usage }, context) => {
    const isNumbered = data.every(({ index }) => index !== undefined);
    const ordered = isNumbered ? data.toSorted((a, b) => Number(a.index) - Number(b.index)) : data;
    if (isNumbered && ordered.some(({ index }, i) => index !== i)) {
      context.addIssue("A number is missing or comes twice");
    }
    return { vectors: ordered.map(({ embedding }) => embedding), inputTokens: usage?.prompt_tokens };
  });

const WHAT_FITS =
  "Choose a model with 768 dimensions: nomic-embed-text or embeddinggemma with Ollama, text-embedding-3-small or text-embedding-3-large with OpenAI, which are asked for 768, or EMBEDDING_MODEL=embedded";

function withWhatFits(error: unknown): unknown {
  const isUnfit =
    error instanceof AppError && error.cause instanceof CallFailure && error.cause.kind === "unfit";
  return isUnfit ? new AppError(error.code, `${error.message}. ${WHAT_FITS}`, { cause: error.cause }) : error;
}
