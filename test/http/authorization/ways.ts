import { buffer } from "node:stream/consumers";
import { openAppwritePlatform } from "../../../src/adapters/appwrite/open-appwrite-platform.ts";
import { hashSecret, newSecret } from "../../../src/domain/secret.ts";
import type { Identities } from "../../../src/usecases/identities.ts";
import { beginSignIn } from "../../../src/usecases/sign-in.ts";
import { NAMES } from "../../contracts/appwrite-stage.ts";
import { openAppwriteDouble } from "../../doubles/appwrite.ts";
import { openAppwriteAccounts } from "../../doubles/appwrite-accounts.ts";
import { AUDIENCE, ISSUER, signedBy } from "../../doubles/token-issuer.ts";
import { openServerOn } from "../../doubles/wire.ts";

/** What proves to the service who somebody is: headers, and where the request comes from. */
export interface Credential {
  headers?: Record<string, string>;
  remoteAddress?: string;
}

/** One way to sign in, with people who do. */
export interface Way {
  /** The settings of the service. */
  environment: Record<string, string>;
  /** What a person signs in with. */
  credentialOf(person: Person): Promise<Credential>;
  /** Credentials that are nobody's any more, or never were anybody's, by what is wrong with them. */
  invalid(person: Person): Promise<Record<string, Credential>>;
  close?(): Promise<void>;
}

export interface Person {
  userId: string;
  isOwner: boolean;
}

const TRUSTED = "10.1.2.3";

/** Signing in by name and password: the cookie of a browser. */
export function passwords(identitiesOf: () => Identities): Way {
  const calm = new AbortController().signal;
  const known = new Map<string, string>();
  const accountsOf = () => {
    const { way } = identitiesOf();
    if (way.kind !== "password") throw new Error("The service was opened with AUTH=password");
    return way.accounts;
  };
  async function signIn(
    { userId, isOwner }: Person,
    secret: string,
    expiresAt?: string,
  ): Promise<Credential> {
    const { accounts, passwords: hasher, now, newId } = accountsOf();
    const passwordHash = known.get(userId) ?? (await hasher.hash(`${userId}'s password`, calm));
    if (!known.has(userId)) await accounts.create({ userId, name: userId, isOwner, passwordHash }, calm);
    known.set(userId, passwordHash);
    const browser = { address: "127.0.0.1", agent: "test" };
    const parts = {
      ...accountsOf(),
      newSecret: () => secret,
      now: expiresAt === undefined ? now : () => new Date(expiresAt),
    };
    await beginSignIn({ ...parts, newId }, { account: { userId, passwordHash }, browser }, calm);
    return { headers: { cookie: `theme=dark; carrel=${secret}` } };
  }
  return {
    environment: { AUTH: "password" },
    credentialOf: (person) => signIn(person, newSecret()),
    async invalid(person) {
      const { accounts } = accountsOf();
      const secret = newSecret();
      const ended = await signIn(person, secret);
      const found = await accounts.useSignIn(hashSecret(secret), calm);
      await accounts.endSignIn(person.userId, found?.signInId ?? "", calm);
      return {
        "a cookie that nobody gave": { headers: { cookie: `carrel=${newSecret()}` } },
        "a cookie that is no secret": { headers: { cookie: `carrel=${person.userId}` } },
        "a cookie of a browser that was signed out": ended,
        "a cookie that has expired": await signIn(person, newSecret(), "2020-01-01T00:00:00.000Z"),
        "a cookie's secret as a key": { headers: { authorization: `Bearer carrel_${newSecret()}` } },
      };
    },
  };
}

/** Signing in by a token that another service has signed. */
export function tokens(): Way {
  const secret = newSecret();
  const sign = async (payload: object, key = secret, endsInSeconds = 600): Promise<Credential> => {
    const claims = { iss: ISSUER, aud: AUDIENCE, ...payload };
    const token = await signedBy(new TextEncoder().encode(key), claims, { endsInSeconds });
    return { headers: { authorization: `Bearer ${token}` } };
  };
  return {
    environment: { AUTH: "jwt", JWT_SECRET: secret, JWT_ISSUER: ISSUER, JWT_AUDIENCE: AUDIENCE },
    credentialOf: ({ userId }) => sign({ sub: userId }),
    async invalid({ userId }) {
      const right = (await sign({ sub: userId })).headers?.authorization ?? "";
      const unsigned = right.replace(/Bearer [^.]+/, `Bearer ${btoa('{"alg":"none"}').replace(/=+$/, "")}`);
      return {
        "a token that has expired": await sign({ sub: userId }, secret, -60),
        "a token for another service": await sign({ sub: userId, aud: "other" }),
        "a token of another issuer": await sign({ sub: userId, iss: "https://other.example" }),
        "a token signed by somebody else": await sign({ sub: userId }, newSecret()),
        "a token that claims to need no signature": { headers: { authorization: unsigned } },
        "words that are no token": { headers: { authorization: "Bearer not.a.token" } },
      };
    },
  };
}

/** Signing in at a proxy, which names the user in a header. */
export function proxies(): Way {
  const named = (userId: string): Record<string, string> => ({ "x-forwarded-user": userId });
  return {
    environment: { AUTH: "proxy", TRUSTED_PROXIES: "10.0.0.0/8" },
    credentialOf: async ({ userId }) => ({ headers: named(userId), remoteAddress: TRUSTED }),
    invalid: async ({ userId }) => ({
      "the proxy's header from elsewhere": { headers: named(userId), remoteAddress: "192.0.2.1" },
      "the proxy's header from elsewhere, by its word from the proxy": {
        headers: { ...named(userId), "x-forwarded-for": TRUSTED },
        remoteAddress: "192.0.2.1",
      },
      "an empty header from the proxy": { headers: named(" "), remoteAddress: TRUSTED },
      "another header from the proxy": { headers: { "remote-user": userId }, remoteAddress: TRUSTED },
    }),
  };
}

/** Signing in at Appwrite, on a stack with Appwrite's storage. */
export async function appwrite(): Promise<Way> {
  const apiKey = "the-secret-key";
  const platform = await openAppwriteDouble({ apiKeys: [apiKey] });
  const people = await openAppwriteAccounts();
  // One server in the world, two doubles here.
  const front = await openServerOn("http", async (request, response) => {
    const isAccount = request.url?.startsWith("/v1/account") === true;
    const body = await buffer(request);
    const { host: _host, connection: _connection, "content-length": _length, ...headers } = request.headers;
    const answer = await fetch(
      `${new URL(isAccount ? people.endpoint : platform.endpoint).origin}${request.url}`,
      {
        method: request.method ?? "GET",
        headers: headers as Record<string, string>,
        ...(body.length > 0 && { body }),
      },
    );
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  const environment = {
    APPWRITE_ENDPOINT: `${front.url}/v1`,
    APPWRITE_PROJECT_ID: platform.projectId,
    APPWRITE_API_KEY: apiKey,
    APPWRITE_DATABASE_ID: NAMES.databaseId,
    APPWRITE_SESSIONS_TABLE_ID: NAMES.sessionsTableId,
    APPWRITE_BUCKET_ID: NAMES.bucketId,
  };
  const { projectId, endpoint } = platform;
  await openAppwritePlatform({ ...NAMES, apiKey, projectId, endpoint }).provision(
    AbortSignal.timeout(30_000),
  );
  const bearer = (token: string): Credential => ({ headers: { authorization: `Bearer ${token}` } });
  const tokenOf = (userId: string, seconds = 600) => people.tokenFor({ $id: userId, name: userId }, seconds);
  people.blocked.add("blocked");
  return {
    environment: { ...environment, AUTH: "appwrite" },
    credentialOf: async ({ userId }) => ({ headers: { cookie: `carrel=${await tokenOf(userId)}` } }),
    async invalid({ userId }) {
      return {
        "a token that has expired": bearer(await tokenOf(userId, -60)),
        "a token of a blocked user": bearer(await tokenOf("blocked")),
        "words that are no token": bearer("not.a.token"),
      };
    },
    async close() {
      await front.close();
      await people.close();
      await platform.stop();
    },
  };
}
