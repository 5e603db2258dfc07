import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Caller } from "../domain/caller.ts";
import { AppError } from "../domain/errors.ts";
import type { CallerLimits } from "./limit-rates.ts";

/** Tells callers apart. */
export interface Authentication {
  /** Who sends a request; null where nothing in it says so, or nothing that is valid. */
  identify(request: FastifyRequest, signal: AbortSignal): Promise<Caller | null>;
}

/**
 * Whom an endpoint is for, where callers are told apart. `everybody`: also those who are not signed in. `people`: not
 * programs with keys, which can then never give themselves more. `owner`: the account that invites others.
 */
type Audience = "everybody" | "callers" | "people" | "owner";

declare module "fastify" {
  interface FastifyContextConfig {
    audience?: Audience;
    /** True for what is asked for by another method than GET and changes nothing: keys that only read may do it. */
    onlyReads?: true;
  }
  interface FastifyRequest {
    /** Who asks; null where callers are not told apart, or for everybody. */
    caller: Caller | null;
  }
  interface FastifyInstance {
    /** Whether callers are told apart. */
    isGuarded: boolean;
  }
}

/** Lets in who may ask for what, and leaves in the request who it is. Everybody may do everything without a guard. */
export function authenticate(app: FastifyInstance, guard: Guard | null): void {
  app.decorate("isGuarded", guard !== null);
  app.decorateRequest("caller", null);
  if (guard === null) return;
  const { authentication, limits } = guard;

  app.addHook("onRequest", async (request, reply) => {
    const audience = audienceOf(request);
    if (audience === "everybody") return;
    const limit = AbortSignal.timeout(request.server.timeLimits.requestMs);
    const caller = await authentication.identify(request, limit);
    if (caller === null) {
      limits.countStranger(request);
      throw notSignedIn();
    }
    limits.countCaller(request, reply, caller);
    expectAudience(audience, caller);
    if (caller.access === "read" && !isReading(request)) throw readOnly();
    request.caller = caller;
  });

  // Checked before anything is done, wherever a request names a user.
  app.addHook("preHandler", async (request) => {
    const { caller, query, body } = request;
    // The owner of the service names those whom it is about.
    if (caller === null || audienceOf(request) === "owner") return;
    if (namesAnother(query, caller.userId) || namesAnother(body, caller.userId)) throw anotherUser();
  });
}

export interface Guard {
  authentication: Authentication;
  limits: CallerLimits;
}

/** Whom things have to belong to for this request; null where they may be anybody's. */
export function ownerOf({ caller }: Pick<FastifyRequest, "caller">): string | null {
  return caller === null ? null : caller.userId;
}

/** Who asks, in an endpoint that lets nobody in without knowing. */
export function callerOf({ caller }: Pick<FastifyRequest, "caller">): Caller {
  if (caller === null) throw new Error("The endpoint is for everybody, so nobody is known");
  return caller;
}

/** Whom a request is for. What is no endpoint, like the page and the description, is for everybody. */
function audienceOf({ routeOptions, is404 }: FastifyRequest): Audience {
  if (is404 || !routeOptions.url?.startsWith("/api/")) return "everybody";
  return routeOptions.config.audience ?? "callers";
}

function isReading({ method, routeOptions }: FastifyRequest): boolean {
  return method === "GET" || method === "HEAD" || routeOptions.config.onlyReads === true;
}

function expectAudience(audience: Audience, { by, isOwner }: Caller): void {
  if (audience === "people" && by === "key") {
    throw new AppError("forbidden", "A key cannot do this", { details: "Sign in to do it yourself" });
  }
  if (audience === "owner" && (by === "key" || !isOwner)) {
    throw new AppError("forbidden", "Only the owner of this service can do this");
  }
}

/** Whether a query or a body names a user, and not this one. */
function namesAnother(given: unknown, userId: string): boolean {
  if (typeof given !== "object" || given === null || !("userId" in given)) return false;
  return given.userId !== undefined && given.userId !== userId;
}

function notSignedIn(): AppError {
  return new AppError("unauthenticated", "You are not signed in", {
    details: "Sign in, or send a key: Authorization: Bearer carrel_…",
  });
}

function readOnly(): AppError {
  return new AppError("forbidden", "This key may only read", {
    details: "A key with the access `write` may do this",
  });
}

/** Said where a request names a user who is not the one who asks. */
export function anotherUser(): AppError {
  return new AppError("forbidden", "The userId is not yours", {
    details: "GET /api/account says which one is",
  });
}
