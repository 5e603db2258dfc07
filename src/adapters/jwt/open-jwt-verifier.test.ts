import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { calm } from "../../../test/contracts/store-under-test.ts";
import {
  AUDIENCE,
  ISSUER,
  openTokenIssuer,
  signedBy,
  type TokenIssuer,
} from "../../../test/doubles/token-issuer.ts";
import { openJwtVerifier } from "./open-jwt-verifier.ts";

const SECRET = "a secret that both sides have, 32";
const secretBytes = new TextEncoder().encode(SECRET);
const open = (options: Partial<Parameters<typeof openJwtVerifier>[0]> = {}) =>
  openJwtVerifier({ keys: { secret: SECRET }, issuer: null, audience: null, ...options });

describe("tokens signed by a secret", () => {
  it.each(["HS256", "HS384", "HS512"])("may be signed by %s", async (algorithm) => {
    const token = await signedBy(secretBytes, { sub: "ada" }, { algorithm });
    expect(await open().verify(token, calm)).toMatchObject({ subject: "ada" });
  });

  it("need a secret that is hard to guess", () => {
    expect(() => open({ keys: { secret: "x".repeat(31) } })).toThrow(
      expect.objectContaining({ code: "invalid-input", details: "It needs 32 bytes or more" }),
    );
    expect(open({ keys: { secret: "é".repeat(16) } })).toBeDefined();
  });

  it("need an end, and a clock that is not far off", async () => {
    const verify = async (endsInSeconds: number | null, now?: () => Date) =>
      open(now === undefined ? {} : { now }).verify(
        await signedBy(secretBytes, { sub: "ada" }, { endsInSeconds }),
        calm,
      );
    expect(await verify(null)).toBeNull();
    expect(await verify(-20)).not.toBeNull();
    expect(await verify(-40)).toBeNull();
    expect(await verify(600, () => new Date(Date.now() + 700_000))).toBeNull();
    const early = await signedBy(secretBytes, { sub: "ada", nbf: Math.floor(Date.now() / 1_000) + 300 });
    expect(await open().verify(early, calm)).toBeNull();
    expect(await verify(1e17)).toMatchObject({ subject: "ada", expiresAt: null });
  });

  it("need the issuer and the audience that are set, and no others", async () => {
    const token = (payload: object) => signedBy(secretBytes, { sub: "ada", ...payload });
    const strict = open({ issuer: ISSUER, audience: AUDIENCE });
    expect(await strict.verify(await token({ iss: ISSUER, aud: ["x", AUDIENCE] }), calm)).not.toBeNull();
    expect(await strict.verify(await token({ iss: ISSUER }), calm)).toBeNull();
    expect(await strict.verify(await token({ aud: AUDIENCE }), calm)).toBeNull();
    expect(await strict.verify(await token({ iss: `${ISSUER}/`, aud: AUDIENCE }), calm)).toBeNull();
    expect(await open().verify(await token({ iss: "x", aud: "y" }), calm)).not.toBeNull();
  });

  it.each([
    ["email", { email: "ada@example.org" }, "ada@example.org"],
    ["app.user.id", { app: { user: { id: "ada" } } }, "ada"],
    ["https://example.org/id", { "https://example.org/id": "ada" }, "ada"],
    ["id", { id: 42 }, "42"],
    ["id", { id: 4.2 }, undefined],
    ["id", { id: "" }, undefined],
    ["id", { id: "ada\ud800" }, undefined],
    ["id", { id: ["ada"] }, undefined],
    ["id", { id: null }, undefined],
    ["id", { sub: "ada" }, undefined],
    ["constructor.name", { sub: "ada" }, undefined],
    ["sub.length", { sub: "ada" }, undefined],
  ])("name the user by the claim %s of %j", async (claim, payload, subject) => {
    const token = await signedBy(secretBytes, payload);
    expect((await open({ claim }).verify(token, calm))?.subject).toBe(subject);
  });

  it.each([
    [{ name: " Ada ", email: "a@example.org" }, "Ada"],
    [{ preferred_username: "ada" }, "ada"],
    [{ name: "", email: "a@example.org" }, "a@example.org"],
    [{ name: 7 }, null],
  ])("call the user of %j by name", async (payload, name) => {
    const token = await signedBy(secretBytes, { sub: "ada", ...payload });
    expect(await open().verify(token, calm)).toMatchObject({ name });
  });
});

describe("tokens signed by public keys", () => {
  let issuer: TokenIssuer;
  let time = 0;
  beforeEach(async () => {
    issuer = await openTokenIssuer();
  });
  afterEach(() => issuer.close());
  const openFor = () =>
    open({ keys: { jwksUrl: issuer.jwksUrl }, issuer: ISSUER, audience: AUDIENCE, monotonicNow: () => time });
  const minutes = (count: number) => {
    time += count * 60_000;
  };

  it.each(["RS256", "RS512", "PS384", "ES256", "ES512", "EdDSA"])(
    "may be signed by %s",
    async (algorithm) => {
      const token = await issuer.sign({ sub: "ada" }, { algorithm });
      expect(await openFor().verify(token, calm)).toMatchObject({ subject: "ada" });
    },
  );

  it("are never signed by a secret, be it the public key or one that is shown", async () => {
    await issuer.sign({ sub: "ada" }, { algorithm: "RS256" });
    const [shown] = issuer.shown.keys;
    issuer.shown.keys.push({
      kty: "oct",
      kid: "oct",
      k: Buffer.from(SECRET).toString("base64url"),
      alg: "HS256",
    });
    const payload = { sub: "ada", iss: ISSUER, aud: AUDIENCE };
    const byPublicKey = new TextEncoder().encode(JSON.stringify(shown));
    const verifier = openFor();
    for (const [key, kid] of [
      [byPublicKey, "RS256"],
      [secretBytes, "oct"],
    ] as const) {
      expect(await verifier.verify(await signedBy(key, payload, { kid }), calm)).toBeNull();
    }
  });

  it("are told apart where keys have no names", async () => {
    const first = await issuer.sign({ sub: "ada" }, { kid: "" });
    const second = await openTokenIssuer();
    const other = await second.sign({ sub: "ben" }, { kid: "" });
    issuer.shown.keys.unshift(...second.shown.keys);
    await second.close();
    const verifier = openFor();
    expect(await verifier.verify(first, calm)).toMatchObject({ subject: "ada" });
    expect(await verifier.verify(other, calm)).toMatchObject({ subject: "ben" });
    const stranger = await issuer.sign({ sub: "cem" }, { kid: "hidden", isShown: false });
    expect(await verifier.verify(stranger, calm)).toBeNull();
  });

  it("are verified by keys that are fetched once, also by many at once", async () => {
    const token = await issuer.sign({ sub: "ada" });
    const verifier = openFor();
    const verified = await Promise.all(Array.from({ length: 20 }, () => verifier.verify(token, calm)));
    expect(verified.every((one) => one?.subject === "ada")).toBe(true);
    minutes(9);
    await verifier.verify(token, calm);
    expect(issuer.fetches).toBe(1);
    minutes(2);
    await verifier.verify(token, calm);
    expect(issuer.fetches).toBe(2);
  });

  it("are verified by a new key, but invented keys do not become requests", async () => {
    const verifier = openFor();
    await verifier.verify(await issuer.sign({ sub: "ada" }), calm);
    minutes(1);
    const next = await issuer.sign({ sub: "ada" }, { kid: "next" });
    expect(await verifier.verify(next, calm)).toMatchObject({ subject: "ada" });
    expect(issuer.fetches).toBe(2);
    for (const kid of ["a", "b", "c"]) {
      const invented = await issuer.sign({ sub: "ada" }, { kid, isShown: false });
      expect(await verifier.verify(invented, calm)).toBeNull();
    }
    expect(issuer.fetches).toBe(2);
  });

  it("are verified by the last keys while the service is away, but not for ever", async () => {
    const verifier = openFor();
    const token = await issuer.sign({ sub: "ada" });
    await verifier.verify(token, calm);
    issuer.shown.status = 404;
    minutes(60);
    expect(await verifier.verify(token, calm)).toMatchObject({ subject: "ada" });
    const unknown = await issuer.sign({ sub: "ada" }, { kid: "next" });
    await expect(verifier.verify(unknown, calm)).rejects.toMatchObject({ code: "sign-in-unavailable" });
    minutes(24 * 60);
    await expect(verifier.verify(token, calm)).rejects.toMatchObject({ code: "sign-in-unavailable" });
    issuer.shown.status = 200;
    minutes(1);
    expect(await verifier.verify(unknown, calm)).toMatchObject({ subject: "ada" });
  });

  it("ask an absent service now and then, not each time", async () => {
    const token = await issuer.sign({ sub: "ada" });
    issuer.shown.status = 404;
    const verifier = openFor();
    for (let i = 0; i < 5; i++) {
      await expect(verifier.verify(token, calm)).rejects.toMatchObject({ code: "sign-in-unavailable" });
    }
    expect(issuer.fetches).toBe(1);
  });

  it("cannot be told by keys that make no sense", async () => {
    const token = await issuer.sign({ sub: "ada" });
    const [key] = issuer.shown.keys;
    issuer.shown.keys = [{ ...key, x: "AAAA" }];
    await expect(openFor().verify(token, calm)).rejects.toMatchObject({ code: "sign-in-unavailable" });
  });
});
