import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TokenVerifier } from "../../src/ports/token-verifier.ts";
import { calm } from "./store-under-test.ts";

/** A verifier with somebody who makes tokens for it. */
export interface TokenStage {
  verifier: TokenVerifier;
  /** A token for a user that ends so many seconds from now. */
  tokenFor(subject: string, fields?: { name?: string; endsInSeconds?: number }): Promise<string>;
  /** A token that somebody else has made, or for somebody else. */
  foreignToken(subject: string): Promise<string>;
  /** A verifier with nobody to ask; null where nobody has to be asked. */
  alone: (() => TokenVerifier) | null;
  close(): Promise<void>;
}

/** What every verifier of tokens promises. */
export function tokenVerifierContract(name: string, open: () => Promise<TokenStage>): void {
  describe(`${name} as a verifier of tokens`, () => {
    let stage: TokenStage;
    beforeAll(async () => {
      stage = await open();
    });
    afterAll(() => stage.close());

    it("says whom a token is for, what people call them, and when it ends", async () => {
      const before = Date.now();
      const token = await stage.tokenFor("ada", { name: "Ada Łovelace", endsInSeconds: 600 });
      const verified = await stage.verifier.verify(token, calm);
      expect(verified).toMatchObject({ subject: "ada", name: "Ada Łovelace" });
      const endsAt = verified?.expiresAt?.getTime() ?? 0;
      expect(endsAt).toBeGreaterThan(before + 500_000);
      expect(endsAt).toBeLessThan(before + 900_000);
      expect(await stage.verifier.verify(token, calm)).toEqual(verified);
    });

    it("tells users apart who ask at once, and has a name for those who have none", async () => {
      const subjects = ["ada", "ben", "ada", "cem"];
      const tokens = await Promise.all(subjects.map((subject) => stage.tokenFor(subject)));
      const verified = await Promise.all(tokens.map((token) => stage.verifier.verify(token, calm)));
      expect(verified.map((one) => one?.subject)).toEqual(subjects);
      expect(verified.map((one) => one?.name)).toEqual([null, null, null, null]);
    });

    it("knows nobody by what is no token, has ended, or is not for this service", async () => {
      const token = await stage.tokenFor("ada");
      const [head = "", body = "", signature = ""] = token.split(".");
      const changed = Buffer.from(JSON.stringify({ sub: "ben", exp: 9e9 })).toString("base64url");
      const unsigned = Buffer.from(JSON.stringify({ alg: "none", typ: "JWT" })).toString("base64url");
      const wrong = [
        ...["", " ", "x", "a.b.c", "..", "\0", "é", "x".repeat(100_000), `${token}x`, `${token}\n`],
        ...[`${head}.${body}.`, `${head}.${changed}.${signature}`, `${unsigned}.${body}.`],
        ...[`${unsigned}.${body}.${signature}`, `${head}.${body}`, `Bearer ${token}`],
        await stage.tokenFor("ada", { endsInSeconds: -120 }),
        await stage.foreignToken("ada"),
      ];
      for (const word of wrong) expect([word, await stage.verifier.verify(word, calm)]).toEqual([word, null]);
      expect(await stage.verifier.verify(token, calm)).not.toBeNull();
    });

    it("lets go who leaves", async () => {
      const reason = new Error("gone");
      const token = await stage.tokenFor("ada");
      await expect(stage.verifier.verify(token, AbortSignal.abort(reason))).rejects.toBe(reason);
    });

    it("says so where nobody can tell", async () => {
      const token = await stage.tokenFor("ada");
      if (stage.alone === null) expect(await stage.verifier.verify(token, calm)).not.toBeNull();
      else {
        await expect(stage.alone().verify(token, calm)).rejects.toMatchObject({
          code: "sign-in-unavailable",
        });
      }
    });
  });
}
