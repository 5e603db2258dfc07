import type { FastifyReply, FastifyRequest } from "fastify";

export const COOKIE = "carrel";
/** Browsers keep no larger cookie. */
const MAX_COOKIE_LENGTH = 3_800;

/** What a request says of who sends it. A header goes before a cookie, which a browser adds by itself. */
export function credentialOf({ headers }: FastifyRequest): string | null {
  const [, bearer] = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? "") ?? [];
  const apiKey = headers["x-api-key"];
  const given = bearer ?? (typeof apiKey === "string" ? apiKey : undefined);
  return given ?? cookieOf(headers.cookie ?? "");
}

/** Whether a secret fits into the cookie. */
export function fitsCookie(secret: string): boolean {
  return secret.length <= MAX_COOKIE_LENGTH && /^[\w.~-]+$/.test(secret);
}

/** Gives the browser a secret that no script can read and no other site's page can make it send. */
export function setCookie(
  reply: FastifyReply,
  { secret, expiresAt, isEncrypted }: { secret: string; expiresAt: Date | null; isEncrypted: boolean },
): void {
  const expiry = expiresAt === null ? [] : [`Expires=${expiresAt.toUTCString()}`];
  const secure = isEncrypted ? ["Secure"] : [];
  reply.header("Set-Cookie", [`${COOKIE}=${secret}`, ...ATTRIBUTES, ...expiry, ...secure].join("; "));
}

/** Takes the secret back. */
export function clearCookie(reply: FastifyReply): void {
  reply.header("Set-Cookie", [`${COOKIE}=`, ...ATTRIBUTES, "Max-Age=0"].join("; "));
}

const ATTRIBUTES = ["Path=/", "HttpOnly", "SameSite=Strict"];

function cookieOf(header: string): string | null {
  const own = header
    .split(";")
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${COOKIE}=`));
  return own?.slice(COOKIE.length + 1) || null;
}
