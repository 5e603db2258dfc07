import type { ServerResponse } from "node:http";
import { z } from "zod";
import { INVALID, sendError } from "./gemini-errors.ts";
import type { ReceivedRequest } from "./http-double.ts";
import { type ModelFailure, sendEvents } from "./model-failures.ts";
import { sendVectors } from "./vectors-answer.ts";

interface Exchange {
  request: ReceivedRequest;
  response: ServerResponse;
  failure: ModelFailure | undefined;
}

const partSchema = z.union([
  z.strictObject({ text: z.string().min(1) }),
  z.strictObject({
    inlineData: z.strictObject({ mimeType: z.enum(["image/png", "image/jpeg"]), data: z.base64() }),
  }),
]);

const generateSchema = z.strictObject({
  contents: z
    .array(z.strictObject({ role: z.enum(["user", "model"]), parts: z.array(partSchema).min(1) }))
    .min(1),
  systemInstruction: z
    .strictObject({ parts: z.array(z.strictObject({ text: z.string().min(1) })) })
    .optional(),
  generationConfig: z.strictObject({ maxOutputTokens: z.number().int().min(1).optional() }).optional(),
});

/** Answers `:streamGenerateContent`. */
export async function generate({ request, response, failure, answer, paceMs }: Generation): Promise<void> {
  const { success, data } = generateSchema.safeParse(request.body);
  if (!success || data.contents.at(-1)?.role !== "user") return sendError(response, INVALID);
  const parts = data.contents.at(-1)?.parts ?? [];
  const question = parts.map((part) => ("text" in part ? part.text : "(image)")).join(" ");
  const shape = {
    events: eventsFor(failure, answer(question)).map((event) => JSON.stringify(event)),
    ending: [],
    errorEvent: JSON.stringify({
      error: { code: 503, status: "UNAVAILABLE", message: "The model is overloaded." },
    }),
  };
  await sendEvents(response, shape, { failure, paceMs });
}

interface Generation extends Exchange {
  answer: (question: string) => string[];
  paceMs: number;
}

function eventsFor(failure: ModelFailure | undefined, fragments: string[]): unknown[] {
  const tokens = (count: number) => ({
    usageMetadata: { promptTokenCount: 12, candidatesTokenCount: count, totalTokenCount: 12 + count },
    modelVersion: "double",
  });
  const candidate = (text: string | undefined, finishReason?: string) => ({
    candidates: [
      {
        index: 0,
        ...(text === undefined ? {} : { content: { role: "model", parts: [{ text }] } }),
        ...(finishReason === undefined ? {} : { finishReason }),
      },
    ],
  });
  switch (failure?.kind) {
    case "prompt-blocked":
      return [{ promptFeedback: { blockReason: "PROHIBITED_CONTENT" }, ...tokens(0) }];
    case "answer-blocked":
      return [
        { ...candidate(fragments[0]), ...tokens(1) },
        { ...candidate(undefined, "SAFETY"), ...tokens(1) },
      ];
    case "empty-answer":
      return [{ ...candidate("", "STOP"), ...tokens(0) }];
    default:
      return fragments.map((text, i) => ({
        ...candidate(text, i === fragments.length - 1 ? "STOP" : undefined),
        ...tokens(i + 1),
      }));
  }
}

/** How many numbers each embedding model gives where it is not asked for fewer. */
export const EMBEDDING_SIZES: Readonly<Record<string, number>> = {
  "text-embedding-004": 768,
  "gemini-embedding-001": 3072,
  "gemini-embedding-2": 3072,
};

const MAX_BATCH = 100;

const embedSchema = z.strictObject({
  model: z.string().startsWith("models/"),
  content: z.strictObject({
    role: z.literal("user").optional(),
    parts: z.array(z.strictObject({ text: z.string().min(1) })).length(1),
  }),
  taskType: z.enum(["RETRIEVAL_QUERY", "RETRIEVAL_DOCUMENT"]).optional(),
  outputDimensionality: z.number().int().min(1).max(3072).optional(),
});
const batchSchema = z.strictObject({ requests: z.array(embedSchema).min(1).max(MAX_BATCH) });

/** Answers `:embedContent` and `:batchEmbedContents`. */
export function embed({ request, response, failure, model, action }: Embedding) {
  const isBatch = action === "batchEmbedContents";
  const body = isBatch ? request.body : { requests: [request.body] };
  const { success, data } = batchSchema.safeParse(body);
  const size = EMBEDDING_SIZES[model];
  const isFitting = data?.requests.every(
    (one) => one.model === `models/${model}` && knowsTask(model, one.taskType),
  );
  if (
    !success ||
    !isFitting ||
    size === undefined ||
    !["batchEmbedContents", "embedContent"].includes(action)
  ) {
    return sendError(response, INVALID);
  }
  const texts = data.requests.map(({ content, outputDimensionality = size }) => ({
    text: content.parts.map(({ text }) => text).join(),
    length: outputDimensionality,
  }));
  sendVectors({ response, texts, failure }, (vectors) => {
    const embeddings = vectors.map((values) => ({ values }));
    return isBatch ? { embeddings } : { embedding: embeddings[0] };
  });
}

interface Embedding extends Exchange {
  model: string;
  action: string;
}

function knowsTask(model: string, taskType: string | undefined): boolean {
  return model !== "gemini-embedding-2" || taskType === undefined;
}
