import { describe, expect, it } from "vitest";
import { newId } from "../../src/domain/id.ts";
import type { FileStore } from "../../src/ports/file-store.ts";
import type { VectorStore } from "../../src/ports/vector-store.ts";
import type { WholeDocuments } from "../../src/ports/whole-documents.ts";
import { newFile } from "../doubles/new-file.ts";
import { world } from "./indexed-documents.ts";
import { calm, openStoreDuring, type StoreUnderTest } from "./store-under-test.ts";

export interface WholeStores {
  files: FileStore;
  vectors: VectorStore;
  whole: WholeDocuments;
}

/** What everything promises that changes files and passages as one. */
export function wholeDocumentsContract(name: string, open: () => Promise<StoreUnderTest<WholeStores>>): void {
  describe(`whole documents in ${name}`, () => {
    const { put, userId } = world(42);
    let store: WholeStores;
    const reopen = openStoreDuring(open, "test", (now) => {
      store = now;
    });

    const putFile = async () =>
      (await store.files.put(newFile("some words", { userId, name: "a.md" }), calm)).fileId;
    const putPassages = (documentId: string) => put(store.vectors, [0.9, 0.8], { documentId });
    const listed = async (documentId: string) =>
      (await store.vectors.listDocuments(userId, calm)).find((other) => other.documentId === documentId);

    it("are renamed, file and passages", async () => {
      const documentId = await putFile();
      await putPassages(documentId);
      const renamed = await store.whole.rename(documentId, "b 日本.md", calm);
      expect(renamed).toMatchObject({ fileId: documentId, name: "b 日本.md" });
      await reopen();
      expect((await store.files.find(documentId, calm)).name).toBe("b 日本.md");
      expect((await listed(documentId))?.documentName).toBe("b 日本.md");
      expect(await store.whole.unfinished(calm)).toEqual([]);
    });

    it("are renamed where nothing was indexed of them", async () => {
      const documentId = await putFile();
      await store.whole.rename(documentId, "b.md", calm);
      expect((await store.files.find(documentId, calm)).name).toBe("b.md");
    });

    it("cannot be renamed without a file, and keep their name then", async () => {
      const documentId = newId();
      const { documentName } = await putPassages(documentId);
      await expect(store.whole.rename(documentId, "b.md", calm)).rejects.toMatchObject({
        code: "file-not-found",
      });
      expect((await listed(documentId))?.documentName).toBe(documentName);
    });

    it("are removed, file and passages", async () => {
      const documentId = await putFile();
      await putPassages(documentId);
      expect(await store.whole.remove(documentId, calm)).toEqual({ file: true, chunks: 2 });
      await reopen();
      await expect(store.files.find(documentId, calm)).rejects.toMatchObject({ code: "file-not-found" });
      expect(await listed(documentId)).toBeUndefined();
      expect(await store.whole.remove(documentId, calm)).toEqual({ file: false, chunks: 0 });
    });

    it("are changed by their owner alone, where an owner is named", async () => {
      const id = await putFile();
      const { documentName } = await putPassages(id);
      const [mine, another] = [
        { id, owner: userId },
        { id, owner: newId() },
      ];
      await expect(store.whole.rename(another, "b.md", calm)).rejects.toMatchObject({
        code: "file-not-found",
      });
      expect(await store.whole.remove(another, calm)).toEqual({ file: false, chunks: 0 });
      expect(await listed(id)).toMatchObject({ documentName, chunks: 2 });
      expect((await store.files.find(id, calm)).name).toBe("a.md");
      expect(await store.whole.unfinished(calm)).toEqual([]);
      expect(await store.whole.rename(mine, "b.md", calm)).toMatchObject({ name: "b.md" });
      expect((await listed(id))?.documentName).toBe("b.md");
      expect(await store.whole.remove(mine, calm)).toEqual({ file: true, chunks: 2 });
      expect(await listed(id)).toBeUndefined();
    });

    it("are removed where one half of them is gone", async () => {
      const withoutFile = newId();
      await putPassages(withoutFile);
      expect(await store.whole.remove(withoutFile, calm)).toEqual({ file: false, chunks: 2 });
      const withoutPassages = await putFile();
      expect(await store.whole.remove(withoutPassages, calm)).toEqual({ file: true, chunks: 0 });
      expect(await listed(withoutFile)).toBeUndefined();
    });
  });
}
