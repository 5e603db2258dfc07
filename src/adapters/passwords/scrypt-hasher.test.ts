import { describe, expect, it } from "vitest";
import { calm } from "../../../test/contracts/store-under-test.ts";
import { openScryptHasher } from "./scrypt-hasher.ts";

describe("passwords", () => {
  const hasher = openScryptHasher();
  const quick = openScryptHasher({ logN: 10, r: 8, p: 1 });

  it("are kept by a hash that says how it was made, and no two alike", async () => {
    const [first, second] = await Promise.all([
      hasher.hash("correct horse", calm),
      hasher.hash("correct horse", calm),
    ]);
    expect(first).toMatch(/^scrypt\$15\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
    expect(second).not.toBe(first);
    expect(await hasher.verify("correct horse", first, calm)).toBe(true);
    expect(await hasher.verify("correct horse", second, calm)).toBe(true);
    expect(await hasher.verify("correct horsf", first, calm)).toBe(false);
    expect(await hasher.verify("", first, calm)).toBe(false);
  });

  it("count as the same when they look the same", async () => {
    const hash = await quick.hash("Zoe\u0308 ﬁnds it", calm);
    expect(await quick.verify("Zoë finds it", hash, calm)).toBe(true);
    expect(await quick.verify("zoë finds it", hash, calm)).toBe(false);
  });

  it("may be as long as they like", async () => {
    const long = "🔑日本語".repeat(50);
    const hash = await quick.hash(long, calm);
    expect(await quick.verify(long, hash, calm)).toBe(true);
    expect(await quick.verify(long.slice(0, -1), hash, calm)).toBe(false);
  });

  it("are wrong where there is none", async () => {
    expect(await quick.verify("", null, calm)).toBe(false);
    expect(await quick.verify("correct horse", null, calm)).toBe(false);
  });

  it("are verified by how they were kept, and hashed anew where that was too easy", async () => {
    const hash = await quick.hash("correct horse", calm);
    expect(await hasher.verify("correct horse", hash, calm)).toBe(true);
    expect(hasher.needsRehash(hash)).toBe(true);
    expect(quick.needsRehash(hash)).toBe(false);
  });

  it.each(["", "plain", "scrypt$15$8$3$short$short", "scrypt$15$8$3$"])(
    "kept as %j are refused with what to do",
    async (hash) => {
      await expect(quick.verify("correct horse", hash, calm)).rejects.toMatchObject({
        code: "database-failed",
        details: "Set it anew: `npm run carrel -- users password NAME`",
      });
    },
  );

  it("refuse one of too many, and let go who leaves", async () => {
    const crowd = Array.from({ length: 200 }, () => quick.verify("x", null, calm));
    const outcomes = await Promise.allSettled(crowd);
    const refused = outcomes.filter(({ status }) => status === "rejected");
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]).toMatchObject({ reason: { code: "busy" } });
    expect(outcomes.length - refused.length).toBeGreaterThan(2);
    const gone = quick.verify("x", null, AbortSignal.abort(new Error("gone")));
    await expect(gone).rejects.toThrow("gone");
  });
});
