import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../src/domain/id.ts";
import type { AccountStore, NewSignIn } from "../../src/ports/account-store.ts";
import { calm, type StoreUnderTest } from "./store-under-test.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** What every account store promises of browsers that are signed in. `now` is the clock that it has to use. */
export function signInContract(
  name: string,
  open: (now: () => Date) => Promise<StoreUnderTest<AccountStore>>,
): void {
  describe(`${name} as a store of browsers that are signed in`, () => {
    let time = Date.UTC(2026, 0, 1);
    let opened: StoreUnderTest<AccountStore>;
    let store: AccountStore;
    beforeAll(async () => {
      opened = await open(() => new Date(time));
      store = opened.store;
    });
    afterAll(() => opened.close());

    const at = (ms: number) => new Date(ms).toISOString();
    const newUser = async () => {
      const userId = newId();
      return store.create({ userId, name: userId, isOwner: false, passwordHash: "hash" }, calm);
    };
    const signIn = async (userId: string, fields: Partial<NewSignIn> = {}): Promise<NewSignIn> => {
      const made = {
        ...{ userId, signInId: newId(), hash: newId(), passwordHash: "hash" },
        ...{ expiresAt: at(time + HOUR_MS), address: "192.0.2.7", agent: "Firefox" },
        ...fields,
      };
      expect(await store.addSignIn(made, calm)).toBe(true);
      return made;
    };
    const idsOf = async (userId: string) =>
      (await store.listSignIns(userId, calm)).map(({ signInId }) => signInId);

    it("knows whose browser it is, also after a restart", async () => {
      const account = await newUser();
      const { hash, signInId, expiresAt } = await signIn(account.userId, { agent: "Größe 日本 \ud800" });
      store = await opened.reopen();
      expect(await store.useSignIn(hash, calm)).toEqual({ account, signInId });
      expect(await store.listSignIns(account.userId, calm)).toEqual([
        {
          ...{ signInId, createdAt: at(time), lastSeenAt: at(time), expiresAt, address: "192.0.2.7" },
          agent: "Größe 日本 \ufffd",
        },
      ]);
      expect(await store.useSignIn(hash.toUpperCase(), calm)).toBeNull();
      expect(await store.useSignIn(newId(), calm)).toBeNull();
    });

    it("notes when a browser was seen, but not each time, and lists the latest seen first", async () => {
      const { userId } = await newUser();
      const [first, second] = [await signIn(userId), await signIn(userId)];
      const seen = async () =>
        (await store.listSignIns(userId, calm)).find(({ signInId }) => signInId === first.signInId)
          ?.lastSeenAt;
      const begin = time;
      time += MINUTE_MS;
      await store.useSignIn(first.hash, calm);
      expect(await seen()).toBe(at(begin));
      time += 5 * MINUTE_MS;
      await store.useSignIn(first.hash, calm);
      expect(await seen()).toBe(at(time));
      expect(await idsOf(userId)).toEqual([first.signInId, second.signInId]);
      // The clock was wrong, and is set back.
      time -= 30 * MINUTE_MS;
      await store.useSignIn(first.hash, calm);
      expect(await seen()).toBe(at(time));
      time += 30 * MINUTE_MS;
    });

    it("knows no browser whose time is over, nor counts it", async () => {
      const { userId } = await newUser();
      const old = await signIn(userId, { expiresAt: at(time + MINUTE_MS) });
      time += MINUTE_MS;
      expect(await store.useSignIn(old.hash, calm)).toBeNull();
      expect(await idsOf(userId)).toEqual([]);
      expect(await store.endSignIn(userId, old.signInId, calm)).toBe(false);
      expect(await store.endSignIns(userId, null, calm)).toBe(0);
    });

    it("signs one browser out, of its own user alone", async () => {
      const [{ userId }, other] = [await newUser(), await newUser()];
      const [first, second] = [await signIn(userId), await signIn(userId)];
      expect(await store.endSignIn(other.userId, first.signInId, calm)).toBe(false);
      expect(await store.endSignIn(userId, first.signInId, calm)).toBe(true);
      expect(await store.endSignIn(userId, first.signInId, calm)).toBe(false);
      expect(await store.useSignIn(first.hash, calm)).toBeNull();
      expect(await store.useSignIn(second.hash, calm)).not.toBeNull();
    });

    it("signs a user out everywhere but there, and nobody else", async () => {
      const [{ userId }, other] = [await newUser(), await newUser()];
      const [here, there] = [await signIn(userId), await signIn(userId)];
      const others = await signIn(other.userId);
      expect(await store.endSignIns(userId, here.signInId, calm)).toBe(1);
      expect(await idsOf(userId)).toEqual([here.signInId]);
      expect(await store.useSignIn(there.hash, calm)).toBeNull();
      expect(await store.endSignIns(userId, null, calm)).toBe(1);
      expect(await store.useSignIn(others.hash, calm)).not.toBeNull();
    });

    it("signs out with a new password and with the removal of the account", async () => {
      const { userId } = await newUser();
      const [here, there] = [await signIn(userId), await signIn(userId)];
      const change = { userId, from: "hash", passwordHash: "new", exceptSignInId: here.signInId };
      expect(await store.setPassword({ ...change, from: "wrong" }, calm)).toBe(false);
      expect(await store.useSignIn(there.hash, calm)).not.toBeNull();
      expect(await store.setPassword(change, calm)).toBe(true);
      expect(await store.useSignIn(there.hash, calm)).toBeNull();
      expect(await store.useSignIn(here.hash, calm)).not.toBeNull();
      expect(await store.replaceHash(userId, "new", "newer", calm)).toBe(true);
      expect(await store.useSignIn(here.hash, calm)).not.toBeNull();
      await store.remove(userId, calm);
      expect(await store.useSignIn(here.hash, calm)).toBeNull();
      expect(await idsOf(userId)).toEqual([]);
    });

    it("signs nobody in by a password that was changed meanwhile, nor who is gone", async () => {
      const { userId } = await newUser();
      const late = {
        ...{ userId, signInId: newId(), hash: newId(), passwordHash: "hash" },
        ...{ expiresAt: at(time + HOUR_MS), address: "", agent: "" },
      };
      await store.setPassword({ userId, from: "hash", passwordHash: "new", exceptSignInId: null }, calm);
      expect(await store.addSignIn(late, calm)).toBe(false);
      expect(await store.useSignIn(late.hash, calm)).toBeNull();
      await store.remove(userId, calm);
      expect(await store.addSignIn({ ...late, passwordHash: "new" }, calm)).toBe(false);
    });
  });
}
