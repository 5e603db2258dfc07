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
import { openGeminiEmbedder } from "./gemini-embedder.ts";
import { answerRequest } from "./gemini-requests.ts";
import { readGeminiEvent } from "./read-gemini-event.ts";
import { readGeminiRejection } from "./read-gemini-rejection.ts";

interface GeminiOptions {
  apiKey: string;
  /** Where the API is; Google's own where absent. */
  baseUrl?: string;
  log: Log;
  /** Decodes the images that a model is to describe. */
  prepareImage: PrepareImage;
  /** The way to the API; over the network where absent. */
  exchange?: OpenExchange;
  time?: CallTime;
  /** How long a model may be silent. */
  stallMs?: number;
}

const GOOGLE = "https://generativelanguage.googleapis.com";

/** Opens Google's models behind the Gemini API. Nothing is sent before a model is asked. */
export function openGeminiModels(options: GeminiOptions): ModelProvider {
  const { apiKey, log, prepareImage, time = machineTime, stallMs = STALL_MS } = options;
  const baseUrl = apiBase(options.baseUrl ?? GOOGLE, "v1beta");
  const address = { baseUrl, apiKey };
  const exchange = options.exchange ?? openExchangeWith(baseUrl);
  const calls = openProviderCalls({
    face: {
      name: "Gemini",
      address: new URL(baseUrl).origin,
      keySetting: "GEMINI_API_KEY",
      addressSetting: "GEMINI_BASE_URL",
    },
    readRejection: (rejection) => readGeminiRejection(rejection, time.now()),
    time,
    log,
  });
  return {
    ...openLanguageRoles({
      calls,
      requestTo: (model) => (request, continuation) => answerRequest(address, model, request, continuation),
      openCall: openEventCalls(exchange),
      openReader: () => readGeminiEvent,
      stallMs,
      prepareImage,
    }),
    embedder: (model) => openGeminiEmbedder({ calls, exchange, address, model }),
    check: (signal) => {
      const list = { url: `${baseUrl}/models?pageSize=1`, headers: { "x-goog-api-key": apiKey }, exchange };
      return calls.check(() => probe(list, signal), signal);
    },
  };
}
