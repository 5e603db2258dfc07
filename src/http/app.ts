import multipart from "@fastify/multipart";
import Fastify, { type FastifyInstance, LogController } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { AppError } from "../domain/errors.ts";
import { openIndexing } from "../usecases/index-jobs.ts";
import type { Library, ServedLibrary } from "../usecases/library.ts";
import { serveDocsPage } from "./docs-page.ts";
import { answerErrors, asAppError, sendFailure } from "./errors.ts";
import { openKnownPaths } from "./known-paths.ts";
import { serveOpenApi } from "./openapi.ts";
import { readJson } from "./read-json.ts";
import { chatRoutes } from "./routes/chat.ts";
import { documentRoutes } from "./routes/documents.ts";
import { healthRoutes } from "./routes/health.ts";
import { historyRoutes } from "./routes/history.ts";
import { searchRoutes } from "./routes/search.ts";
import { awaitRunningRequests } from "./running-requests.ts";
import { answerUnreadable, answerUnrouted } from "./unrouted.ts";
import { serveWebPage } from "./web-page.ts";

/** The largest JSON body. */
const MAX_JSON_BYTES = 4 * 1024 * 1024;

export interface AppOptions {
  version: string;
  logLevel: string;
  maxUploadBytes: number;
  /** Where an upload lies until the file store has taken it. */
  temporaryDirectory: string;
}

/** The HTTP side of the service: every endpoint, its errors and its description. */
export async function buildApp(library: Library, options: AppOptions): Promise<FastifyInstance> {
  const paths = openKnownPaths();
  const app = Fastify({
    logger: { level: options.logLevel, stream: process.stderr },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_JSON_BYTES,
    routerOptions: { ignoreTrailingSlash: true },
    forceCloseConnections: true,
    // Said by running-requests.ts, in the form of every other error.
    return503OnClosing: false,
    frameworkErrors: (error, _request, reply) => void sendFailure(reply, asAppError(error)),
    clientErrorHandler: answerUnreadable(paths),
    // Said by unrouted.ts, likewise.
    http: { requireHostHeader: false },
  });
  readJson(app, MAX_JSON_BYTES);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  answerErrors(app);
  awaitRunningRequests(app);
  guard(app);
  answerUnrouted(app, paths);
  paths.learnFrom(app);
  await app.register(multipart, {
    limits: { fileSize: options.maxUploadBytes, files: 1, fields: 20, fieldSize: 1024 },
  });
  serveOpenApi(app, options.version);
  await app.register(chatRoutes(library));
  await app.register(historyRoutes(library));
  await app.register(documentRoutes(workedOn(app, library), options));
  await app.register(searchRoutes(library));
  await app.register(healthRoutes(library, options.version));
  await serveDocsPage(app);
  await serveWebPage(app);
  return app;
}

/** The library with somebody who does the work that is ordered, for as long as the app is open. */
function workedOn(app: FastifyInstance, library: Library): ServedLibrary {
  const indexing = openIndexing(library, {
    onFailure: (cause, doing) => app.log.error({ err: cause }, `could not ${doing}`),
  });
  app.addHook("onClose", () => indexing.close());
  return { ...library, indexing };
}

/** Refuses changes that another site's page asks for, and tells browsers to trust nothing but declared types. */
function guard(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    reply.header("X-Content-Type-Options", "nosniff");
    reply.header("Referrer-Policy", "no-referrer");
    const isChange = request.method !== "GET" && request.method !== "HEAD";
    if (isChange && request.headers["sec-fetch-site"] === "cross-site") {
      throw new AppError("cross-site", "Requests from pages of other sites are refused");
    }
  });
}
