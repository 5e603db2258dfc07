import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseEnv } from "node:util";
import { type AuthConfig, readAuth } from "./config-auth.ts";
import { isLoopbackName } from "./domain/host-name.ts";
import { type Settings, settingsSchema } from "./settings.ts";

/** Everything that can be set, as the rest of the program sees it. */
export interface Config {
  host: string;
  port: number;
  /** Names besides the host and those of this machine under which the service is reached. */
  allowedHosts: string[];
  /** Other origins whose pages may use it. */
  corsOrigins: string[];
  /** How callers are told apart. */
  auth: AuthConfig;
  /** Addresses and networks whose word on who asks, and from where, is taken. */
  trustedProxies: string[];
  /** How many requests of a kind a caller may send in a minute; null for any number. */
  rateLimit: number | null;
  /** How much each user may store; null for any amount. */
  userQuotaBytes: number | null;
  dataDirectory: string;
  maxUploadBytes: number;
  logLevel: string;
  models: ModelsConfig;
  vectors: { kind: "embedded" } | ({ kind: "qdrant" } & QdrantConfig);
  platform: { kind: "embedded" } | ({ kind: "appwrite" } & AppwriteConfig);
  /** Languages of text recognition; null where it is off. */
  ocrLanguages: string[] | null;
}

/** Where models are, and which one serves which role. */
export interface ModelsConfig {
  gemini: { apiKey: string; baseUrl?: string } | null;
  openai: { baseUrl: string; apiKey?: string } | null;
  /** Whether an Ollama on this machine is looked for: only where neither a provider nor a model of its roles is set. */
  ollamaDiscovery: boolean;
  chat: ModelChoice;
  titles: ModelChoice;
  vision: ModelChoice;
  embedding: ModelChoice;
}

/** A provider's model; null where the provider's own choice is meant. */
export type ModelChoice =
  | { provider: "embedded" }
  | { provider: "gemini"; model: string }
  | { provider: "openai"; model: string | null };

interface QdrantConfig {
  urls: string[];
  apiKey?: string;
}

interface AppwriteConfig {
  endpoint: string;
  projectId: string;
  apiKey: string;
  databaseId: string;
  sessionsTableId: string;
  jobsTableId: string;
  keysTableId: string;
  bucketId: string;
}

/** Settings that do not fit, one line each. */
export class ConfigError extends Error {
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(`These settings do not fit:\n${mistakes.map((mistake) => `  ${mistake}`).join("\n")}`);
    this.name = "ConfigError";
    this.mistakes = mistakes;
  }
}

/** The environment of the process, with the variables of a `.env` file in the working folder beneath it. */
export function readEnvironment(): Record<string, string | undefined> {
  if (existsSync(".env")) process.loadEnvFile(".env");
  // ONNX Runtime, which the embedder runs on, tells its maker of its use where this is not set before a thread loads it.
  process.env.ORT_DISABLE_TELEMETRY = "1";
  return process.env;
}

/** The variables of a file that is written like `.env`, and no others. */
export function readEnvironmentFile(path: string): Record<string, string | undefined> {
  if (!existsSync(path)) throw new ConfigError([`${path}: is not there`]);
  return parseEnv(readFileSync(path, "utf8"));
}

/** The names of the settings that an environment gives. */
export function givenSettings(environment: Record<string, string | undefined>): string[] {
  return Object.keys(settingsSchema.shape).filter((name) => environment[name]?.trim());
}

/** The settings of an environment. Every mistake is listed at once, each with what would be right. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  // A variable set to nothing is a variable not set.
  const given = Object.fromEntries(
    Object.entries(environment)
      .map(([name, value]) => [name, value?.trim()])
      .filter(([, value]) => value !== undefined && value !== ""),
  );
  const mistakes: string[] = [];
  const settings = readSettings(given, mistakes);
  const platform = readPlatform(settings, mistakes);
  const auth = readAuth(settings, mistakes);
  if (auth.kind === "none" && !isLoopbackName(settings.HOST) && settings.ALLOW_UNAUTHENTICATED !== "true") {
    mistakes.push(
      `HOST: ${settings.HOST} would open every document to the network: use 127.0.0.1, or set AUTH=password, or ALLOW_UNAUTHENTICATED=true where something else keeps strangers out`,
    );
  }
  const config: Config = {
    host: settings.HOST,
    port: settings.PORT,
    allowedHosts: settings.ALLOWED_HOSTS,
    corsOrigins: settings.CORS_ORIGINS,
    auth,
    trustedProxies: settings.TRUSTED_PROXIES,
    rateLimit: settings.RATE_LIMIT === 0 ? null : settings.RATE_LIMIT,
    userQuotaBytes: settings.USER_QUOTA_MB === undefined ? null : settings.USER_QUOTA_MB * 1024 * 1024,
    dataDirectory: resolve(settings.DATA_DIR),
    maxUploadBytes: settings.MAX_UPLOAD_MB * 1024 * 1024,
    logLevel: settings.LOG_LEVEL,
    models: readModels(settings, mistakes),
    vectors: readVectors(settings, mistakes),
    platform,
    ocrLanguages: settings.OCR === "off" ? null : settings.OCR_LANGUAGES.split(/[+,\s]+/),
  };
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return config;
}

/** The settings one by one; those that do not fit are noted and count as not given. */
function readSettings(given: Record<string, string | undefined>, mistakes: string[]): Settings {
  const parsed = settingsSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  mistakes.push(...parsed.error.issues.map(describeIssue));
  const wrong = new Set(parsed.error.issues.map(({ path }) => path[0]));
  return settingsSchema.parse(Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.has(name))));
}

const GEMINI_DEFAULTS = {
  CHAT_MODEL: "gemini-3.8-flash",
  VISION_MODEL: "gemini-3.8-flash",
  TITLE_MODEL: "gemini-3.5-flash-lite",
  EMBEDDING_MODEL: "text-embedding-004",
} as const;

const OPENAI_URL = "https://api.openai.com/v1";

function readModels(settings: Settings, mistakes: string[]): ModelsConfig {
  const { GEMINI_API_KEY, GEMINI_BASE_URL, OPENAI_BASE_URL, OPENAI_API_KEY } = settings;
  const gemini =
    GEMINI_API_KEY === undefined
      ? null
      : { apiKey: GEMINI_API_KEY, ...(GEMINI_BASE_URL !== undefined && { baseUrl: GEMINI_BASE_URL }) };
  const hasOpenAi = OPENAI_BASE_URL !== undefined || OPENAI_API_KEY !== undefined;
  const openai = hasOpenAi
    ? {
        baseUrl: OPENAI_BASE_URL ?? OPENAI_URL,
        ...(OPENAI_API_KEY !== undefined && { apiKey: OPENAI_API_KEY }),
      }
    : null;
  const choose = (role: keyof typeof GEMINI_DEFAULTS): ModelChoice => {
    const choice = chooseModel(settings[role], role, { gemini: gemini !== null, openai: openai !== null });
    if (typeof choice !== "string") return choice;
    mistakes.push(`${role}: ${choice}`);
    return { provider: "embedded" };
  };
  const isNamed = [settings.CHAT_MODEL, settings.TITLE_MODEL, settings.VISION_MODEL].some(
    (model) => model !== undefined,
  );
  return {
    gemini,
    openai,
    ollamaDiscovery: settings.OLLAMA_DISCOVERY === "on" && gemini === null && openai === null && !isNamed,
    chat: choose("CHAT_MODEL"),
    titles: choose("TITLE_MODEL"),
    vision: choose("VISION_MODEL"),
    embedding: choose("EMBEDDING_MODEL"),
  };
}

/** The model that serves a role, or the sentence that says why there is none. */
function chooseModel(
  setting: string | undefined,
  role: keyof typeof GEMINI_DEFAULTS,
  given: { gemini: boolean; openai: boolean },
): ModelChoice | string {
  if (setting === undefined) {
    if (given.gemini) return { provider: "gemini", model: GEMINI_DEFAULTS[role] };
    // Vectors of another embedder would shut the library: a server that is there is no reason to change it.
    return given.openai && role !== "EMBEDDING_MODEL"
      ? { provider: "openai", model: null }
      : { provider: "embedded" };
  }
  if (setting === "embedded") return { provider: "embedded" };
  const [, prefix, named] = /^(gemini|openai):(.+)$/.exec(setting) ?? [];
  const model = named ?? setting;
  if (prefix === "gemini" || (prefix === undefined && given.gemini && !given.openai)) {
    return given.gemini ? { provider: "gemini", model } : "names Gemini, so GEMINI_API_KEY must be set";
  }
  if (prefix === "openai" || (prefix === undefined && given.openai && !given.gemini)) {
    return given.openai
      ? { provider: "openai", model }
      : "names an OpenAI-compatible server, so OPENAI_BASE_URL must be set";
  }
  return given.gemini
    ? `must say which provider it means: gemini:${model} or openai:${model}`
    : `needs a provider: set GEMINI_API_KEY, or OPENAI_BASE_URL for ${model}`;
}

function readVectors({ QDRANT_URL, QDRANT_API_KEY }: Settings, mistakes: string[]): Config["vectors"] {
  if (QDRANT_URL !== undefined) {
    return {
      kind: "qdrant",
      urls: QDRANT_URL,
      ...(QDRANT_API_KEY !== undefined && { apiKey: QDRANT_API_KEY }),
    };
  }
  if (QDRANT_API_KEY !== undefined) mistakes.push("QDRANT_API_KEY: is of no use without QDRANT_URL");
  return { kind: "embedded" };
}

const APPWRITE_SETTINGS = [
  "APPWRITE_ENDPOINT",
  "APPWRITE_PROJECT_ID",
  "APPWRITE_API_KEY",
  "APPWRITE_DATABASE_ID",
  "APPWRITE_SESSIONS_TABLE_ID",
  "APPWRITE_BUCKET_ID",
] as const;

function readPlatform(settings: Settings, mistakes: string[]): Config["platform"] {
  const missing = APPWRITE_SETTINGS.filter((name) => settings[name] === undefined);
  if (missing.length === APPWRITE_SETTINGS.length) return { kind: "embedded" };
  // One that was given and does not fit is listed already.
  const absent = missing.filter((name) => !mistakes.some((mistake) => mistake.startsWith(`${name}:`)));
  for (const name of absent) mistakes.push(`${name}: must be set too, as other settings of Appwrite are`);
  return {
    kind: "appwrite",
    endpoint: settings.APPWRITE_ENDPOINT ?? "",
    projectId: settings.APPWRITE_PROJECT_ID ?? "",
    apiKey: settings.APPWRITE_API_KEY ?? "",
    databaseId: settings.APPWRITE_DATABASE_ID ?? "",
    sessionsTableId: settings.APPWRITE_SESSIONS_TABLE_ID ?? "",
    jobsTableId: settings.APPWRITE_JOBS_TABLE_ID,
    keysTableId: settings.APPWRITE_KEYS_TABLE_ID,
    bucketId: settings.APPWRITE_BUCKET_ID ?? "",
  };
}

function describeIssue(issue: { path: PropertyKey[]; message: string }): string {
  return `${String(issue.path[0])}: ${issue.message}`;
}
