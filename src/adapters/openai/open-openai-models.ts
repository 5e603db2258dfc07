import type { Log } from "../../ports/log.ts";
import type { OpenExchange } from "../http-calls/exchange.ts";
import { openExchangeWith } from "../http-calls/open-exchange.ts";
import { apiBase } from "../model-calls/api-base.ts";
import { type CallTime, machineTime } from "../model-calls/call-time.ts";
import { openEventCalls } from "../model-calls/event-call.ts";
import { openLanguageRoles } from "../model-calls/language-roles.ts";
import { type ModelProvider, STALL_MS } from "../model-calls/model-provider.ts";
import type { PrepareImage } from "../model-calls/prepared-image.ts";
import { probe } from "../model-calls/probe.ts";
import { openProviderCalls } from "../model-calls/provider-calls.ts";
import { openOpenAiEmbedder } from "./openai-embedder.ts";
import { answerRequest, keyHeaders } from "./openai-requests.ts";
import { openOpenAiReader } from "./read-openai-event.ts";
import { readOpenAiRejection } from "./read-openai-rejection.ts";

interface OpenAiOptions {
  /** The server, with or without its `/v1`. */
  baseUrl: string;
  /** Absent for a server that wants none. */
  apiKey?: string;
  log: Log;
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
  const baseUrl = apiBase(options.baseUrl, "v1");
  const address = { baseUrl, apiKey };
  const exchange = options.exchange ?? openExchangeWith(baseUrl);
  const calls = openProviderCalls({
    face: {
      name: "the model server",
      address: new URL(baseUrl).origin,
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
      requestTo: (model) => (request) => answerRequest(address, model, request),
      openCall: openEventCalls(exchange),
      openReader: openOpenAiReader,
      stallMs,
      prepareImage,
    }),
    embedder: (model) => openOpenAiEmbedder({ calls, exchange, address, model }),
    check: (signal) => {
      const list = { url: `${baseUrl}/models`, headers: keyHeaders(address), exchange };
      return calls.check(() => probe(list, signal), signal);
    },
  };
}
