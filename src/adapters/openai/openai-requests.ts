import type { Turn } from "../../domain/build-prompt.ts";
import { DIMENSIONS } from "../../domain/passage.ts";
import type { OutgoingRequest } from "../http-calls/exchange.ts";
import type { TextRequest } from "../model-calls/language-requests.ts";

/** Where the API is, and the key to it where it wants one. */
export interface OpenAiAddress {
  baseUrl: string;
  apiKey: string | undefined;
}

/** Asks a language model for an answer in events, and for what it took at their end. */
export function answerRequest(
  address: OpenAiAddress,
  model: string,
  { instructions, turns, image, maxOutputTokens }: TextRequest,
): OutgoingRequest {
  const rules = instructions === "" ? [] : [{ role: "system", content: instructions }];
  const shown = image && { url: `data:${image.mediaType};base64,${image.base64}` };
  const toMessage = ({ role, content }: Turn, i: number) =>
    shown === undefined || i < turns.length - 1
      ? { role, content }
      : {
          role,
          content: [
            { type: "image_url", image_url: shown },
            { type: "text", text: content },
          ],
        };
  return post(address, "chat/completions", {
    model,
    [tokenLimitAt(address)]: maxOutputTokens,
    messages: [...rules, ...turns.map(toMessage)],
    stream: true,
    stream_options: { include_usage: true },
  });
}

/** OpenAI's newer models refuse `max_tokens`; the other servers do not all know its successor. */
function tokenLimitAt({ baseUrl }: OpenAiAddress): string {
  return new URL(baseUrl).hostname === "api.openai.com" ? "max_completion_tokens" : "max_tokens";
}

/** Models that give as many numbers as they are asked for. */
const CAN_SHORTEN = /(?:^|\/)text-embedding-3-/;

/** Asks an embedding model for the vectors of texts. */
export function embeddingRequest(
  address: OpenAiAddress,
  model: string,
  texts: readonly string[],
): OutgoingRequest {
  const dimensions = CAN_SHORTEN.test(model) ? DIMENSIONS : undefined;
  return post(address, "embeddings", { model, input: texts, encoding_format: "float", dimensions });
}

/** The key, as every request carries it. */
export function keyHeaders({ apiKey }: OpenAiAddress): Record<string, string> {
  return apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
}

function post(address: OpenAiAddress, path: string, body: unknown): OutgoingRequest {
  return {
    method: "POST",
    url: `${address.baseUrl}/${path}`,
    headers: { "content-type": "application/json", ...keyHeaders(address) },
    body: JSON.stringify(body),
  };
}
