import type { Settings } from "./settings.ts";

/** How callers are told apart; `none` does not, so that everybody may do everything. */
export type AuthConfig =
  | { kind: "none" }
  | { kind: "password" }
  | ({ kind: "jwt"; signInUrl: string | null } & JwtConfig)
  | { kind: "appwrite"; endpoint: string; projectId: string }
  | { kind: "proxy"; header: string; signInUrl: string | null };

interface JwtConfig {
  /** What tokens are signed with. */
  keys: { secret: string } | { jwksUrl: string };
  issuer: string | null;
  audience: string | null;
  /** Which claim names the user. */
  claim: string;
}

/** The settings that only one way of signing in reads. */
const READ_BY: Partial<Record<keyof Settings, readonly Settings["AUTH"][]>> = {
  JWT_SECRET: ["jwt"],
  JWT_JWKS_URL: ["jwt"],
  JWT_ISSUER: ["jwt"],
  JWT_AUDIENCE: ["jwt"],
  SIGN_IN_URL: ["jwt", "proxy"],
};

/** How callers are told apart, as the settings say. */
export function readAuth(settings: Settings, mistakes: string[]): AuthConfig {
  for (const [name, readers] of Object.entries(READ_BY)) {
    if (settings[name as keyof Settings] === undefined || readers.includes(settings.AUTH)) continue;
    mistakes.push(`${name}: is of no use without AUTH=${readers.join(" or AUTH=")}`);
  }
  const signInUrl = settings.SIGN_IN_URL ?? null;
  switch (settings.AUTH) {
    case "none":
    case "password":
      return { kind: settings.AUTH };
    case "jwt":
      return { kind: "jwt", signInUrl, ...readJwt(settings, mistakes) };
    case "appwrite":
      if (settings.APPWRITE_ENDPOINT === undefined || settings.APPWRITE_PROJECT_ID === undefined) {
        mistakes.push("AUTH: appwrite needs the settings of Appwrite, APPWRITE_ENDPOINT first of all");
      }
      return {
        kind: "appwrite",
        endpoint: settings.APPWRITE_ENDPOINT ?? "",
        projectId: settings.APPWRITE_PROJECT_ID ?? "",
      };
    case "proxy":
      if (settings.TRUSTED_PROXIES.length === 0) {
        mistakes.push("AUTH: proxy needs TRUSTED_PROXIES: anybody could send the header with a name in it");
      }
      return { kind: "proxy", header: settings.AUTH_PROXY_HEADER.toLowerCase(), signInUrl };
  }
}

function readJwt(settings: Settings, mistakes: string[]): JwtConfig {
  const { JWT_SECRET: secret, JWT_JWKS_URL: jwksUrl, JWT_ISSUER, JWT_AUDIENCE, JWT_CLAIM } = settings;
  if ((secret === undefined) === (jwksUrl === undefined)) {
    mistakes.push("AUTH: jwt needs either JWT_SECRET or JWT_JWKS_URL, and not both");
  }
  return {
    keys: secret === undefined ? { jwksUrl: jwksUrl ?? "" } : { secret },
    issuer: JWT_ISSUER ?? null,
    audience: JWT_AUDIENCE ?? null,
    claim: JWT_CLAIM,
  };
}
