import { AppError } from "../../domain/errors.ts";
import { type EmbeddingBatch, toUnitVectors } from "./batched-embedder.ts";
import { CallFailure } from "./call-failure.ts";
import type { EmbeddingCall, EmbeddingModel } from "./language-model.ts";
import type { ProviderCalls } from "./provider-calls.ts";

/** One batch for one embedding model. */
export interface BatchCall {
  calls: ProviderCalls;
  modelName: string;
  model: EmbeddingModel;
  batch: EmbeddingBatch;
  /** How long one attempt may take. */
  limitMs: number;
  providerOptions?: NonNullable<EmbeddingCall["providerOptions"]>;
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
  const { calls, modelName, model, batch, limitMs, providerOptions } = options;
  const about = { model: modelName, role: "embedding" } as const;
  return calls.run(
    { ...about, patience: batch.patience },
    async () => {
      const abortSignal = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
      const answer = await model.doEmbed({
        values: batch.texts,
        abortSignal,
        ...(providerOptions === undefined ? {} : { providerOptions }),
      });
      const vectors = toUnitVectors(answer.embeddings, batch);
      const tokens = answer.usage === undefined ? {} : { inputTokens: answer.usage.tokens };
      calls.log({
        level: "info",
        message: "A model has embedded texts",
        fields: { ...about, texts: batch.texts.length, ...tokens },
      });
      return vectors;
    },
    signal,
  );
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
