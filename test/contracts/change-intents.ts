import { describe, expect, it } from "vitest";
import { newId } from "../../src/domain/id.ts";
import type { ChangeIntents } from "../../src/ports/change-intents.ts";
import type { VectorStore } from "../../src/ports/vector-store.ts";
import { world } from "./indexed-documents.ts";
import { calm, openStoreDuring, type StoreUnderTest } from "./store-under-test.ts";

export interface IntentStores {
  vectors: VectorStore;
  intents: ChangeIntents;
}

/** What every keeper of intents promises. */
export function changeIntentsContract(name: string, open: () => Promise<StoreUnderTest<IntentStores>>): void {
  describe(`intents with documents in ${name}`, () => {
    const here = world(41);
    const { userId } = here;
    let store: IntentStores;
    const reopen = openStoreDuring(open, "test", (now) => {
      store = now;
    });

    const put = (documentId = newId()) => here.put(store.vectors, [0.9, 0.8], { documentId });
    const kindOf = async (documentId: string) =>
      (await store.intents.all(calm)).find((change) => change.documentId === documentId)?.kind;

    it("are kept until they are withdrawn, the latest of each document", async () => {
      const { documentId } = await put();
      await store.intents.intend(documentId, "rename", calm);
      await store.intents.intend(documentId, "remove", calm);
      await reopen();
      const own = (await store.intents.all(calm)).filter((change) => change.documentId === documentId);
      expect(own).toEqual([
        { documentId, userId, kind: "remove", since: expect.stringMatching(/^\d{4}-.*Z$/) },
      ]);
      await store.intents.withdraw(documentId, calm);
      expect(await kindOf(documentId)).toBeUndefined();
    });

    it("are not kept for a document without passages", async () => {
      const documentId = newId();
      await store.intents.intend(documentId, "remove", calm);
      await store.intents.withdraw(documentId, calm);
      expect(await kindOf(documentId)).toBeUndefined();
      await store.intents.intend(documentId, "remove", calm);
      await put(documentId);
      expect(await kindOf(documentId)).toBeUndefined();
    });

    it("are kept for the owner of the passages alone, where an owner is named", async () => {
      const { documentId: id } = await put();
      const [mine, another] = [
        { id, owner: userId },
        { id, owner: newId() },
      ];
      await store.intents.intend(another, "remove", calm);
      expect(await kindOf(id)).toBeUndefined();
      await store.intents.intend(mine, "rename", calm);
      await store.intents.withdraw(another, calm);
      expect(await kindOf(id)).toBe("rename");
      await store.intents.withdraw(mine, calm);
      expect(await kindOf(id)).toBeUndefined();
    });

    it("go when the passages are renamed or removed", async () => {
      const { documentId: renamed } = await put();
      const { documentId: removed } = await put();
      await store.intents.intend(renamed, "rename", calm);
      await store.intents.intend(removed, "remove", calm);
      await store.vectors.renameDocument(renamed, "new.md", calm);
      await store.vectors.removeDocument(removed, calm);
      expect(await kindOf(renamed)).toBeUndefined();
      expect(await kindOf(removed)).toBeUndefined();
    });
  });
}
