import { describe, expect, it } from "vitest";
import { calm } from "../../test/contracts/store-under-test.ts";
import { openAccountParts } from "../../test/doubles/account-parts.ts";
import type { KeyDraft } from "../domain/api-key.ts";
import type { Caller } from "../domain/caller.ts";
import { addKey, endAnyKey, endKey, listKeys, makeKey, resolveKey } from "./api-keys.ts";

const DAY_MS = 24 * 60 * 60_000;
const caller: Caller = {
  ...{ userId: "ada", name: "Ada", access: "write", isOwner: true, by: "password" },
  ...{ signInId: "browser", keyId: null },
};
const draft: KeyDraft = { label: "Backup", access: "write", expiresInDays: null };

describe("keys", () => {
  const world = openAccountParts();
  const make = (fields: Partial<KeyDraft> = {}) =>
    makeKey(world.parts, { ...draft, ...fields, caller }, calm);

  it("are shown once and act for their user", async () => {
    const { key, secret } = await make({ label: "  Backup  ", access: "read" });
    expect(secret).toMatch(/^carrel_[\w-]{43}$/);
    expect(await listKeys(world.parts, caller, calm)).toEqual([key]);
    expect(JSON.stringify(key)).not.toContain(secret.slice(7));
    expect(key).toMatchObject({ label: "Backup", userId: "ada", expiresAt: null, lastUsedAt: null });
    expect(await resolveKey(world.parts, secret, calm)).toEqual({
      ...{ userId: "ada", name: "ada", access: "read", isOwner: false },
      ...{ by: "key", signInId: null, keyId: key.keyId },
    });
  });

  it("end by themselves", async () => {
    const { key, secret } = await make({ expiresInDays: 3_650 });
    expect(key.expiresAt).toBe(new Date(world.time + 3_650 * DAY_MS).toISOString());
    world.time += 3_650 * DAY_MS;
    expect(await resolveKey(world.parts, secret, calm)).toBeNull();
  });

  it.each([
    [{ label: "" }, "The key (label) must say in 1 to 100 characters"],
    [{ label: "x".repeat(101) }, "The key (label) must say in 1 to 100 characters"],
    [{ expiresInDays: 0 }, "The key (expiresInDays) must be a whole number from 1 to 3650"],
    [{ expiresInDays: 3_651 }, "The key (expiresInDays) must be a whole number from 1 to 3650"],
    [{ expiresInDays: 1.5 }, "The key (expiresInDays) must be a whole number from 1 to 3650"],
  ])("are refused with %j", async (fields, message) => {
    await expect(make(fields)).rejects.toMatchObject({
      code: "invalid-input",
      message: expect.stringContaining(message),
    });
  });

  it("are not made or ended by keys", async () => {
    const { key } = await make();
    const program: Caller = { ...caller, by: "key", keyId: key.keyId };
    await expect(makeKey(world.parts, { ...draft, caller: program }, calm)).rejects.toMatchObject({
      code: "forbidden",
    });
    await expect(endKey(world.parts, { caller: program, keyId: key.keyId }, calm)).rejects.toMatchObject({
      code: "forbidden",
    });
  });

  it("are ended by their user, or by a command, and are nobody's after that", async () => {
    const [first, second] = [await make(), await make()];
    const other = { ...caller, userId: "ben" };
    const ending = (by: Caller) => endKey(world.parts, { caller: by, keyId: first.key.keyId }, calm);
    await expect(ending(other)).rejects.toMatchObject({ code: "not-found" });
    await ending(caller);
    expect(await resolveKey(world.parts, first.secret, calm)).toBeNull();
    await expect(ending(caller)).rejects.toMatchObject({ code: "not-found" });
    await endAnyKey(world.parts, second.key.keyId, calm);
    expect(await resolveKey(world.parts, second.secret, calm)).toBeNull();
    await expect(endAnyKey(world.parts, second.key.keyId, calm)).rejects.toMatchObject({ code: "not-found" });
  });

  it("are not what only looks like one", async () => {
    const { secret } = await addKey(world.parts, { ...draft, userId: "ben" }, calm);
    for (const word of ["", "carrel_", secret.slice(7), `${secret}x`, secret.toUpperCase(), "carrel_\0"]) {
      expect(await resolveKey(world.parts, word, calm)).toBeNull();
    }
  });
});
