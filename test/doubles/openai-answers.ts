import type { ServerResponse } from "node:http";
import { z } from "zod";
import type { ReceivedRequest } from "./http-double.ts";
import { type ModelFailure, sendEvents } from "./model-failures.ts";
import { INVALID, sendError, unknownModel } from "./openai-errors.ts";
import { sendVectors } from "./vectors-answer.ts";

interface Exchange {
  request: ReceivedRequest;
  response: ServerResponse;
  failure: ModelFailure | undefined;
  models: ReadonlySet<string>;
}

const textSchema = z.string().min(1);
const partSchema = z.union([
  z.strictObject({ type: z.literal("text"), text: textSchema }),
  z.strictObject({
    type: z.literal("image_url"),
    image_url: z.strictObject({ url: z.string().regex(/^data:image\/(?:png|jpeg);base64,[\w+/]+=*$/) }),
  }),
]);

const completeSchema = z.strictObject({
  model: z.string(),
  messages: z
    .array(
      z.discriminatedUnion("role", [
        z.strictObject({ role: z.literal("system"), content: textSchema }),
        z.strictObject({
          role: z.literal("user"),
          content: z.union([textSchema, z.array(partSchema).min(1)]),
        }),
        z.strictObject({ role: z.literal("assistant"), content: textSchema }),
      ]),
    )
    .min(1),
  stream: z.literal(true),
  stream_options: z.strictObject({ include_usage: z.boolean() }).optional(),
  max_tokens: z.number().int().min(1).optional(),
});

/** Answers `/chat/completions`. */
export async function complete(generation: Generation): Promise<void> {
  const { request, response, failure, models, answer, paceMs } = generation;
  const { success, data } = completeSchema.safeParse(request.body);
  if (!success) return sendError(response, INVALID);
  if (!models.has(data.model)) return sendError(response, unknownModel(data.model));
  const last = data.messages.at(-1);
  const content = last?.role === "user" ? last.content : "";
  const question =
    typeof content === "string"
      ? content
      : content.map((part) => (part.type === "text" ? part.text : "(image)")).join(" ");
  const shape = {
    events: eventsFor(failure, data.model, answer(question)).map((event) => JSON.stringify(event)),
    ending: ["[DONE]"],
    errorEvent: JSON.stringify({
      error: { message: "The server had an error", type: "server_error", code: null },
    }),
  };
  await sendEvents(response, shape, { failure, paceMs });
}

interface Generation extends Exchange {
  answer: (question: string) => string[];
  paceMs: number;
}

function eventsFor(failure: ModelFailure | undefined, model: string, fragments: string[]): unknown[] {
  const head = { id: "chatcmpl-double", object: "chat.completion.chunk", created: 1_700_000_000, model };
  const event = (delta: object, finish_reason: string | null = null) => ({
    ...head,
    choices: [{ index: 0, delta, finish_reason }],
  });
  const usage = (count: number) => ({
    ...head,
    choices: [],
    usage: { prompt_tokens: 12, completion_tokens: count, total_tokens: 12 + count },
  });
  const start = event({ role: "assistant", content: "" });
  switch (failure?.kind) {
    case "answer-blocked":
      return [start, event({ content: fragments[0] }), event({}, "content_filter"), usage(1)];
    case "empty-answer":
      return [start, event({}, "stop"), usage(0)];
    default:
      return [
        start,
        ...fragments.map((content) => event({ content })),
        event({}, "stop"),
        usage(fragments.length),
      ];
  }
}

/** How many numbers each embedding model gives where it is not asked for fewer. */
export const EMBEDDING_SIZES: Readonly<Record<string, number>> = {
  "nomic-embed-text": 768,
  embeddinggemma: 768,
  "mxbai-embed-large": 1024,
  "text-embedding-3-small": 1536,
};

const embedSchema = z.strictObject({
  model: z.string(),
  input: z.array(textSchema).min(1).max(2048),
  encoding_format: z.literal("float").optional(),
  dimensions: z.number().int().min(1).optional(),
});

/** Answers `/embeddings`, the vectors in the reverse order: their `index` is what counts. */
export function embed({ request, response, failure, models }: Exchange) {
  const { success, data } = embedSchema.safeParse(request.body);
  if (!success) return sendError(response, INVALID);
  const size = EMBEDDING_SIZES[data.model];
  if (!models.has(data.model) || size === undefined) return sendError(response, unknownModel(data.model));
  if (data.dimensions !== undefined && !data.model.startsWith("text-embedding-3-")) {
    return sendError(response, INVALID);
  }
  const texts = data.input.map((text) => ({ text, length: data.dimensions ?? size }));
  sendVectors({ response, texts, failure }, (vectors) => ({
    object: "list",
    model: data.model,
    data: vectors.map((embedding, index) => ({ object: "embedding", index, embedding })).reverse(),
    usage: { prompt_tokens: texts.length * 8, total_tokens: texts.length * 8 },
  }));
}
