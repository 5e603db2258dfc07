import { errors, type JWTPayload, type JWTVerifyGetKey, type JWTVerifyOptions, jwtVerify } from "jose";
import { AppError } from "../../domain/errors.ts";
import type { TokenVerifier, VerifiedToken } from "../../ports/token-verifier.ts";
import { openFetchedKeys, unavailable } from "./fetched-keys.ts";

/** How tokens are known to be right. */
interface JwtVerifierOptions {
  /** What they are signed with: a secret that both sides have, or the address of the other side's public keys. */
  keys: { secret: string } | { jwksUrl: string };
  /** Who must have made them; null where it does not matter. */
  issuer: string | null;
  /** For whom they must have been made; null where it does not matter. */
  audience: string | null;
  /** Which claim names the user; dots lead into objects. */
  claim?: string;
  now?: () => Date;
  /** See `openFetchedKeys`. */
  timeoutMs?: number;
  monotonicNow?: () => number;
}

/** A secret must not be easier to guess than what it signs. */
const MIN_SECRET_BYTES = 32;
/** Anything else is no token; jose would overlook blanks. */
const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;
/** Longer than any header that a server takes. */
const MAX_TOKEN_LENGTH = 16_384;
const CLOCK_TOLERANCE_SECONDS = 30;
const MAX_NAME_LENGTH = 200;

/** Each list stands for one kind of key, so that nobody can sign by a public key as if it were a secret. */
const SECRET_ALGORITHMS = ["HS256", "HS384", "HS512"];
const PUBLIC_KEY_ALGORITHMS = [
  ...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"],
  ...["ES256", "ES384", "ES512", "EdDSA", "Ed25519"],
];

/** Opens a verifier of JSON Web Tokens. Nothing is fetched before the first token. */
export function openJwtVerifier(options: JwtVerifierOptions): TokenVerifier {
  const { keys, issuer, audience, claim = "sub", now = () => new Date() } = options;
  const { algorithms, finder } =
    "secret" in keys ? secretKey(keys.secret) : publicKeys(keys.jwksUrl, options);
  return {
    // Nothing is kept open between two fetches of keys.
    close: async () => undefined,
    async verify(token, signal) {
      signal.throwIfAborted();
      if (token.length > MAX_TOKEN_LENGTH || !TOKEN.test(token)) return null;
      const rules: JWTVerifyOptions = {
        algorithms,
        ...(issuer === null ? {} : { issuer }),
        ...(audience === null ? {} : { audience }),
        requiredClaims: ["exp"],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        currentDate: now(),
      };
      try {
        const payload = await payloadOf(token, { finder: finder(signal), rules });
        return payload === null ? null : verifiedOf(payload, claim);
      } catch (error) {
        signal.throwIfAborted();
        // What is no failure of the token is a key of the other service that makes no sense.
        throw error instanceof AppError ? error : unavailable(error);
      }
    },
  };
}

function secretKey(secret: string) {
  const bytes = new TextEncoder().encode(secret);
  if (bytes.length < MIN_SECRET_BYTES) {
    throw new AppError("invalid-input", "The secret of the tokens is too short", {
      details: `It needs ${MIN_SECRET_BYTES} bytes or more`,
    });
  }
  const finder = (): JWTVerifyGetKey => async () => bytes;
  return { algorithms: SECRET_ALGORITHMS, finder };
}

function publicKeys(url: string, { timeoutMs, monotonicNow }: JwtVerifierOptions) {
  const { finder } = openFetchedKeys({
    url,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(monotonicNow === undefined ? {} : { monotonicNow }),
  });
  return { algorithms: PUBLIC_KEY_ALGORITHMS, finder };
}

interface Check {
  finder: JWTVerifyGetKey;
  rules: JWTVerifyOptions;
}

/** What the token says; null where it is not right. */
async function payloadOf(token: string, { finder, rules }: Check): Promise<JWTPayload | null> {
  try {
    return (await jwtVerify(token, finder, rules)).payload;
  } catch (error) {
    if (error instanceof errors.JWKSMultipleMatchingKeys) return payloadByOne(error, token, rules);
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

/** Where keys have no names, one of them may fit. */
async function payloadByOne(
  keys: errors.JWKSMultipleMatchingKeys,
  token: string,
  rules: JWTVerifyOptions,
): Promise<JWTPayload | null> {
  for await (const key of keys) {
    const payload = await payloadOf(token, { finder: async () => key, rules });
    if (payload !== null) return payload;
  }
  return null;
}

function verifiedOf(payload: JWTPayload, claim: string): VerifiedToken | null {
  const subject = subjectOf(claimOf(payload, claim));
  if (subject === null) return null;
  const names = [payload.name, payload.preferred_username, payload.email];
  const name = names.find((word): word is string => typeof word === "string" && word.trim() !== "");
  const expiresAt = new Date((payload.exp ?? Number.NaN) * 1_000);
  return {
    subject,
    name: name?.trim().slice(0, MAX_NAME_LENGTH).toWellFormed() ?? null,
    // Further away than a date can be.
    expiresAt: Number.isNaN(expiresAt.getTime()) ? null : expiresAt,
  };
}

/** The claim of this name, or of this path: names that are addresses have dots of their own. */
function claimOf(payload: JWTPayload, name: string): unknown {
  if (Object.hasOwn(payload, name)) return payload[name];
  let inner: unknown = payload;
  for (const step of name.split(".")) {
    if (typeof inner !== "object" || inner === null || !Object.hasOwn(inner, step)) return undefined;
    inner = Object.getOwnPropertyDescriptor(inner, step)?.value;
  }
  return inner;
}

/** Who is named; null where nobody is. Half a character could stand for several users. */
function subjectOf(value: unknown): string | null {
  if (Number.isSafeInteger(value)) return String(value);
  return typeof value === "string" && value !== "" && value.isWellFormed() ? value : null;
}
