import type { z } from "zod";
import { AppError } from "../../domain/errors.ts";
import type { OpenExchange, OutgoingRequest } from "../http-calls/exchange.ts";
import { parseJson } from "../http-calls/parse-json.ts";
import { readAnswer } from "../http-calls/read-answer.ts";
import { type EmbeddingBatch, toUnitVectors } from "./batched-embedder.ts";
import { CallFailure } from "./call-failure.ts";
import type { ProviderCalls } from "./provider-calls.ts";
import { RejectedCall } from "./rejected-call.ts";

/** What an embedding model has answered. */
interface Embeddings {
  /** In the order of the texts. */
  vectors: number[][];
  inputTokens?: number | undefined;
}

/** One batch for one embedding model. */
interface BatchCall {
  calls: ProviderCalls;
  exchange: OpenExchange;
  model: string;
  request: OutgoingRequest;
  /** What the answer has to look like. */
  answer: z.ZodType<Embeddings>;
  batch: EmbeddingBatch;
  /** How long one attempt may take. */
  limitMs: number;
}

/** Sends a batch, again where that helps, and gives its vectors with unit length. */
export async function embedBatch(options: BatchCall, signal: AbortSignal): Promise<Float32Array[]> {
  try {
    return await sendBatch(options, signal);
  } catch (error) {
    throw asEmbedderFailure(error);
  }
}

function sendBatch(options: BatchCall, signal: AbortSignal): Promise<Float32Array[]> {
  const { calls, model, batch, limitMs } = options;
  const about = { model, role: "embedding" } as const;
  return calls.run(
    { ...about, patience: batch.patience },
    async () => {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
      const { vectors, inputTokens } = await askOnce(options, limit);
      const unitVectors = toUnitVectors(vectors, batch);
      const tokens = inputTokens === undefined ? {} : { inputTokens };
      calls.log({
        level: "info",
        message: "A model has embedded texts",
        fields: { ...about, texts: batch.texts.length, ...tokens },
      });
      return unitVectors;
    },
    signal,
  );
}

async function askOnce({ exchange, request, answer }: BatchCall, signal: AbortSignal): Promise<Embeddings> {
  const { status, headers, text } = await readAnswer(exchange, request, signal);
  const body = parseJson(text);
  if (status >= 400) throw new RejectedCall({ status, headers, body });
  const { success, data } = answer.safeParse(body);
  if (!success) throw new CallFailure("garbled");
  return data;
}

/** How long a provider is left alone that has a limit and does not say for how long. */
const USUAL_REST_MS = 60_000;

/** The failure with what an embedder's caller can act on: a model that never fits, and a limit that passes. */
function asEmbedderFailure(error: unknown): unknown {
  if (!(error instanceof AppError && error.cause instanceof CallFailure)) return error;
  const { message, cause } = error;
  switch (error.cause.kind) {
    case "unfit":
      return new AppError("embedder-unfit", message, { cause });
    case "rate-limited":
      return new AppError(error.code, message, {
        retryAfterMs: error.cause.retryAfterMs ?? USUAL_REST_MS,
        cause,
      });
    default:
      return error;
  }
}
