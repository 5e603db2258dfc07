import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../domain/errors.ts";
import { hostNameOf, isEveryAddress, isLoopbackName } from "../domain/host-name.ts";
import type { KnownPaths } from "./known-paths.ts";

/** Who may ask. */
export interface CallerRules {
  /** The address that the service listens on. */
  host: string;
  /** Further names under which it is reached. */
  allowedHosts: readonly string[];
  /** Other origins whose pages may use it. */
  corsOrigins: readonly string[];
}

/** What every answer tells browsers: to trust nothing but declared types, and to show it to no other site. */
const ALWAYS = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/** Headers of answers that a page of another origin may read beside the usual ones. */
const READABLE =
  "Content-Disposition, Content-Range, Accept-Ranges, ETag, Retry-After, Location, Preference-Applied";

/** How long a browser may remember what it was told before a request. */
const PREFLIGHT_SECONDS = 600;

/**
 * Refuses requests that a browser sends for another site's page. Such a page may reach the service by giving its own
 * name the service's address, so only known names are answered; or it may ask under the service's own name, which
 * browsers tell by `Origin` and `Sec-Fetch-Site`. Programs that are no browsers send neither and are let in.
 */
export function guardCallers(app: FastifyInstance, paths: KnownPaths, rules: CallerRules): void {
  const hosts = new Set([rules.host, ...rules.allowedHosts].map((host) => hostNameOf(bracketed(host))));
  const named = new Set(rules.allowedHosts.map(hostNameOf));
  const opened = new Set(rules.corsOrigins);

  app.addHook("onRequest", async (request, reply) => {
    reply.headers(ALWAYS);
    if (opened.size > 0) reply.header("Vary", "Origin");
    const { host, origin } = request.headers;
    // A request without a host is answered by unrouted.ts; of HTTP/1.0, no browser sent it.
    if (host === undefined) return;
    if (!isKnownHost(host, request)) throw foreignHost();
    if (origin !== undefined && opened.has(origin)) {
      reply.headers({ "Access-Control-Allow-Origin": origin, "Access-Control-Expose-Headers": READABLE });
      if (isPreflight(request)) return answerPreflight(request, reply, paths);
      return;
    }
    if (origin !== undefined && !isOwnOrigin(origin, host)) throw foreignPage();
    if (isForAnotherPage(request) && !isPlainLink(request)) throw foreignPage();
  });

  function isKnownHost(host: string, request: FastifyRequest): boolean {
    const name = hostNameOf(host);
    if (name === null) return false;
    if (isLoopbackName(name) || hosts.has(name)) return true;
    return isEveryAddress(rules.host) && name === request.socket.localAddress?.replace(/^::ffff:/, "");
  }

  /** Something in front may have put another host in the place of the one that the browser asked. */
  function isOwnOrigin(origin: string, host: string): boolean {
    const from = URL.parse(origin);
    if (from === null || !/^https?:$/.test(from.protocol)) return false;
    const isAllowedName = from.port === "" && named.has(hostNameOf(from.hostname));
    return isAllowedName || from.host === URL.parse(`${from.protocol}//${host}`)?.host;
  }
}

function bracketed(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === "OPTIONS" && headers["access-control-request-method"] !== undefined;
}

/** Says what pages of an origin that was let in may send. An unknown path is left to be answered as such. */
function answerPreflight(request: FastifyRequest, reply: FastifyReply, paths: KnownPaths) {
  const methods = paths.methodsOf(request.url);
  if (methods.length === 0) return;
  const { "access-control-request-headers": asked, "access-control-request-private-network": isPrivate } =
    request.headers;
  return reply
    .code(204)
    .headers({
      "Access-Control-Allow-Methods": methods.join(", "),
      "Access-Control-Max-Age": String(PREFLIGHT_SECONDS),
      ...(asked !== undefined && { "Access-Control-Allow-Headers": asked }),
      ...(isPrivate === "true" && { "Access-Control-Allow-Private-Network": "true" }),
    })
    .send();
}

function isForAnotherPage({ headers }: FastifyRequest): boolean {
  const site = headers["sec-fetch-site"];
  return site === "cross-site" || site === "same-site";
}

/** Whether somebody followed a link from another site: that opens a page, and tells the other site nothing. */
function isPlainLink({ method, headers }: FastifyRequest): boolean {
  const isReading = method === "GET" || method === "HEAD";
  return isReading && headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document";
}

function foreignHost(): AppError {
  return new AppError("foreign-host", "The service does not answer under the name in the header Host", {
    details: "It knows localhost and the address in HOST; ALLOWED_HOSTS adds names",
  });
}

function foreignPage(): AppError {
  return new AppError("cross-site", "Requests from pages of other sites are refused", {
    details: "CORS_ORIGINS lets the pages of an origin in, for example https://app.example.com",
  });
}
