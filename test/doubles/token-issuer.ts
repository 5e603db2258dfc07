import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from "jose";
import { openServerOn } from "./wire.ts";

/** A service that signs people in and shows its public keys. */
export interface TokenIssuer {
  jwksUrl: string;
  /** What it shows; another status than 200 is an outage. */
  shown: { keys: JWK[]; status: number };
  /** How often it was asked for its keys. */
  fetches: number;
  /** Makes a token by a new key, which is shown under this name unless it is secret. */
  sign(payload: JWTPayload, options?: SignOptions): Promise<string>;
  close(): Promise<void>;
}

export interface SignOptions {
  algorithm?: string;
  kid?: string | undefined;
  isShown?: boolean;
  endsInSeconds?: number | null;
}

export const ISSUER = "https://issuer.example";
export const AUDIENCE = "carrel";

/** Opens the service on a port of this machine. */
export async function openTokenIssuer(): Promise<TokenIssuer> {
  const pairs = new Map<string, Awaited<ReturnType<typeof generateKeyPair>>>();
  const server = await openServerOn("http", (_request, response) => {
    issuer.fetches += 1;
    const { status, keys } = issuer.shown;
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ keys }));
  });
  const issuer: TokenIssuer = {
    jwksUrl: `${server.url}/jwks`,
    shown: { keys: [], status: 200 },
    fetches: 0,
    async sign(payload, { algorithm = "ES256", kid = algorithm, isShown = true, endsInSeconds = 600 } = {}) {
      const pair = pairs.get(kid) ?? (await generateKeyPair(algorithm, { extractable: true }));
      if (!pairs.has(kid) && isShown) {
        const key = await exportJWK(pair.publicKey);
        issuer.shown.keys.push(kid === "" ? key : { ...key, kid, alg: algorithm, use: "sig" });
      }
      pairs.set(kid, pair);
      return signedBy(
        pair.privateKey,
        { iss: ISSUER, aud: AUDIENCE, ...payload },
        { algorithm, kid, endsInSeconds },
      );
    },
    close: () => server.close(),
  };
  return issuer;
}

/** A token signed by this key or secret. */
export function signedBy(
  key: CryptoKey | Uint8Array,
  payload: JWTPayload,
  { algorithm = "HS256", kid = "", endsInSeconds = 600 }: SignOptions = {},
): Promise<string> {
  const token = new SignJWT(payload).setProtectedHeader({ alg: algorithm, ...(kid === "" ? {} : { kid }) });
  if (endsInSeconds !== null) token.setExpirationTime(Math.floor(Date.now() / 1_000) + endsInSeconds);
  return token.sign(key);
}
