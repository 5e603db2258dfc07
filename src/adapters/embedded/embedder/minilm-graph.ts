import type { Graph, Node, Tensor } from "./onnx.ts";
import { quantizeTransposed } from "./quantize.ts";
import type { Weights } from "./safetensors.ts";

/** How many numbers stand for a token, and for a text. */
export const WIDTH = 384;

const LAYERS = 6;
const HEADS = 12;
const INNER_WIDTH = 1536;
const NORM_EPSILON = 1e-12;

/**
 * The encoder of all-MiniLM-L6-v2: the summed embeddings of one text's tokens go in as `embedded`, the mean of
 * their final states comes out as `mean`. Products with weights run in whole numbers, all else in float32.
 */
export function buildMiniLmGraph(weights: Weights): Graph {
  const tensors: Tensor[] = [
    { name: "thirds", shape: [3], values: BigInt64Array.from([WIDTH, WIDTH, WIDTH], BigInt) },
    { name: "token-axis", shape: [1], values: BigInt64Array.of(1n) },
  ];
  const nodes: Node[] = [];

  function constant(name: string, values: Float32Array | Int8Array, shape = [values.length]): string {
    tensors.push({ name, shape, values });
    return name;
  }

  function linear(input: string, sources: readonly string[], inputs = WIDTH): string {
    const [name = ""] = sources;
    const matrix = quantizeTransposed(
      joined(sources.map((source) => weights.tensor(`${source}.weight`))),
      inputs,
    );
    const node = microsoft("DynamicQuantizeMatMul", [
      input,
      constant(`${name}.values`, matrix.values, [inputs, matrix.outputs]),
      constant(`${name}.scales`, matrix.scales),
      NO_ZERO_POINT,
      constant(`${name}.bias`, joined(sources.map((source) => weights.tensor(`${source}.bias`)))),
    ]);
    nodes.push({ ...node, outputs: [name] });
    return name;
  }

  function addAndNormalize(input: string, skipped: string, name: string): string {
    const gamma = constant(`${name}.gamma`, weights.tensor(`${name}.weight`));
    const beta = constant(`${name}.beta`, weights.tensor(`${name}.bias`));
    const node = microsoft("SkipLayerNormalization", [input, skipped, gamma, beta]);
    nodes.push({ ...node, outputs: [name], attributes: { epsilon: { float: NORM_EPSILON } } });
    return name;
  }

  function attend(input: string, name: string): string {
    const projected = linear(input, [`${name}.query`, `${name}.key`, `${name}.value`]);
    const thirds = [`${name}.q`, `${name}.k`, `${name}.v`];
    nodes.push({
      operator: "Split",
      domain: "",
      inputs: [projected, "thirds"],
      outputs: thirds,
      attributes: { axis: { integer: 2 } },
    });
    const node = microsoft("MultiHeadAttention", thirds);
    nodes.push({ ...node, outputs: [name], attributes: { num_heads: { integer: HEADS } } });
    return name;
  }

  function gelu(input: string): string {
    nodes.push({ ...microsoft("Gelu", [input]), outputs: [`${input}.gelu`] });
    return `${input}.gelu`;
  }

  function layer(input: string, name: string): string {
    const attended = linear(attend(input, `${name}.attention.self`), [`${name}.attention.output.dense`]);
    const middle = addAndNormalize(attended, input, `${name}.attention.output.LayerNorm`);
    const wide = gelu(linear(middle, [`${name}.intermediate.dense`]));
    const narrow = linear(wide, [`${name}.output.dense`], INNER_WIDTH);
    return addAndNormalize(narrow, middle, `${name}.output.LayerNorm`);
  }

  nodes.push({
    operator: "LayerNormalization",
    domain: "",
    inputs: [
      "embedded",
      constant("embeddings.gamma", weights.tensor("embeddings.LayerNorm.weight")),
      constant("embeddings.beta", weights.tensor("embeddings.LayerNorm.bias")),
    ],
    outputs: ["normalized"],
    attributes: { axis: { integer: 2 }, epsilon: { float: NORM_EPSILON } },
  });
  let states = "normalized";
  for (let i = 0; i < LAYERS; i++) states = layer(states, `encoder.layer.${i}`);
  nodes.push({
    operator: "ReduceMean",
    domain: "",
    inputs: [states, "token-axis"],
    outputs: ["mean"],
    attributes: { keepdims: { integer: 0 } },
  });

  return {
    inputs: [{ name: "embedded", shape: [1, "tokens", WIDTH] }],
    outputs: [{ name: "mean", shape: [1, WIDTH] }],
    tensors,
    nodes,
  };
}

/** An empty name leaves an optional input out: the weights are quantised around zero. */
const NO_ZERO_POINT = "";

function microsoft(operator: string, inputs: readonly string[]): Omit<Node, "outputs"> {
  return { operator, domain: "com.microsoft", inputs, attributes: {} };
}

function joined(parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}
