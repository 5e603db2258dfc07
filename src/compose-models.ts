import { openEmbeddedEmbedder } from "./adapters/embedded/embedder/open-embedded-embedder.ts";
import { openExtractiveAnswerer } from "./adapters/embedded/extractive-answerer.ts";
import { openKeywordTitles } from "./adapters/embedded/keyword-titles.ts";
import type { ModelProvider } from "./adapters/model-calls/model-provider.ts";
import type { PrepareImage } from "./adapters/model-calls/prepared-image.ts";
import type { ModelChoice, ModelsConfig } from "./config.ts";
import type { Embedder } from "./ports/embedder.ts";
import type { Log } from "./ports/log.ts";
import type { VisionModel } from "./ports/vision-model.ts";
import type { Backend, Library } from "./usecases/library.ts";

interface OpenModels {
  embedder: Embedder;
  chatModel: Library["chatModel"];
  writer: Library["writer"];
  titleModel: Library["titleModel"];
  visionModel: VisionModel;
  backends: Backend[];
  /** A sentence about a model that nobody named and that is used because it is there. */
  finding: string | null;
  close(): Promise<void>;
}

/** How images are seen: what decodes them for a model, and what serves where there is none. */
export interface ImageSight {
  prepareImage: PrepareImage;
  withoutModel: VisionModel;
  nameWithoutModel: string;
}

/** Chooses and opens the model that serves each role. */
export async function openModels(config: ModelsConfig, sight: ImageSight, log: Log): Promise<OpenModels> {
  const ollama = config.ollamaDiscovery ? await findOllama() : undefined;
  const named = await nameModels(ollama === undefined ? config : withOllama(config, ollama));
  const providers = await openProviders(named, { prepareImage: sight.prepareImage, log });
  const embedded = openEmbeddedEmbedder();
  const role = (choice: NamedChoice) =>
    choice.provider === "embedded"
      ? undefined
      : { provider: providers[choice.provider](), model: choice.model };
  const chat = role(named.chat);
  const titles = role(named.titles);
  const vision = role(named.vision);
  const embedding = role(named.embedding);
  const embedder = embedding?.provider.embedder(embedding.model) ?? embedded;
  const backend = (port: Backend["port"], choice: NamedChoice, alternative: string): Backend =>
    choice.provider === "embedded"
      ? { port, name: alternative, check: () => Promise.resolve() }
      : { port, name: `${choice.provider}:${choice.model}`, check: providers[choice.provider]().check };
  const embedderBackend = backend("embedder", named.embedding, "embedded");
  const writer = chat?.provider.chat(chat.model) ?? null;
  return {
    embedder,
    writer,
    chatModel:
      writer ?? openExtractiveAnswerer({ embedQuery: (text, signal) => embedder.embedQuery(text, signal) }),
    titleModel: titles?.provider.titles(titles.model) ?? openKeywordTitles(),
    visionModel: vision?.provider.vision(vision.model) ?? sight.withoutModel,
    backends: [
      embedding === undefined ? embedderBackend : withNameOf(embedder, embedderBackend),
      backend("chat", named.chat, "extractive"),
      backend("titles", named.titles, "keywords"),
      backend("vision", named.vision, sight.nameWithoutModel),
    ],
    finding:
      ollama === undefined
        ? null
        : `Ollama was found at ${new URL(ollama.baseUrl).origin} and answers; OLLAMA_DISCOVERY=off leaves it alone`,
    close: () => embedded.close(),
  };
}

/** The backend under the name of the model that really embeds: a retired one may have gone over to its successor. */
function withNameOf(embedder: Embedder, { port, check }: Backend): Backend {
  return {
    port,
    get name() {
      // An identity ends with the size of its vectors, and all have the same.
      return embedder.identity.replace(/:\d+$/, "");
    },
    check,
  };
}

type NamedChoice = { provider: "embedded" } | { provider: "gemini" | "openai"; model: string };

interface NamedModels extends Pick<ModelsConfig, "gemini" | "openai"> {
  chat: NamedChoice;
  titles: NamedChoice;
  vision: NamedChoice;
  embedding: NamedChoice;
}

/** The choices with every model named: where the server's own choice is meant, the server is asked. */
async function nameModels(config: ModelsConfig): Promise<NamedModels> {
  const { gemini, openai, chat, titles, vision, embedding } = config;
  const isUnnamed = (choice: ModelChoice) => choice.provider === "openai" && choice.model === null;
  const offered =
    openai !== null && [chat, titles, vision].some(isUnnamed)
      ? await offeredModels(openai, chat.provider === "openai" ? chat.model : null)
      : undefined;
  return {
    gemini,
    openai,
    chat: nameModel(chat, offered?.chat),
    titles: nameModel(titles, offered?.chat),
    vision: nameModel(vision, offered?.vision),
    embedding: nameModel(embedding, undefined),
  };
}

async function offeredModels(server: { baseUrl: string; apiKey?: string }, chatModel: string | null) {
  const { chooseModels } = await import("./adapters/openai/find-models.ts");
  return chooseModels(server, chatModel);
}

function nameModel(choice: ModelChoice, offered: string | undefined): NamedChoice {
  if (choice.provider !== "openai") return choice;
  const model = choice.model ?? offered;
  return model === undefined ? { provider: "embedded" } : { provider: "openai", model };
}

async function findOllama(): Promise<{ baseUrl: string } | undefined> {
  const { findOllama } = await import("./adapters/openai/find-models.ts");
  return findOllama();
}

/** The settings with an Ollama that runs on this machine. Its embedder is never taken unasked. */
function withOllama(config: ModelsConfig, ollama: { baseUrl: string }): ModelsConfig {
  const itsChoice: ModelChoice = { provider: "openai", model: null };
  return { ...config, openai: ollama, chat: itsChoice, titles: itsChoice, vision: itsChoice };
}

/** What every provider is opened with. */
interface ProviderParts {
  prepareImage: PrepareImage;
  log: Log;
}

/** The providers that some role uses, each loaded only when it is. */
async function openProviders(
  named: NamedModels,
  parts: ProviderParts,
): Promise<Record<"gemini" | "openai", () => ModelProvider>> {
  const used = new Set(
    [named.chat, named.titles, named.vision, named.embedding].map(({ provider }) => provider),
  );
  const gemini = named.gemini && used.has("gemini") ? await openGemini(named.gemini, parts) : undefined;
  const openai = named.openai && used.has("openai") ? await openOpenAi(named.openai, parts) : undefined;
  return { gemini: () => present(gemini), openai: () => present(openai) };
}

async function openGemini(
  options: { apiKey: string; baseUrl?: string },
  parts: ProviderParts,
): Promise<ModelProvider> {
  const { openGeminiModels } = await import("./adapters/gemini/open-gemini-models.ts");
  return openGeminiModels({ ...options, ...parts });
}

async function openOpenAi(
  options: { baseUrl: string; apiKey?: string },
  parts: ProviderParts,
): Promise<ModelProvider> {
  const { openOpenAiModels } = await import("./adapters/openai/open-openai-models.ts");
  return openOpenAiModels({ ...options, ...parts });
}

function present(provider: ModelProvider | undefined): ModelProvider {
  if (provider === undefined) throw new Error("A model was chosen of a provider that is not configured");
  return provider;
}
