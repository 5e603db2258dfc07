import { type Answer, type HttpDouble, openHttpDouble, sendJson } from "./http-double.ts";
import { type FailurePlan, failInTransport, openFailurePlan } from "./model-failures.ts";
import { complete, EMBEDDING_SIZES, embed } from "./openai-answers.ts";
import { BAD_KEY, errorFor, sendError, unknownPath } from "./openai-errors.ts";
import type { Wire } from "./wire.ts";

/** A stand-in for a server that speaks OpenAI's protocol, written from its public reference. */
export interface OpenAiDouble extends HttpDouble, FailurePlan {
  apiKey: string | undefined;
  /** Decides what the model writes, in fragments. */
  answerWith(answer: (question: string) => string[]): void;
}

export interface OpenAiDoubleOptions {
  /** The key that it wants; none where absent. */
  apiKey?: string;
  /** How long the model thinks before each fragment. */
  paceMs?: number;
  wire?: Wire;
}

const CHAT_MODELS = ["qwen3:4b", "llava"];

/** Opens the double. It checks every request, and answers with the vendor's error where one is wrong. */
export async function openOpenAiDouble(options: OpenAiDoubleOptions = {}): Promise<OpenAiDouble> {
  const { apiKey, paceMs = 1 } = options;
  const plan = openFailurePlan();
  const models = new Set([...CHAT_MODELS, ...Object.keys(EMBEDDING_SIZES)]);
  let answer = defaultAnswer;

  const handle: Answer = async (request, response) => {
    const failure = plan.take();
    if (failure !== undefined && failInTransport(failure, response)) return;
    const error = failure && errorFor(failure);
    if (error !== undefined) return sendError(response, error);
    if (apiKey !== undefined && request.headers.authorization !== `Bearer ${apiKey}`) {
      return sendError(response, BAD_KEY);
    }
    switch (`${request.method} ${request.path}`) {
      case "GET /v1/models":
        return sendJson(response, 200, {
          object: "list",
          data: [...models].map((id) => ({ id, object: "model" })),
        });
      case "POST /v1/chat/completions":
        return complete({ request, response, failure, models, answer, paceMs });
      case "POST /v1/embeddings":
        return embed({ request, response, failure, models });
      default:
        return sendError(response, unknownPath(request.path));
    }
  };
  const http = await openHttpDouble(handle, options.wire);
  return {
    ...http,
    ...plan,
    apiKey,
    answerWith: (next) => {
      answer = next;
    },
  };
}

function defaultAnswer(question: string): string[] {
  return ["You asked: ", question.slice(0, 60), ". ", "This is ", "the answer."];
}
