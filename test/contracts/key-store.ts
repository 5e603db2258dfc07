import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiKey } from "../../src/domain/api-key.ts";
import { newId } from "../../src/domain/id.ts";
import type { KeyStore } from "../../src/ports/key-store.ts";
import { sha256 } from "../doubles/sha256.ts";
import { calm, type StoreUnderTest } from "./store-under-test.ts";

const MINUTE_MS = 60_000;

/** What every key store promises. `now` is the clock that the store has to use. */
export function keyStoreContract(
  name: string,
  open: (now: () => Date) => Promise<StoreUnderTest<KeyStore>>,
): void {
  describe(`${name} as a key store`, () => {
    let time = Date.UTC(2026, 0, 1);
    let opened: StoreUnderTest<KeyStore>;
    let store: KeyStore;
    beforeAll(async () => {
      opened = await open(() => new Date(time));
      store = opened.store;
    });
    afterAll(() => opened.close());

    const at = (ms: number) => new Date(ms).toISOString();
    const add = async (fields: Partial<ApiKey> = {}) => {
      time += 1_000;
      const key: ApiKey = {
        ...{ keyId: newId(), userId: newId(), label: "Backup", access: "write" },
        ...{ createdAt: at(time), expiresAt: null, lastUsedAt: null },
        ...fields,
      };
      const hash = sha256(key.keyId);
      await store.add({ ...key, hash }, calm);
      return { key, hash };
    };
    const idsOf = async (userId: string | null) => (await store.list(userId, calm)).map(({ keyId }) => keyId);

    it("knows a key by its hash, also after a restart", async () => {
      const label = 'Grüße "1" 日本語 👩‍👩‍👧'.padEnd(100, "x");
      const { key, hash } = await add({ label, access: "read", expiresAt: at(time + 60 * MINUTE_MS) });
      store = await opened.reopen();
      expect(await store.use(hash, calm)).toEqual({ ...key, lastUsedAt: at(time) });
      expect(await store.use(hash.toUpperCase(), calm)).toBeNull();
      expect(await store.use(sha256(newId()), calm)).toBeNull();
      expect(await store.list(key.userId, calm)).toEqual([{ ...key, lastUsedAt: at(time) }]);
    });

    it("notes when a key was used, but not each time", async () => {
      const { key, hash } = await add();
      expect(await store.list(key.userId, calm)).toMatchObject([{ lastUsedAt: null }]);
      await store.use(hash, calm);
      const first = time;
      time += MINUTE_MS;
      expect(await store.use(hash, calm)).toMatchObject({ lastUsedAt: at(first) });
      time += 5 * MINUTE_MS;
      await store.use(hash, calm);
      expect(await store.list(key.userId, calm)).toMatchObject([{ lastUsedAt: at(time) }]);
    });

    it("knows no key whose time is over", async () => {
      const { key, hash } = await add({ expiresAt: at(time + MINUTE_MS) });
      time += MINUTE_MS;
      expect(await store.use(hash, calm)).toBeNull();
      expect(await store.list(key.userId, calm)).toEqual([]);
      expect(await store.remove(key.keyId, null, calm)).toBe(false);
      await add({ userId: key.userId });
      expect(await store.removeAll(key.userId, calm)).toBe(1);
    });

    it("lists a user's keys, or everybody's, the latest first", async () => {
      const user = newId();
      const [userId, other] = [`ana-${user}`, `ANA-${user}`];
      const first = await add({ userId });
      const others = await add({ userId: other });
      const second = await add({ userId });
      expect(await idsOf(userId)).toEqual([second.key.keyId, first.key.keyId]);
      expect((await idsOf(null)).slice(0, 3)).toEqual([second.key.keyId, others.key.keyId, first.key.keyId]);
      expect(await idsOf(newId())).toEqual([]);
    });

    it("removes a key of its user, or of any, once", async () => {
      const { key, hash } = await add({ keyId: `key-${newId()}`, userId: `ana-${newId()}` });
      expect(await store.remove(key.keyId, newId(), calm)).toBe(false);
      expect(await store.remove(key.keyId, key.userId.toUpperCase(), calm)).toBe(false);
      expect(await store.remove(key.keyId.toUpperCase(), null, calm)).toBe(false);
      expect(await store.use(hash, calm)).not.toBeNull();
      expect(await store.remove(key.keyId, key.userId, calm)).toBe(true);
      expect(await store.use(hash, calm)).toBeNull();
      expect(await store.remove(key.keyId, key.userId, calm)).toBe(false);
      const another = await add();
      expect(await store.remove(another.key.keyId, null, calm)).toBe(true);
      expect(await store.use(another.hash, calm)).toBeNull();
    });

    it("removes all keys of a user and nobody else's", async () => {
      const user = newId();
      const own = [await add({ userId: `ana-${user}` }), await add({ userId: `ana-${user}` })];
      const other = await add({ userId: `ANA-${user}` });
      expect(await store.removeAll(`ana-${user}`, calm)).toBe(2);
      expect(await store.removeAll(`ana-${user}`, calm)).toBe(0);
      for (const { hash } of own) expect(await store.use(hash, calm)).toBeNull();
      expect(await store.use(other.hash, calm)).not.toBeNull();
    });
  });
}
