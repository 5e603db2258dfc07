import { type EmbeddingBatch, toUnitVectors } from "./batched-embedder.ts";
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
export function embedBatch(options: BatchCall, signal: AbortSignal): Promise<Float32Array[]> {
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
