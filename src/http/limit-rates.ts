import type { FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../domain/caller.ts";
import { AppError } from "../domain/errors.ts";
import { openRateLimit, type RateLimit } from "../flow/rate-limit.ts";
import type { ClientAddresses } from "./client-address.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** How many ordinary requests one of these counts for. */
    cost?: number;
  }
}

/** Keeps callers from asking too much. */
export interface CallerLimits {
  /** Counts what a caller asks for, by endpoint, and tells in the answer how much is left. */
  countCaller(request: FastifyRequest, reply: FastifyReply, caller: Caller): void;
  /** Counts attempts to get in that came to nothing, by where they come from. */
  countStranger(request: FastifyRequest): void;
  /** Counts attempts to sign in by where they come from, and by the name that is tried where there is one. */
  countSignIn(request: FastifyRequest, name: string | null): void;
}

interface LimitOptions {
  /** How many requests of a kind a caller may send in a minute; null for any number. */
  perMinute: number | null;
  addresses: ClientAddresses;
}

const MINUTE_MS = 60_000;
/** Far more than there are callers at a time; one entry takes some hundred bytes. */
const MAX_KEYS = 50_000;
/** A person mistypes a few times; a program would try thousands. An office has one address, and its pages renew tokens. */
const SIGN_INS = { byAddressAndName: 10, byAddress: 300, byName: 100, windowMs: 10 * MINUTE_MS };
const TOO_MANY_SIGN_INS = "Too many attempts to sign in";
/** Who is not let in needs no more tries than this share of what a caller has. */
const STRANGERS_SHARE = 10;

/** The limits of an app. */
export function openCallerLimits({ perMinute, addresses }: LimitOptions): CallerLimits {
  const now = () => performance.now();
  const open = (quota: number, windowMs = MINUTE_MS) =>
    openRateLimit({ quota, windowMs, maxKeys: MAX_KEYS, now });
  const byEndpoint = new Map<string, Policy>();
  const strangers = perMinute === null ? null : open(Math.ceil(perMinute / STRANGERS_SHARE));
  const signIns = {
    byAddressAndName: open(SIGN_INS.byAddressAndName, SIGN_INS.windowMs),
    byAddress: open(SIGN_INS.byAddress, SIGN_INS.windowMs),
    byName: open(SIGN_INS.byName, SIGN_INS.windowMs),
  };

  function policyOf({ method, routeOptions }: FastifyRequest, quota: number): Policy {
    const endpoint = `${method} ${routeOptions.url}`;
    let policy = byEndpoint.get(endpoint);
    if (policy === undefined) {
      const share = Math.max(1, Math.floor(quota / (routeOptions.config.cost ?? 1)));
      const name = `${method} ${routeOptions.url}`.replace(/[^\w/ -]/g, "");
      policy = { name, quota: share, limit: open(share) };
      byEndpoint.set(endpoint, policy);
    }
    return policy;
  }

  return {
    countCaller(request, reply, { userId }) {
      if (perMinute === null) return;
      const { name, quota, limit } = policyOf(request, perMinute);
      const { isAllowed, remaining, waitMs } = limit.take(userId);
      reply.headers({
        "RateLimit-Policy": `"${name}";q=${quota};w=${MINUTE_MS / 1_000}`,
        RateLimit: `"${name}";r=${remaining};t=${secondsOf(waitMs)}`,
      });
      if (!isAllowed) throw tooMany("You have asked for too much at once", waitMs);
    },

    countStranger(request) {
      expectAllowed(strangers, addresses.addressOf(request), "Too many requests without a valid sign-in");
    },

    countSignIn(request, name) {
      const address = addresses.addressOf(request);
      expectAllowed(signIns.byAddress, address, TOO_MANY_SIGN_INS);
      if (name === null) return;
      const key = name.trim().toLowerCase();
      expectAllowed(signIns.byAddressAndName, `${address} ${key}`, TOO_MANY_SIGN_INS);
      expectAllowed(signIns.byName, key, TOO_MANY_SIGN_INS);
    },
  };
}

interface Policy {
  name: string;
  quota: number;
  limit: RateLimit;
}

function expectAllowed(limit: RateLimit | null, key: string, message: string): void {
  if (limit === null) return;
  const { isAllowed, waitMs } = limit.take(key);
  if (!isAllowed) throw tooMany(message, waitMs);
}

function tooMany(message: string, waitMs: number): AppError {
  const seconds = secondsOf(waitMs);
  return new AppError("rate-limited", message, {
    details: `Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}`,
    retryAfterMs: waitMs,
  });
}

/** Whole seconds, of which a fraction that sums are off by makes no further one. */
function secondsOf(waitMs: number): number {
  return Math.ceil((waitMs - 1) / 1_000);
}
