import { describe, expect, it } from "vitest";
import { calm } from "../../test/contracts/store-under-test.ts";
import { openAccountParts } from "../../test/doubles/account-parts.ts";
import {
  addAccount,
  endInvitation,
  findAccount,
  invite,
  isInvited,
  listAccounts,
  listInvitations,
  resetPassword,
} from "./accounts.ts";
import { joinByInvitation, makeFirstAccount } from "./join.ts";
import {
  changePassword,
  endSignIn,
  listSignIns,
  resolveSignIn,
  signIn,
  signOut,
  signOutEverywhere,
} from "./sign-in.ts";

const DAY_MS = 24 * 60 * 60_000;
const browser = { address: "192.0.2.7", agent: "Firefox" };
const ada = { name: "Ada", password: "correct horse" };

describe("accounts", () => {
  const world = openAccountParts();
  const callerOf = async (secret: string) => {
    const caller = await resolveSignIn(world.parts, secret, calm);
    if (caller === null) throw new Error("The browser is signed in");
    return caller;
  };
  const owner = async () => callerOf((await makeFirstAccount(world.parts, { ...ada, browser }, calm)).secret);
  const enter = (fields: Partial<typeof ada> = {}) =>
    signIn(world.parts, { ...ada, ...fields, ...browser }, calm);

  it("begin with the first visitor, who is the owner, once", async () => {
    const made = await makeFirstAccount(world.parts, { ...ada, userId: "local", browser }, calm);
    expect(await callerOf(made.secret)).toEqual({
      ...{ userId: "local", name: "Ada", access: "write", isOwner: true },
      ...{ by: "password", signInId: made.signInId, keyId: null },
    });
    const second = makeFirstAccount(world.parts, { name: "Ben", password: "another horse", browser }, calm);
    await expect(second).rejects.toMatchObject({ code: "forbidden", message: "There is an account already" });
  });

  it("are the first visitor's, where several come at once", async () => {
    const names = ["Ada", "Ben", "Cem"];
    const made = await Promise.allSettled(
      names.map((name) => makeFirstAccount(world.parts, { ...ada, name, browser }, calm)),
    );
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await world.parts.accounts.list(calm)).toHaveLength(1);
  });

  it.each([
    [{ name: " " }, "The name must be 1 to 64 letters"],
    [{ name: "<b>" }, "The name must be 1 to 64 letters"],
    [{ password: "too short" }, "The password must have 10 to 200 characters"],
    [{ password: "x".repeat(201) }, "The password must have 10 to 200 characters"],
  ])("are refused with %j", async (fields, message) => {
    const making = makeFirstAccount(world.parts, { ...ada, ...fields, browser }, calm);
    await expect(making).rejects.toMatchObject({
      code: "invalid-input",
      message: expect.stringContaining(message),
    });
    expect(await world.parts.accounts.isEmpty(calm)).toBe(true);
  });

  it("are made by invitation, one for each and for seven days", async () => {
    const caller = await owner();
    const { token, invitation } = await invite(world.parts, caller, calm);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await listInvitations(world.parts, caller, calm)).toEqual([invitation]);
    expect(await isInvited(world.parts, token, calm)).toBe(true);
    expect(await isInvited(world.parts, "wrong", calm)).toBe(false);
    const ben = { name: "Ben", password: "another horse", token, browser };
    const joined = await joinByInvitation(world.parts, ben, calm);
    expect(await callerOf(joined.secret)).toMatchObject({ name: "Ben", isOwner: false });
    const again = joinByInvitation(world.parts, { ...ben, name: "Cem" }, calm);
    await expect(again).rejects.toMatchObject({ code: "not-found" });
    const late = await invite(world.parts, caller, calm);
    world.time += 7 * DAY_MS;
    const tooLate = joinByInvitation(world.parts, { ...ben, name: "Cem", token: late.token }, calm);
    await expect(tooLate).rejects.toMatchObject({ code: "not-found" });
  });

  it("leave invitations, and the list of users, to owners", async () => {
    const caller = await owner();
    const { invitation } = await invite(world.parts, caller, calm);
    const guest = { ...caller, isOwner: false };
    const { invitationId } = invitation;
    const forbidden = { code: "forbidden" };
    await expect(invite(world.parts, guest, calm)).rejects.toMatchObject(forbidden);
    await expect(listInvitations(world.parts, guest, calm)).rejects.toMatchObject(forbidden);
    await expect(listAccounts(world.parts, guest, calm)).rejects.toMatchObject(forbidden);
    await expect(endInvitation(world.parts, { caller: guest, invitationId }, calm)).rejects.toMatchObject(
      forbidden,
    );
    expect((await listAccounts(world.parts, caller, calm)).map(({ name }) => name)).toEqual(["Ada"]);
    await endInvitation(world.parts, { caller, invitationId }, calm);
    await expect(endInvitation(world.parts, { caller, invitationId }, calm)).rejects.toMatchObject({
      code: "not-found",
    });
  });

  it("let in with name and password, whatever the case of the name, for thirty days", async () => {
    await owner();
    const { secret, expiresAt } = await enter({ name: " ADA " });
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(expiresAt).toBe(new Date(world.time + 30 * DAY_MS).toISOString());
    world.time += 30 * DAY_MS - 1;
    expect(await resolveSignIn(world.parts, secret, calm)).toMatchObject({ name: "Ada" });
    world.time += 1;
    expect(await resolveSignIn(world.parts, secret, calm)).toBeNull();
  });

  it.each([
    [{ name: "Ben" }],
    [{ password: "wrong horse!" }],
    [{ name: "" }],
    [{ name: "x".repeat(100_000) }],
    [{ password: "" }],
    [{ password: "x".repeat(100_000) }],
  ])("answer %j as anything else that is wrong, after one verification", async (fields) => {
    await owner();
    world.verifications = 0;
    await expect(enter(fields)).rejects.toMatchObject({
      code: "unauthenticated",
      message: "The name or the password is wrong",
    });
    expect(world.verifications).toBe(1);
  });

  it("do not know what is no secret", async () => {
    const { signInId } = await owner();
    for (const word of ["", "x".repeat(43), signInId ?? "", "\0", "x".repeat(1_000_000)]) {
      expect(await resolveSignIn(world.parts, word, calm)).toBeNull();
    }
  });

  it("sign out here, there and everywhere", async () => {
    const here = await owner();
    const [there, elsewhere] = [await enter(), await enter()];
    expect(await listSignIns(world.parts, here, calm)).toHaveLength(3);
    await endSignIn(world.parts, { caller: here, signInId: there.signInId }, calm);
    expect(await resolveSignIn(world.parts, there.secret, calm)).toBeNull();
    await expect(
      endSignIn(world.parts, { caller: here, signInId: there.signInId }, calm),
    ).rejects.toMatchObject({ code: "not-found" });
    await signOut(world.parts, here, calm);
    await signOut(world.parts, here, calm);
    expect(await resolveSignIn(world.parts, elsewhere.secret, calm)).not.toBeNull();
    expect(await signOutEverywhere(world.parts, here, calm)).toBe(1);
    expect(await resolveSignIn(world.parts, elsewhere.secret, calm)).toBeNull();
  });

  it("change the password for who knows the old one, and sign out everywhere else", async () => {
    const caller = await owner();
    const there = await enter();
    const change = { caller, current: ada.password, next: "a better horse" };
    const wrong = changePassword(world.parts, { ...change, current: "wrong horse!" }, calm);
    await expect(wrong).rejects.toMatchObject({ code: "forbidden" });
    await expect(changePassword(world.parts, { ...change, next: "short" }, calm)).rejects.toMatchObject({
      code: "invalid-input",
    });
    const byKey = { ...caller, by: "key" as const };
    await expect(changePassword(world.parts, { ...change, caller: byKey }, calm)).rejects.toMatchObject({
      code: "forbidden",
    });
    await changePassword(world.parts, change, calm);
    expect(await resolveSignIn(world.parts, there.secret, calm)).toBeNull();
    expect(await listSignIns(world.parts, caller, calm)).toHaveLength(1);
    await expect(enter()).rejects.toMatchObject({ code: "unauthenticated" });
    await enter({ password: "a better horse" });
  });

  it("let one of two changes of the password win", async () => {
    const caller = await owner();
    const changes = await Promise.allSettled(
      ["a better horse", "the best horse"].map((next) =>
        changePassword(world.parts, { caller, current: ada.password, next }, calm),
      ),
    );
    expect(changes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("hash a password anew that was hashed too easily, without signing anybody out", async () => {
    const caller = await owner();
    const before = (await world.parts.accounts.find(caller.userId, calm))?.passwordHash;
    world.rises();
    const { secret } = await enter();
    const after = (await world.parts.accounts.find(caller.userId, calm))?.passwordHash;
    expect(after).not.toBe(before);
    expect(await listSignIns(world.parts, await callerOf(secret), calm)).toHaveLength(2);
    await enter();
  });

  it("can be made and given a password by a command", async () => {
    const made = await addAccount(world.parts, { ...ada, isOwner: false }, calm);
    expect(await findAccount(world.parts, "ada", calm)).toEqual(made);
    const { secret } = await enter();
    await resetPassword(world.parts, { name: "ADA", password: "a better horse" }, calm);
    expect(await resolveSignIn(world.parts, secret, calm)).toBeNull();
    await enter({ password: "a better horse" });
    await expect(
      resetPassword(world.parts, { name: "Ben", password: "a better horse" }, calm),
    ).rejects.toMatchObject({ code: "not-found" });
  });
});
