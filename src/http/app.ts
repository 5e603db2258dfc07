import multipart from "@fastify/multipart";
import Fastify, { type FastifyInstance, LogController } from "fastify";
import { serializerCompiler } from "fastify-type-provider-zod";
import type { TemporaryFolder } from "../ports/temporary-folder.ts";
import type { Identities } from "../usecases/identities.ts";
import { openIndexing } from "../usecases/index-jobs.ts";
import type { Library } from "../usecases/library.ts";
import type { ServedLibrary } from "../usecases/served-library.ts";
import { auditRequests } from "./audit.ts";
import { authenticate } from "./authenticate.ts";
import { type ClientAddresses, clientAddresses } from "./client-address.ts";
import { serveDocsPage } from "./docs-page.ts";
import { answerErrors, asAppError, sendFailure } from "./errors.ts";
import { type CallerRules, guardCallers } from "./guard-callers.ts";
import { identifyBy } from "./identify.ts";
import { openKnownPaths } from "./known-paths.ts";
import { openCallerLimits } from "./limit-rates.ts";
import { serveOpenApi } from "./openapi.ts";
import { checkBySchema, expectKnownBodies, readJson } from "./read-json.ts";
import { accountRoutes } from "./routes/account.ts";
import { chatRoutes } from "./routes/chat.ts";
import { documentRoutes } from "./routes/documents.ts";
import { healthRoutes } from "./routes/health.ts";
import { historyRoutes } from "./routes/history.ts";
import { searchRoutes } from "./routes/search.ts";
import { awaitRunningRequests } from "./running-requests.ts";
import type { SignInAccess } from "./sign-in-access.ts";
import { endSlowClients } from "./slow-clients.ts";
import { setTimeLimits, TIME_LIMITS, type TimeLimits } from "./time-limits.ts";
import { answerUnreadable, answerUnrouted } from "./unrouted.ts";
import { serveWebPage } from "./web-page.ts";

/** The largest JSON body. */
const MAX_JSON_BYTES = 4 * 1024 * 1024;

export interface AppOptions {
  version: string;
  logLevel: string;
  maxUploadBytes: number;
  /** How much each user may store; null for any amount. */
  userQuotaBytes: number | null;
  /** Where an upload lies until the file store has taken it. */
  temporary: TemporaryFolder;
  callers: CallerRules;
  /** How they are told apart; not at all where null. */
  identities: Identities | null;
  /** Proxies whose word is taken on who asks and from where. */
  trustedProxies: readonly string[];
  /** How many requests of a kind a caller may send in a minute; null for any number. */
  rateLimit: number | null;
  timeLimits?: Partial<TimeLimits>;
}

/** The HTTP side of the service: every endpoint, its errors and its description. */
export async function buildApp(library: Library, options: AppOptions): Promise<FastifyInstance> {
  const paths = openKnownPaths();
  const timeLimits = { ...TIME_LIMITS, ...options.timeLimits };
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
    http: {
      requireHostHeader: false,
      headersTimeout: timeLimits.headersMs,
      connectionsCheckingInterval: Math.min(timeLimits.headersMs / 3, 5_000),
    },
    // Seen to by slow-clients.ts.
    connectionTimeout: timeLimits.silenceMs,
  });
  setTimeLimits(app, timeLimits);
  readJson(app, MAX_JSON_BYTES);
  app.setValidatorCompiler(checkBySchema);
  expectKnownBodies(app);
  app.setSerializerCompiler(serializerCompiler);
  answerErrors(app);
  awaitRunningRequests(app);
  endSlowClients(app);
  guardCallers(app, paths, options.callers);
  answerUnrouted(app, paths);
  const addresses = clientAddresses(options.trustedProxies);
  const access = accessOf(options, addresses);
  auditRequests(app, { log: options.identities?.audit ?? null, addresses });
  authenticate(app, access);
  paths.learnFrom(app);
  await app.register(multipart, {
    limits: { fileSize: options.maxUploadBytes, files: 1, fields: 20, fieldSize: 1024 },
  });
  serveOpenApi(app, options.version);
  const served = workedOn(app, library);
  await app.register(accountRoutes(served, access));
  await app.register(chatRoutes(library));
  await app.register(historyRoutes(library));
  await app.register(documentRoutes(served, options));
  await app.register(searchRoutes(library));
  await app.register(healthRoutes(library, options.version));
  await serveDocsPage(app);
  await serveWebPage(app, { signInOrigin: signInOriginOf(options.identities) });
  return app;
}

/** What callers are told apart and counted with; null where they are not. */
function accessOf({ identities, rateLimit }: AppOptions, addresses: ClientAddresses): SignInAccess | null {
  if (identities === null) return null;
  return {
    identities,
    addresses,
    authentication: identifyBy(identities, addresses),
    limits: openCallerLimits({ perMinute: rateLimit, addresses }),
  };
}

/** Where the page itself asks who somebody is, if anywhere. */
function signInOriginOf(identities: Identities | null): string | null {
  const endpoint = identities?.described.appwrite?.endpoint;
  return endpoint === undefined ? null : new URL(endpoint).origin;
}

/** The library with somebody who does the work that is ordered, for as long as the app is open. */
function workedOn(app: FastifyInstance, library: Library): ServedLibrary {
  const indexing = openIndexing(library, {
    onFailure: (cause, doing) => app.log.error({ err: cause }, `could not ${doing}`),
  });
  app.addHook("onClose", () => indexing.close());
  return { ...library, indexing };
}
