import {
  bytesField,
  encode,
  floatField,
  integerField,
  type Message,
  message,
  messageField,
  textField,
} from "./protobuf.ts";

/** A constant of the graph. */
export interface Tensor {
  name: string;
  shape: readonly number[];
  values: Float32Array | Int8Array | BigInt64Array;
}

/** One step of the graph. `domain` is empty for the operators of ONNX itself. */
export interface Node {
  operator: string;
  domain: "" | "com.microsoft";
  inputs: readonly string[];
  outputs: readonly string[];
  attributes: Readonly<Record<string, Attribute>>;
}

type Attribute = { float: number } | { integer: number };

/** A float32 tensor that goes in or comes out; a dimension that is a name is free. */
interface Value {
  name: string;
  shape: readonly (number | string)[];
}

export interface Graph {
  inputs: readonly Value[];
  outputs: readonly Value[];
  tensors: readonly Tensor[];
  nodes: readonly Node[];
}

/** The bytes of an ONNX model file; the numbers are those of the fields in `onnx.proto`. */
export function encodeOnnxModel(graph: Graph): Uint8Array {
  return encode(
    message(
      integerField(1, IR_VERSION),
      messageField(7, encodeGraph(graph)),
      messageField(8, message(textField(1, ""), integerField(2, OPERATOR_SET))),
      messageField(8, message(textField(1, "com.microsoft"), integerField(2, 1))),
    ),
  );
}

const IR_VERSION = 8;
const OPERATOR_SET = 18;
const TENSOR_TYPES = { float32: 1, int8: 3, int64: 7 };
const ATTRIBUTE_TYPES = { float: 1, integer: 2 };

function encodeGraph(graph: Graph): Message {
  return message(
    ...graph.nodes.map((node) => messageField(1, encodeNode(node))),
    textField(2, "graph"),
    ...graph.tensors.map((tensor) => messageField(5, encodeTensor(tensor))),
    ...graph.inputs.map((value) => messageField(11, encodeValue(value))),
    ...graph.outputs.map((value) => messageField(12, encodeValue(value))),
  );
}

function encodeNode(node: Node): Message {
  return message(
    ...node.inputs.map((name) => textField(1, name)),
    ...node.outputs.map((name) => textField(2, name)),
    textField(3, node.outputs.join(",")),
    textField(4, node.operator),
    ...Object.entries(node.attributes).map(([name, value]) => messageField(5, encodeAttribute(name, value))),
    textField(7, node.domain),
  );
}

function encodeAttribute(name: string, value: Attribute): Message {
  return "float" in value
    ? message(textField(1, name), floatField(2, value.float), integerField(20, ATTRIBUTE_TYPES.float))
    : message(textField(1, name), integerField(3, value.integer), integerField(20, ATTRIBUTE_TYPES.integer));
}

function encodeTensor({ name, shape, values }: Tensor): Message {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  return message(
    ...shape.map((size) => integerField(1, size)),
    integerField(2, tensorType(values)),
    textField(8, name),
    bytesField(9, bytes),
  );
}

function tensorType(values: Tensor["values"]): number {
  if (values instanceof Float32Array) return TENSOR_TYPES.float32;
  return values instanceof Int8Array ? TENSOR_TYPES.int8 : TENSOR_TYPES.int64;
}

function encodeValue({ name, shape }: Value): Message {
  const dimensions = shape.map((size) =>
    messageField(1, typeof size === "number" ? integerField(1, size) : textField(2, size)),
  );
  const tensor = message(integerField(1, TENSOR_TYPES.float32), messageField(2, message(...dimensions)));
  return message(textField(1, name), messageField(2, messageField(1, tensor)));
}
