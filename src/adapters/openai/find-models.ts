import { z } from "zod";
import { AppError } from "../../domain/errors.ts";
import { openExchangeWith } from "../http-calls/open-exchange.ts";
import { readAnswer } from "../http-calls/read-answer.ts";
import { apiBase } from "../model-calls/api-base.ts";
import { keyHeaders } from "./openai-requests.ts";

/** Where Ollama listens unless it is told otherwise. */
const OLLAMA_URL = "http://127.0.0.1:11434/v1";
/** Where nobody listens, that is known at once. A server that is there gets some time, also on a busy machine. */
const DISCOVERY_LIMIT_MS = 2_000;
const LIST_LIMIT_MS = 5_000;

const listSchema = z.object({ data: z.array(z.object({ id: z.string() })).nullable() });

/** The models that a server offers, in its order. */
export async function listModels(
  { baseUrl, apiKey }: { baseUrl: string; apiKey?: string },
  signal: AbortSignal = AbortSignal.timeout(LIST_LIMIT_MS),
): Promise<string[]> {
  const url = `${apiBase(baseUrl, "v1")}/models`;
  const exchange = openExchangeWith(url);
  try {
    const headers = keyHeaders({ baseUrl, apiKey });
    const { status, text } = await readAnswer(exchange, { method: "GET", url, headers }, signal);
    if (status >= 400) throw new Error(`the list of models was refused with status ${status}`);
    return (listSchema.parse(JSON.parse(text)).data ?? []).map(({ id }) => id);
  } catch (error) {
    throw new AppError("model-failed", "The model server does not say which models it has", {
      details: "Start it, or set CHAT_MODEL to the model that it should use",
      cause: error,
    });
  } finally {
    await exchange.close();
  }
}

/** The models of a server that serve where none is named: for questions, and for images if one understands them. */
interface OfferedModels {
  chat: string;
  vision: string | undefined;
}

/** What a server offers; `chatModel` is the model that was named for questions, if one was. */
export async function chooseModels(
  server: { baseUrl: string; apiKey?: string },
  chatModel: string | null,
): Promise<OfferedModels> {
  const models = chatModel === null ? await listModels(server) : [chatModel];
  const chat = chatModel ?? pickChatModel(models);
  if (chat === undefined) {
    throw new AppError("model-failed", "The model server has no model that could answer questions", {
      details: "Load one into it, or set CHAT_MODEL",
    });
  }
  return { chat, vision: pickVisionModel(models) };
}

/** An Ollama on this machine with a model to chat with; undefined where none runs. */
export async function findOllama(baseUrl: string = OLLAMA_URL): Promise<{ baseUrl: string } | undefined> {
  const models = await listModels({ baseUrl }, AbortSignal.timeout(DISCOVERY_LIMIT_MS)).catch(() => []);
  return pickChatModel(models) === undefined ? undefined : { baseUrl };
}

/** What the names of models have in them that do something else, or answer to another interface than the one used here. */
const NOT_FOR_CHAT = [
  // Vectors and order.
  /embed|minilm|rerank|retriever|colbert|\bbge|\bgte-|\be5-/i,
  // Judgement of what others say.
  /moderation|guard|shieldgemma|reward/i,
  // Sound, pictures and films.
  /whisper|tts\b|audio|speech|realtime|transcribe|\basr\b|image|dall-?e|stable-?diffusion|sdxl|\bflux|\bsora\b|ocr\b/i,
  // A text that is only continued.
  /babbage|davinci|gpt-3\.5-turbo-instruct|[-:]base\b|:(?:.*-)?text\b/i,
  // Work in many steps.
  /[-_]search\b|deep-research|computer-use|codex|\b(?:gpt-[\d.]+|o\d)-pro\b/i,
];
const SEES = [
  /llava|vision|[-.\d]vl\b|vlm|internvl|multimodal|minicpm-v|moondream|pixtral|mistral-small3|llama-?4/i,
  // The smallest of them read text alone.
  /gemma-?[34](?!n|.*\b(?:1b|270m)\b)/i,
  /gpt-(?:4o|4\.1|4\.5|4-turbo(?!-preview)|[5-9])|\bo[13]\b(?!-mini|-preview)|\bo4\b|claude|gemini/i,
];

/** The first model that answers questions, as far as its name tells. */
export function pickChatModel(models: readonly string[]): string | undefined {
  return models.find(isForChat);
}

/** The first model that understands images and can be asked about them, as far as its name tells. */
export function pickVisionModel(models: readonly string[]): string | undefined {
  return models.find((model) => isForChat(model) && SEES.some((pattern) => pattern.test(model)));
}

function isForChat(model: string): boolean {
  return !NOT_FOR_CHAT.some((pattern) => pattern.test(model));
}
