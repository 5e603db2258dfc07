import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";

/** Everything that can be set, as the rest of the program sees it. */
export interface Config {
  host: string;
  port: number;
  dataDirectory: string;
  maxUploadBytes: number;
  logLevel: string;
}

/** The environment of the process, with the variables of a `.env` file in the working folder beneath it. */
export function readEnvironment(): Record<string, string | undefined> {
  if (existsSync(".env")) process.loadEnvFile(".env");
  return process.env;
}

/** The settings of an environment. Every mistake is listed at once, each with what would be right. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  // A variable set to nothing is a variable not set.
  const given = Object.fromEntries(
    Object.entries(environment)
      .map(([name, value]) => [name, value?.trim()])
      .filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = settingsSchema.safeParse(given);
  if (!parsed.success) throw new ConfigError(parsed.error.issues.map(describeIssue));
  const settings = parsed.data;
  return {
    host: settings.HOST,
    port: settings.PORT,
    dataDirectory: resolve(settings.DATA_DIR),
    maxUploadBytes: settings.MAX_UPLOAD_MB * 1024 * 1024,
    logLevel: settings.LOG_LEVEL,
  };
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

const wholeNumber = (lowest: number, highest: number) => {
  const error = `must be a whole number from ${lowest} to ${highest}`;
  return z
    .string()
    .regex(/^\d+$/, { error })
    .transform(Number)
    .pipe(z.number().min(lowest, { error }).max(highest, { error }));
};

const settingsSchema = z
  .object({
    PORT: wholeNumber(0, 65_535).default(3000),
    HOST: z
      .string()
      .regex(/^[\w.:-]+$/, { error: "must be a host name or an address, for example 127.0.0.1 or 0.0.0.0" })
      .default("127.0.0.1"),
    ALLOW_UNAUTHENTICATED: z.enum(["true", "false"], { error: "must be true or false" }).default("false"),
    DATA_DIR: z.string().default("./data"),
    MAX_UPLOAD_MB: wholeNumber(1, 10_000).default(100),
    LOG_LEVEL: z
      .enum(["fatal", "error", "warn", "info", "debug", "silent"], {
        error: "must be fatal, error, warn, info, debug or silent",
      })
      .default("warn"),
  })
  .superRefine((settings, context) => {
    if (!isLoopback(settings.HOST) && settings.ALLOW_UNAUTHENTICATED !== "true") {
      context.addIssue({
        code: "custom",
        path: ["HOST"],
        message: `${settings.HOST} would open every document to the network: use 127.0.0.1, or set ALLOW_UNAUTHENTICATED=true where something else keeps strangers out`,
      });
    }
  });

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host);
}

function describeIssue(issue: { path: PropertyKey[]; message: string }): string {
  return `${issue.path.join(".")}: ${issue.message}`;
}
