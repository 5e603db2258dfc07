import type { FastifyRequest } from "fastify";
import type { Caller } from "../domain/caller.ts";
import { userIdOf } from "../domain/user-id.ts";
import type { VerifiedToken } from "../ports/token-verifier.ts";
import { resolveKey } from "../usecases/api-keys.ts";
import type { Identities } from "../usecases/identities.ts";
import { resolveSignIn } from "../usecases/sign-in.ts";
import type { Authentication } from "./authenticate.ts";
import type { ClientAddresses } from "./client-address.ts";
import { credentialOf } from "./credentials.ts";

/** Tells callers apart by what these identities know. A key counts whichever way people sign in. */
export function identifyBy({ keys, way }: Identities, addresses: ClientAddresses): Authentication {
  async function byWay(request: FastifyRequest, given: string | null, signal: AbortSignal) {
    switch (way.kind) {
      case "password":
        return given === null ? null : resolveSignIn(way.accounts, given, signal);
      case "token": {
        const token = given === null ? null : await way.tokens.verify(given, signal);
        return token === null ? null : callerOfToken(token);
      }
      case "proxy":
        return addresses.isFromProxy(request) ? callerOfHeader(request.headers[way.header]) : null;
    }
  }

  return {
    async identify(request, signal) {
      const given = credentialOf(request);
      const byKey = given === null ? null : await resolveKey(keys, given, signal);
      return byKey ?? byWay(request, given, signal);
    },
  };
}

function callerOfToken({ subject, name }: VerifiedToken): Caller {
  return person(subject, name ?? subject, "token");
}

/** Whom a proxy names. Several values would leave open who is meant. */
function callerOfHeader(header: string | string[] | undefined): Caller | null {
  const subject = typeof header === "string" ? header.trim() : "";
  return subject === "" ? null : person(subject, subject, "proxy");
}

function person(subject: string, name: string, by: Caller["by"]): Caller {
  const userId = userIdOf(subject);
  return { userId, name, access: "write", isOwner: false, by, signInId: null, keyId: null };
}
