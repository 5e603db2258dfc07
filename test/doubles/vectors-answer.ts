import type { ServerResponse } from "node:http";
import { sendText } from "./http-double.ts";
import type { ModelFailure } from "./model-failures.ts";
import { pseudoEmbedding } from "./pseudo-embedding.ts";

/** Answers with the vectors of texts in a vendor's body, wrong in the way that was asked for. */
export function sendVectors(
  { response, texts, failure }: VectorsAnswer,
  toBody: (vectors: number[][]) => unknown,
) {
  const shortage = failure?.kind === "wrong-vector-length" ? 256 : 0;
  const vectors = texts.map(({ text, length }) => pseudoEmbedding(text, length - shortage));
  if (failure?.kind === "vector-of-zeros") vectors[0]?.fill(0);
  if (failure?.kind === "vectors-missing") vectors.pop();
  const body = JSON.stringify(toBody(vectors));
  // JSON has no word for either: servers that compute them write one of these.
  const firstNumber = /(\[)(-?\d+(?:\.\d+)?)(?=,)/;
  const sent =
    failure?.kind === "vector-not-a-number"
      ? body.replace(firstNumber, "$1NaN")
      : failure?.kind === "vector-infinite"
        ? body.replace(firstNumber, "$11e999")
        : body;
  sendText(response, 200, sent, { "content-type": "application/json" });
}

interface VectorsAnswer {
  response: ServerResponse;
  texts: { text: string; length: number }[];
  failure: ModelFailure | undefined;
}
