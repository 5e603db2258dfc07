import { z } from "zod";
import { hostNameOf } from "./domain/host-name.ts";
import { isNetwork } from "./domain/network.ts";

const wholeNumber = (lowest: number, highest: number) => {
  const error = `must be a whole number from ${lowest} to ${highest}`;
  return z
    .string()
    .regex(/^\d+$/, { error })
    .transform(Number)
    .pipe(z.number().min(lowest, { error }).max(highest, { error }));
};

const address = z
  .url({ protocol: /^https?$/, error: "must be an address such as http://127.0.0.1:6333" })
  .transform((url) => url.replace(/\/+$/, ""));

const listOf = <Item>(item: z.ZodType<Item, string>) =>
  z
    .string()
    .transform((list) => list.split(/\s*,\s*/))
    .pipe(z.array(item));

const hostName = z.string().refine((name) => hostNameOf(name) !== null, {
  error: "must be names such as carrel.example.com, separated by commas",
});

const origin = z.string().refine((text) => URL.parse(text)?.origin === text && /^https?:/.test(text), {
  error: "must be origins such as https://app.example.com, without a path, separated by commas",
});
const network = z.string().refine((text) => isNetwork(text), {
  error: "must be addresses such as 127.0.0.1 or networks such as 10.0.0.0/8, separated by commas",
});
const onOrOff = z.enum(["on", "off"], { error: "must be on or off" });
/** A value for the head of a request. */
const headerWord = z.string().regex(/^[\x21-\x7e]+$/, {
  error: "may only have letters from A to Z, digits and signs, and no spaces: check that it was copied right",
});

/** Every setting, as the environment gives it, with what it is where nothing is given. */
export const settingsSchema = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, { error: "must be a host name or an address, for example 127.0.0.1 or 0.0.0.0" })
    .default("127.0.0.1"),
  ALLOWED_HOSTS: listOf(hostName).default([]),
  CORS_ORIGINS: listOf(origin).default([]),
  ALLOW_UNAUTHENTICATED: z.enum(["true", "false"], { error: "must be true or false" }).default("false"),
  AUTH: z
    .enum(["none", "password", "jwt", "appwrite", "proxy"], {
      error: "must be none, password, jwt, appwrite or proxy",
    })
    .default("none"),
  JWT_SECRET: z
    .string()
    .refine((secret) => Buffer.byteLength(secret) >= 32, { error: "must have at least 32 characters" })
    .optional(),
  JWT_JWKS_URL: address.optional(),
  JWT_ISSUER: z.string().optional(),
  JWT_AUDIENCE: z.string().optional(),
  JWT_CLAIM: z.string().default("sub"),
  AUTH_PROXY_HEADER: z
    .string()
    .regex(/^[\w-]+$/, { error: "must be the name of a header, for example X-Forwarded-User" })
    .default("X-Forwarded-User"),
  TRUSTED_PROXIES: listOf(network).default([]),
  SIGN_IN_URL: address.optional(),
  RATE_LIMIT: wholeNumber(0, 1_000_000).default(1_200),
  USER_QUOTA_MB: wholeNumber(1, 100_000_000).optional(),
  DATA_DIR: z.string().default("./data"),
  MAX_UPLOAD_MB: wholeNumber(1, 10_000).default(100),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "silent"], {
      error: "must be fatal, error, warn, info, debug or silent",
    })
    .default("warn"),
  GEMINI_API_KEY: headerWord.optional(),
  GEMINI_BASE_URL: address.optional(),
  OPENAI_BASE_URL: address.optional(),
  OPENAI_API_KEY: headerWord.optional(),
  CHAT_MODEL: z.string().optional(),
  TITLE_MODEL: z.string().optional(),
  VISION_MODEL: z.string().optional(),
  EMBEDDING_MODEL: z.string().optional(),
  OLLAMA_DISCOVERY: onOrOff.default("on"),
  OCR: onOrOff.default("on"),
  OCR_LANGUAGES: z
    .string()
    .regex(/^[a-z_]{3,12}([+,\s]+[a-z_]{3,12})*$/i, {
      error: "must be language codes such as eng or eng+deu",
    })
    .default("eng"),
  QDRANT_URL: listOf(address).optional(),
  QDRANT_API_KEY: headerWord.optional(),
  APPWRITE_ENDPOINT: address.optional(),
  APPWRITE_PROJECT_ID: headerWord.optional(),
  APPWRITE_API_KEY: headerWord.optional(),
  APPWRITE_DATABASE_ID: z.string().optional(),
  APPWRITE_SESSIONS_TABLE_ID: z.string().optional(),
  APPWRITE_JOBS_TABLE_ID: z.string().default("jobs"),
  APPWRITE_KEYS_TABLE_ID: z.string().default("keys"),
  APPWRITE_BUCKET_ID: z.string().optional(),
});

export type Settings = z.output<typeof settingsSchema>;
