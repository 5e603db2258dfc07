import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../src/domain/id.ts";
import type { AuditEntry, AuditLog } from "../../src/ports/audit-log.ts";
import type { StoreUnderTest } from "./store-under-test.ts";

/** What every audit log promises. */
export function auditLogContract(name: string, open: () => Promise<StoreUnderTest<AuditLog>>): void {
  describe(`${name} as an audit log`, () => {
    let time = Date.UTC(2026, 0, 1);
    let opened: StoreUnderTest<AuditLog>;
    let log: AuditLog;
    beforeAll(async () => {
      opened = await open();
      log = opened.store;
    });
    afterAll(() => opened.close());

    const newEntry = (fields: Partial<AuditEntry> = {}): AuditEntry => {
      time += 1_000;
      return {
        ...{ at: new Date(time).toISOString(), action: "file-read", userId: newId(), by: "password" },
        ...{ subject: newId(), from: "192.0.2.7" },
        ...fields,
      };
    };
    const add = async (fields: Partial<AuditEntry> = {}) => {
      const entry = newEntry(fields);
      await log.write(entry);
      return entry;
    };

    it("gives back what was written, newest first, also after a restart", async () => {
      const userId = newId();
      const first = await add({ userId, action: "sign-in", subject: 'Zoë "1"\n日本 👩‍👩‍👧' });
      const second = await add({ userId, action: "key-removed", by: "command", from: null });
      const third = await add({ userId: null, by: "none", action: "sign-in-refused" });
      log = await opened.reopen();
      expect(await log.read({ userId, limit: 10 })).toEqual([second, first]);
      expect(await log.read({ limit: 2 })).toEqual([third, second]);
      expect(await log.read({ limit: 0 })).toEqual([]);
    });

    it("finds what concerns a user, a subject, or both", async () => {
      const [userId, subject] = [newId(), newId()];
      const both = await add({ userId, subject });
      const own = await add({ userId });
      const others = await add({ subject });
      expect(await log.read({ userId, limit: 10 })).toEqual([own, both]);
      expect(await log.read({ subject, limit: 10 })).toEqual([others, both]);
      expect(await log.read({ userId, subject, limit: 10 })).toEqual([both]);
      expect(await log.read({ userId: userId.toUpperCase(), limit: 10 })).toEqual([]);
    });

    it("keeps the order of calls that nobody waited for", async () => {
      const userId = newId();
      const entries = Array.from({ length: 2_500 }, () => newEntry({ userId }));
      await Promise.all(entries.map((entry) => log.write(entry)));
      expect(await log.read({ userId, limit: 5_000 })).toEqual(entries.toReversed());
    });
  });
}
