import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { apiBase } from "../model-calls/api-base.ts";
import { handOver } from "../model-calls/build-request.ts";
import { type CallTime, machineTime } from "../model-calls/call-time.ts";
import { openEventCalls } from "../model-calls/event-call.ts";
import type { OpenExchange } from "../model-calls/exchange/exchange.ts";
import { fetchOver } from "../model-calls/exchange/exchange-fetch.ts";
import { openExchangeWith } from "../model-calls/exchange/open-exchange.ts";
import { openLanguageRoles } from "../model-calls/language-roles.ts";
import type { ModelLog } from "../model-calls/model-log.ts";
import { type ModelProvider, STALL_MS } from "../model-calls/model-provider.ts";
import type { PrepareImage } from "../model-calls/prepared-image.ts";
import { probe } from "../model-calls/probe.ts";
import { openProviderCalls } from "../model-calls/provider-calls.ts";
import { openOpenAiEmbedder } from "./openai-embedder.ts";
import { openOpenAiReader } from "./read-openai-event.ts";
import { readOpenAiRejection } from "./read-openai-rejection.ts";

export interface OpenAiOptions {
  /** The server, with or without its `/v1`. */
  baseUrl: string;
  /** Absent for a server that wants none. */
  apiKey?: string;
  log: ModelLog;
  /** Decodes the images that a model is to describe. */
  prepareImage: PrepareImage;
  /** The way to the API; over the network where absent. */
  exchange?: OpenExchange;
  time?: CallTime;
  /** How long a model may be silent. */
  stallMs?: number;
}

/** Opens the models of a server that speaks OpenAI's protocol. Nothing is sent before a model is asked. */
export function openOpenAiModels(options: OpenAiOptions): ModelProvider {
  const { apiKey, log, prepareImage, time = machineTime, stallMs = STALL_MS } = options;
  const baseURL = apiBase(options.baseUrl, "v1");
  const exchange = options.exchange ?? openExchangeWith(baseURL);
  const fetch = fetchOver(exchange);
  const settings = {
    name: "openai",
    baseURL,
    includeUsage: true,
    ...(apiKey === undefined ? {} : { apiKey }),
  };
  const openai = createOpenAICompatible({ ...settings, fetch });
  const requests = createOpenAICompatible({
    ...settings,
    fetch: handOver,
    transformRequestBody: (body) => (isOpenAi(baseURL) ? withNewTokenLimit(body) : body),
  });
  const calls = openProviderCalls({
    face: {
      name: "the model server",
      address: new URL(baseURL).origin,
      keySetting: "OPENAI_API_KEY",
      addressSetting: "OPENAI_BASE_URL",
    },
    readRejection: (rejection) => readOpenAiRejection(rejection, time.now()),
    time,
    log,
  });
  return {
    ...openLanguageRoles({
      calls,
      languageModel: (model) => requests.chatModel(model),
      openCall: openEventCalls(exchange),
      openReader: openOpenAiReader,
      stallMs,
      prepareImage,
    }),
    embedder: (model) => openOpenAiEmbedder({ calls, model, embeddingModel: openai.embeddingModel(model) }),
    check: (signal) => {
      const headers: Record<string, string> =
        apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
      return calls.check(() => probe({ url: `${baseURL}/models`, headers, fetch }, signal), signal);
    },
  };
}

function isOpenAi(baseURL: string): boolean {
  return new URL(baseURL).hostname === "api.openai.com";
}

/** OpenAI's newer models refuse `max_tokens`; the other servers do not all know its successor. */
function withNewTokenLimit({ max_tokens, ...body }: Record<string, unknown>): Record<string, unknown> {
  return max_tokens === undefined ? body : { ...body, max_completion_tokens: max_tokens };
}
