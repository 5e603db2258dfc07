import packageDescription from "../../package.json" with { type: "json" };
import { openLibrary } from "../compose.ts";
import type { Config } from "../config.ts";
import { AppError } from "../domain/errors.ts";
import { buildApp } from "../http/app.ts";
import type { Backend } from "../usecases/library.ts";
import { openLog } from "./log.ts";
import { keepHeapSmall } from "./small-heap.ts";

/** Connections that may wait to be accepted, for bursts. */
const BACKLOG = 4096;

/** Serves the library over HTTP until the process is asked to end. */
export async function serve(config: Config): Promise<void> {
  const opened = await openLibrary(config, openLog(config.logLevel));
  const app = await buildApp(opened.library, {
    version: packageDescription.version,
    logLevel: config.logLevel,
    maxUploadBytes: config.maxUploadBytes,
    temporaryDirectory: opened.temporaryDirectory,
  });
  const close = async () => {
    await app.close();
    await opened.close();
  };
  try {
    const url = await app.listen({ host: config.host, port: config.port, backlog: BACKLOG });
    const finding = opened.finding === null ? "" : `. ${opened.finding}`;
    console.log(`Carrel is at ${url} (${describe(opened.library.backends)})${finding}`);
  } catch (error) {
    await close();
    throw asListenFailure(error, config);
  }
  keepHeapSmall();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => void close());
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
