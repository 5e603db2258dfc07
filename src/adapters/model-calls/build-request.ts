import type { Fetch } from "./exchange/exchange-fetch.ts";
import type { LanguageModel, TextRequest } from "./language-model.ts";

/** A request to a provider as the SDK has built it. */
export interface BuiltRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/**
 * The request that the SDK would send for a call. The SDK knows how a provider wants to be asked; it is sent and its
 * answer read by `event-call.ts`, since the SDK's own pipeline holds several times the memory for each stream.
 * The model's provider must be opened with `handOver` in the place of `fetch`.
 */
export async function buildRequest(model: LanguageModel, request: TextRequest): Promise<BuiltRequest> {
  try {
    await model.doStream(request);
  } catch (error) {
    if (error instanceof HandedOver) return error.request;
    throw error;
  }
  throw new Error("The SDK has sent a request by itself");
}

/** The request that makes a provider go on where the answer to the same request has ended. */
export function continued(request: BuiltRequest, continuationToken: string): BuiltRequest {
  return { ...request, body: JSON.stringify({ ...JSON.parse(request.body), continuationToken }) };
}

/** Stands in for `fetch` in a provider of the SDK: nothing is sent, `buildRequest` gets the request. */
export const handOver: Fetch = async (input, init) => {
  if (typeof input !== "string" || typeof init?.body !== "string") {
    throw new Error("The SDK has built another request than one with an address and a text");
  }
  throw new HandedOver({
    url: input,
    headers: Object.fromEntries(new Headers(init.headers)),
    body: init.body,
  });
};

/** Thrown, because that passes through the SDK as it is and leaves nothing of its pipeline behind. */
class HandedOver extends Error {
  readonly request: BuiltRequest;

  constructor(request: BuiltRequest) {
    super("A request is handed over");
    this.request = request;
  }
}
