import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../src/domain/id.ts";
import type { AccountStore, NewAccount } from "../../src/ports/account-store.ts";
import { signInContract } from "./sign-ins.ts";
import { calm, type StoreUnderTest } from "./store-under-test.ts";

const DAY_MS = 24 * 60 * 60_000;

/** What every account store promises. It is opened empty; `now` is the clock that it has to use. */
export function accountStoreContract(
  name: string,
  open: (now: () => Date) => Promise<StoreUnderTest<AccountStore>>,
): void {
  describe(`${name} as an account store`, () => {
    let time = Date.UTC(2026, 0, 1);
    let opened: StoreUnderTest<AccountStore>;
    let store: AccountStore;
    beforeAll(async () => {
      opened = await open(() => new Date(time));
      store = opened.store;
    });
    afterAll(() => opened.close());

    const newAccount = (fields: Partial<NewAccount> = {}): NewAccount => {
      const userId = newId();
      return { userId, name: `Name ${userId}`, isOwner: false, passwordHash: "hash", ...fields };
    };
    const invite = async () => {
      const hash = newId();
      const invitation = {
        invitationId: newId(),
        createdAt: new Date(time).toISOString(),
        expiresAt: new Date(time + DAY_MS).toISOString(),
      };
      await store.addInvitation({ ...invitation, hash }, calm);
      return { ...invitation, hash };
    };

    it("makes one first account, whoever is faster, and none beside another one", async () => {
      expect(await store.isEmpty(calm)).toBe(true);
      const drafts = ["Ana", "Ben", "Cem", "Dea"].map((first) => newAccount({ name: first, isOwner: true }));
      const made = await Promise.all(drafts.map((draft) => store.createFirst(draft, calm)));
      expect(made.filter((account) => account !== null)).toHaveLength(1);
      expect(await store.isEmpty(calm)).toBe(false);
      expect(await store.createFirst(newAccount(), calm)).toBeNull();
      expect(await store.list(calm)).toEqual(made.filter((account) => account !== null));
    });

    it("gives an account back by its name and its user, also after a restart", async () => {
      const draft = newAccount({ name: "Zoë O'Neil-Łukasz 日本", isOwner: true, passwordHash: "a$b" });
      const { passwordHash, ...shown } = draft;
      const made = await store.create(draft, calm);
      expect(made).toEqual({ ...shown, createdAt: new Date(time).toISOString() });
      store = await opened.reopen();
      expect(await store.find(draft.userId, calm)).toEqual({ ...made, passwordHash });
      expect(await store.findByName(draft.name, calm)).toEqual({ ...made, passwordHash });
      expect(await store.find(draft.userId.toUpperCase(), calm)).toBeNull();
      expect(await store.find(newId(), calm)).toBeNull();
      expect(await store.findByName("nobody", calm)).toBeNull();
    });

    it.each([
      ["Łukasz", "ŁUKASZ"],
      ["Straße", "STRASSE"],
      ["Ὀδυσσεύς", "ὈΔΥΣΣΕΎΣ"],
      ["José", "JOSE\u0301"],
    ])("takes the names %s and %s for one", async (first, second) => {
      const { userId } = await store.create(newAccount({ name: first }), calm);
      expect(await store.findByName(second, calm)).toMatchObject({ userId, name: first });
      await expect(store.create(newAccount({ name: second }), calm)).rejects.toMatchObject({
        code: "name-taken",
      });
    });

    it("gives no user a second account, and one of several the name", async () => {
      const { userId } = await store.create(newAccount(), calm);
      await expect(store.create(newAccount({ userId }), calm)).rejects.toMatchObject({ code: "name-taken" });
      const drafts = Array.from({ length: 4 }, () => newAccount({ name: "Wanted" }));
      const made = await Promise.allSettled(drafts.map((draft) => store.create(draft, calm)));
      expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    });

    it("lists accounts in the order in which they were made", async () => {
      const drafts = [newAccount(), newAccount(), newAccount()];
      for (const draft of drafts) await store.create(draft, calm);
      const listed = (await store.list(calm)).slice(-3);
      expect(listed.map(({ userId }) => userId)).toEqual(drafts.map(({ userId }) => userId));
      expect(listed[0]).not.toHaveProperty("passwordHash");
    });

    it("removes an account, whose name is free again", async () => {
      const draft = newAccount();
      await store.create(draft, calm);
      expect(await store.remove(draft.userId, calm)).toBe(true);
      expect(await store.remove(draft.userId, calm)).toBe(false);
      expect(await store.find(draft.userId, calm)).toBeNull();
      await store.create(newAccount({ name: draft.name }), calm);
    });

    it("replaces a password where the old one is still the one that was seen", async () => {
      const { userId } = await store.create(newAccount({ passwordHash: "one" }), calm);
      const change = { userId, exceptSignInId: null };
      expect(await store.setPassword({ ...change, from: "one", passwordHash: "two" }, calm)).toBe(true);
      expect(await store.setPassword({ ...change, from: "one", passwordHash: "three" }, calm)).toBe(false);
      expect(await store.replaceHash(userId, "one", "three", calm)).toBe(false);
      expect(await store.find(userId, calm)).toMatchObject({ passwordHash: "two" });
      expect(await store.replaceHash(userId, "two", "three", calm)).toBe(true);
      expect(await store.setPassword({ ...change, from: null, passwordHash: "four" }, calm)).toBe(true);
      expect(await store.find(userId, calm)).toMatchObject({ passwordHash: "four" });
      const nobody = { userId: newId(), from: null, passwordHash: "five", exceptSignInId: null };
      expect(await store.setPassword(nobody, calm)).toBe(false);
    });

    it("makes one account for an invitation, and none without", async () => {
      const { hash, ...shown } = await invite();
      expect(await store.hasInvitation(hash, calm)).toBe(true);
      expect(await store.listInvitations(calm)).toContainEqual(shown);
      const drafts = [newAccount(), newAccount(), newAccount()];
      const made = await Promise.all(drafts.map((draft) => store.createInvited(draft, hash, calm)));
      expect(made.filter((account) => account !== null)).toHaveLength(1);
      expect(await store.hasInvitation(hash, calm)).toBe(false);
      expect(await store.createInvited(newAccount(), newId(), calm)).toBeNull();
    });

    it("keeps an invitation where the name is taken", async () => {
      const { hash } = await invite();
      const { name: taken } = await store.create(newAccount(), calm);
      await expect(store.createInvited(newAccount({ name: taken }), hash, calm)).rejects.toMatchObject({
        code: "name-taken",
      });
      expect(await store.hasInvitation(hash, calm)).toBe(true);
    });

    it("ends invitations, by hand or by time, and lists the latest first", async () => {
      const [first, second, third] = [await invite(), await invite(), await invite()];
      expect(await store.endInvitation(first.invitationId, calm)).toBe(true);
      expect(await store.endInvitation(first.invitationId, calm)).toBe(false);
      expect(await store.hasInvitation(first.hash, calm)).toBe(false);
      time += DAY_MS;
      expect(await store.hasInvitation(second.hash, calm)).toBe(false);
      expect(await store.createInvited(newAccount(), second.hash, calm)).toBeNull();
      expect(await store.endInvitation(third.invitationId, calm)).toBe(false);
      const later = await invite();
      time += 1_000;
      const latest = await invite();
      expect((await store.listInvitations(calm)).map(({ invitationId }) => invitationId)).toEqual([
        latest.invitationId,
        later.invitationId,
      ]);
    });
  });
  signInContract(name, open);
}
