import { setTimeout as pause } from "node:timers/promises";
import packageDescription from "../../package.json" with { type: "json" };
import { openLibrary } from "../compose.ts";
import type { Config } from "../config.ts";
import { AppError } from "../domain/errors.ts";
import { buildApp } from "../http/app.ts";
import type { Backend } from "../usecases/library.ts";
import { askEmbedder } from "./ask-embedder.ts";
import { buildPage } from "./build-page.ts";
import { keepTidy } from "./keep-tidy.ts";
import { keepWords } from "./keep-words.ts";
import { openLog } from "./log.ts";
import { onStopSignal } from "./on-stop-signal.ts";

/** Connections that may wait to be accepted, for bursts. */
const BACKLOG = 4096;

/** How long the start waits for the embedder's answer before it serves what needs none. */
const HEAD_START_MS = 2_000;

/** How often the service looks for what a killed one has left. */
const TIDY_EVERY_MS = 60_000;

/** Serves the library over HTTP until the process is asked to end. */
export async function serve(config: Config): Promise<void> {
  const log = openLog(config.logLevel);
  await buildPage((line) => console.log(line));
  const opened = await openLibrary(config, log, { access: "own", command: "carrel serve" });
  const app = await buildApp(opened.library, {
    version: packageDescription.version,
    logLevel: config.logLevel,
    maxUploadBytes: config.maxUploadBytes,
    userQuotaBytes: config.userQuotaBytes,
    temporary: opened.temporary,
    callers: config,
    identities: opened.identities,
    trustedProxies: config.trustedProxies,
    rateLimit: config.rateLimit,
  });
  const stop = new AbortController();
  const close = async () => {
    stop.abort();
    await app.close();
    await opened.close();
  };
  onStopSignal(() => void close());
  void keepTidy(
    opened.stores,
    {
      everyMs: TIDY_EVERY_MS,
      onDone: (message, count) => log({ level: "info", message, fields: { count } }),
      onFailure: (cause) =>
        log({
          level: "warn",
          message: "leftovers could not be looked for",
          fields: { reason: String(cause) },
        }),
    },
    stop.signal,
  );
  const { filling } = opened.library;
  const say = (line: string) => console.log(line);
  void keepWords({ words: opened.stores.words, filling, log, say }, stop.signal);
  const asked = askEmbedder(opened.checkEmbedder, log, stop.signal);
  try {
    await Promise.race([asked, pause(HEAD_START_MS, undefined, { ref: false })]);
    if (stop.signal.aborted) return;
    const url = await app.listen({ host: config.host, port: config.port, backlog: BACKLOG });
    const finding = opened.finding === null ? "" : `. ${opened.finding}`;
    console.log(`Carrel is at ${url} (${describe(opened.library.backends)})${finding}`);
  } catch (error) {
    const wasStopped = stop.signal.aborted;
    await close();
    if (wasStopped) return;
    throw asListenFailure(error, config);
  }
  try {
    await asked;
  } catch (error) {
    await close();
    throw error;
  }
}

function describe(backends: readonly Backend[]): string {
  return backends.map(({ port, name }) => `${port}: ${name}`).join(", ");
}

function asListenFailure(error: unknown, { host, port }: Config): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  switch (error.code) {
    case "EADDRINUSE":
      return new AppError("invalid-input", `Port ${port} of ${host} is taken`, {
        details: `End what uses it, or choose another: PORT=${port + 1} npm start`,
      });
    case "EACCES":
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new AppError("invalid-input", `Cannot listen on port ${port} of ${host}`, {
        details: "Set HOST to an address of this machine and PORT to a port that this user may open",
      });
    default:
      return error;
  }
}
