import { EMBEDDING_SIZES, embed, generate } from "./gemini-answers.ts";
import { BAD_KEY, errorFor, INVALID, sendError, unknownModel } from "./gemini-errors.ts";
import { type Answer, type HttpDouble, openHttpDouble, sendJson, sendText } from "./http-double.ts";
import { type FailurePlan, failInTransport, openFailurePlan } from "./model-failures.ts";
import type { Wire } from "./wire.ts";

/** A stand-in for the Gemini API, version v1beta, written from its public reference. */
export interface GeminiDouble extends HttpDouble, FailurePlan {
  apiKey: string;
  /** Decides what the model writes, in fragments. */
  answerWith(answer: (question: string) => string[]): void;
  /** Makes a model unknown. */
  retire(model: string): void;
}

export interface GeminiDoubleOptions {
  apiKey?: string;
  /** How long the model thinks before each fragment. */
  paceMs?: number;
  wire?: Wire;
}

const CHAT_MODELS = ["gemini-3.8-flash", "gemini-3.5-flash-lite"];

/** Opens the double. It checks every request, and answers with the vendor's error where one is wrong. */
export async function openGeminiDouble(options: GeminiDoubleOptions = {}): Promise<GeminiDouble> {
  const { apiKey = "test-gemini-key", paceMs = 1 } = options;
  const plan = openFailurePlan();
  const models = new Set([...CHAT_MODELS, ...Object.keys(EMBEDDING_SIZES)]);
  let answer = defaultAnswer;

  const handle: Answer = async (request, response) => {
    const failure = plan.take();
    if (failure !== undefined && failInTransport(failure, response)) return;
    const error = failure && errorFor(failure);
    if (error !== undefined) return sendError(response, error);
    if (request.headers["x-goog-api-key"] !== apiKey) return sendError(response, BAD_KEY);
    if (request.method === "GET" && request.path === "/v1beta/models") {
      return sendJson(response, 200, { models: [...models].map((model) => ({ name: `models/${model}` })) });
    }
    const [, model = "", action] = /^\/v1beta\/models\/([^/:]+):(\w+)$/.exec(request.path) ?? [];
    if (request.method !== "POST" || action === undefined) return sendText(response, 404, "Not Found");
    if (!models.has(model)) return sendError(response, unknownModel(model));
    if (action === "streamGenerateContent") {
      if (request.query.get("alt") !== "sse") return sendError(response, INVALID);
      return generate({ request, response, failure, answer, paceMs });
    }
    return embed({ request, response, failure, model, action });
  };
  const http = await openHttpDouble(handle, options.wire);
  return {
    ...http,
    ...plan,
    apiKey,
    answerWith: (next) => {
      answer = next;
    },
    retire: (model) => void models.delete(model),
  };
}

function defaultAnswer(question: string): string[] {
  return ["You asked: ", question.slice(0, 60), ". ", "This is ", "the answer."];
}
