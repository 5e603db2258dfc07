import { DIMENSIONS } from "../../domain/passage.ts";
import type { OutgoingRequest } from "../http-calls/exchange.ts";
import type { EmbeddingBatch, Task } from "../model-calls/batched-embedder.ts";
import type { TextRequest } from "../model-calls/language-requests.ts";

/** Where the API is, and the key to it. */
export interface GeminiAddress {
  baseUrl: string;
  apiKey: string;
}

/** Asks a language model for an answer in events; with a continuation for the rest of one. */
export function answerRequest(
  address: GeminiAddress,
  model: string,
  { instructions, turns, image, maxOutputTokens }: TextRequest,
  continuationToken?: string,
): OutgoingRequest {
  const contents = turns.map(({ role, content }) => ({
    role: role === "assistant" ? "model" : "user",
    parts: [{ text: content } as object],
  }));
  if (image !== undefined) {
    contents.at(-1)?.parts.unshift({ inlineData: { mimeType: image.mediaType, data: image.base64 } });
  }
  // Gemma knows no rules of the system: the user has to say them.
  const isGemma = model.startsWith("gemma-");
  if (isGemma && instructions !== "" && contents[0]?.role === "user") {
    contents[0].parts.unshift({ text: `${instructions}\n\n` });
  }
  return post(address, `${pathOf(model)}:streamGenerateContent?alt=sse`, {
    generationConfig: { maxOutputTokens },
    contents,
    systemInstruction: isGemma || instructions === "" ? undefined : { parts: [{ text: instructions }] },
    continuationToken,
  });
}

const TASK_TYPES = { query: "RETRIEVAL_QUERY", passage: "RETRIEVAL_DOCUMENT" } as const satisfies Record<
  Task,
  string
>;
/** `gemini-embedding-2` knows no task types: it is told in the text. */
const TASK_PREFIXES = {
  query: "task: search result | query: ",
  passage: "title: none | text: ",
} as const satisfies Record<Task, string>;

/** Asks an embedding model for the vectors of texts, and tells it what they are for. */
export function embeddingRequest(
  address: GeminiAddress,
  model: string,
  { texts, task }: EmbeddingBatch,
): OutgoingRequest {
  const isToldInText = model.startsWith("gemini-embedding-2");
  const role = texts.length > 1 ? "user" : undefined;
  const requests = texts.map((text) => ({
    model: pathOf(model),
    content: { role, parts: [{ text: isToldInText ? TASK_PREFIXES[task] + text : text }] },
    outputDimensionality: DIMENSIONS,
    taskType: isToldInText ? undefined : TASK_TYPES[task],
  }));
  return requests.length === 1
    ? post(address, `${pathOf(model)}:embedContent`, requests[0])
    : post(address, `${pathOf(model)}:batchEmbedContents`, { requests });
}

/** Models that were tuned, and those that are named in full, have a path of their own. */
function pathOf(model: string): string {
  return model.includes("/") ? model : `models/${model}`;
}

function post({ baseUrl, apiKey }: GeminiAddress, path: string, body: unknown): OutgoingRequest {
  return {
    method: "POST",
    url: `${baseUrl}/${path}`,
    headers: { "content-type": "application/json", "x-goog-api-key": apiKey },
    body: JSON.stringify(body),
  };
}
