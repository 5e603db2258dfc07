import { describe, expect, it } from "vitest";
import { newId } from "../../src/domain/id.ts";
import type { VectorStore } from "../../src/ports/vector-store.ts";
import { cosineOf, found, newDocument, pointsOf, queryOf, world } from "./indexed-documents.ts";
import { calm } from "./store-under-test.ts";

/** The part of the contract on documents: how they are listed, changed and replaced. */
export function documentContract(store: () => VectorStore): void {
  describe("documents", () => {
    it("lists the user's documents, the latest indexed first", async () => {
      const { userId, put } = world(21);
      const at = (indexedAt: string, cosines: number[]) =>
        put(store(), cosines, { indexedAt, pages: 12, size: 3_456 });
      const middle = await at("2026-03-02T10:00:00.000Z", [0.1, 0.2]);
      const latest = await at("2026-03-03T10:00:00.000Z", [0.1]);
      const oldest = await at("2026-03-01T10:00:00.000Z", [0.1, 0.2, 0.3]);
      expect(await store().listDocuments(userId, calm)).toEqual(
        [
          { ...latest, chunks: 1 },
          { ...middle, chunks: 2 },
          { ...oldest, chunks: 3 },
        ].map(({ indexVersion: _version, userId: _owner, embedder: _maker, ...document }) => document),
      );
      expect(await store().listDocuments(newId(), calm)).toEqual([]);
    });

    it("gives the first vectors of a document in the order of its chunks, to its owner alone", async () => {
      const { vectors, userId } = world(22);
      const document = newDocument({ userId });
      const all = Array.from({ length: 12 }, () => vectors.random());
      await store().replaceDocument(document, pointsOf(document, all).reverse(), calm);
      const { vectors: first } = await store().firstVectors(document, 5, calm);
      expect(first.map((vector) => all.findIndex((other) => cosineOf(vector, other) > 0.999))).toEqual([
        0, 1, 2, 3, 4,
      ]);
      expect((await store().firstVectors(document, 50, calm)).vectors).toHaveLength(12);
      const { documentId } = document;
      const none = { vectors: [], embedder: null };
      expect(await store().firstVectors({ documentId, userId: newId() }, 5, calm)).toEqual(none);
      expect(await store().firstVectors({ documentId: newId(), userId }, 5, calm)).toEqual(none);
    });

    it("lists the chunks of a document in their order, page by page, to its owner alone", async () => {
      const { vectors, userId } = world(25);
      const document = newDocument({ userId });
      const points = pointsOf(
        document,
        Array.from({ length: 7 }, () => vectors.random()),
      );
      await store().replaceDocument(document, points.toReversed(), calm);
      const expected = points.map(({ chunk: { chunkIndex, text, pageNumber, section } }) => ({
        chunkIndex,
        chunkText: text,
        pageNumber,
        section,
      }));
      const list = (from: number, limit: number) => store().listChunks(document, { from, limit }, calm);
      expect(await list(0, 100)).toEqual({ chunks: expected, total: 7 });
      expect(await list(2, 3)).toEqual({ chunks: expected.slice(2, 5), total: 7 });
      expect(await list(7, 3)).toEqual({ chunks: [], total: 7 });
      const stranger = { documentId: document.documentId, userId: newId() };
      expect(await store().listChunks(stranger, { from: 0, limit: 9 }, calm)).toEqual({
        chunks: [],
        total: 0,
      });
    });

    it("renames and removes a document as its owner's alone, where an owner is named", async () => {
      const { userId, put, queryFor } = world(29);
      const { documentId: id, documentName } = await put(store(), [0.9, 0.8]);
      const another = { id, owner: newId() };
      const names = async () =>
        (await store().listDocuments(userId, calm)).map((listed) => listed.documentName);
      await store().renameDocument(another, "taken.md", calm);
      expect(await names()).toEqual([documentName]);
      expect(await store().removeDocument(another, calm)).toBe(0);
      expect(await found(store(), queryFor())).toHaveLength(2);
      await store().renameDocument({ id, owner: userId }, "mine.md", calm);
      expect(await names()).toEqual(["mine.md"]);
      expect(await store().removeDocument({ id, owner: userId }, calm)).toBe(2);
      expect(await names()).toEqual([]);
    });

    it("renames a document in all of its chunks and in the list, and nothing else", async () => {
      const { userId, put, queryFor } = world(23);
      const document = await put(store(), [0.9, 0.8, 0.7]);
      const other = await put(store(), [0.6]);
      const before = await store().search(queryFor(), calm);
      await store().renameDocument(document.documentId, "Neuer Name 名前.txt", calm);
      const after = await store().search(queryFor(), calm);
      expect(after).toEqual(
        before.map((hit) =>
          hit.documentId === document.documentId ? { ...hit, documentName: "Neuer Name 名前.txt" } : hit,
        ),
      );
      const names = (await store().listDocuments(userId, calm)).map(({ documentName }) => documentName);
      expect(names.toSorted()).toEqual(["Neuer Name 名前.txt", other.documentName].toSorted());
    });

    it("renames and removes what is absent without an error", async () => {
      await store().renameDocument(newId(), "nothing.txt", calm);
      expect(await store().removeDocument(newId(), calm)).toBe(0);
    });

    it("removes every chunk of a document and says how many there were", async () => {
      const { userId, put, queryFor } = world(24);
      const document = await put(store(), [0.9, 0.8, 0.7]);
      const kept = await put(store(), [0.6]);
      expect(await store().removeDocument(document.documentId, calm)).toBe(3);
      expect(await found(store(), queryFor())).toEqual([`${kept.documentId} 0`]);
      expect(await store().listDocuments(userId, calm)).toHaveLength(1);
      expect(await store().removeDocument(document.documentId, calm)).toBe(0);
    });
  });

  describe("replacing a document", () => {
    it("is seen by the next search, and leaves nothing of the version before", async () => {
      const { userId, put, queryFor } = world(31);
      const before = await put(store(), [0.9, 0.8, 0.7, 0.6]);
      await found(store(), queryFor());
      const { documentId } = before;
      const after = await put(store(), [0.3, 0.5], { documentId });
      const hits = await store().search(queryFor(), calm);
      expect(hits.map(({ chunkIndex, chunkText }) => `${chunkIndex} ${chunkText.split(":")[0]}`)).toEqual([
        `1 ${after.indexVersion}`,
        `0 ${after.indexVersion}`,
      ]);
      expect(await store().listDocuments(userId, calm)).toMatchObject([{ documentId, chunks: 2 }]);
    });

    it("with no points removes it", async () => {
      const { userId, put, queryFor } = world(32);
      const document = await put(store(), [0.9]);
      await store().replaceDocument(newDocument({ ...document, indexVersion: newId() }), [], calm);
      expect(await found(store(), queryFor())).toEqual([]);
      expect(await store().listDocuments(userId, calm)).toEqual([]);
    });

    it("takes it from the user who had it before", async () => {
      const { target, userId, put, queryFor } = world(33);
      const document = await put(store(), [0.9, 0.8]);
      const heir = newId();
      const { documentId } = document;
      for (const id of [userId, heir]) await found(store(), queryOf({ userId: id, vector: target }));
      await put(store(), [0.7], { userId: heir, documentId });
      expect(await found(store(), queryFor())).toEqual([]);
      expect(await store().listDocuments(userId, calm)).toEqual([]);
      expect((await store().firstVectors({ documentId, userId }, 5, calm)).vectors).toEqual([]);
      expect(await found(store(), queryOf({ userId: heir, vector: target }))).toEqual([`${documentId} 0`]);
      await put(store(), [0.6], { documentId });
      expect(await found(store(), queryOf({ userId: heir, vector: target }))).toEqual([]);
      expect(await found(store(), queryFor())).toEqual([`${documentId} 0`]);
    });

    it("twenty times at once leaves one whole version, and no search sees more or less than one", async () => {
      const { vectors, target, userId, queryFor } = world(34);
      const documentId = newId();
      const sizes = new Map<string, number>();
      const replaceWith = (size: number) => {
        const document = newDocument({ userId, documentId });
        sizes.set(document.indexVersion, size);
        const points = Array.from({ length: size }, () => vectors.near(target, 0.9));
        return store().replaceDocument(document, pointsOf(document, points), calm);
      };
      const expectOneVersion = async () => {
        const hits = await store().search(queryFor({ limit: 100 }), calm);
        const versions = new Set(hits.map(({ chunkText }) => chunkText.split(":")[0] ?? ""));
        expect(versions.size).toBe(1);
        const [version = ""] = versions;
        expect(hits.map(({ chunkIndex }) => chunkIndex).toSorted((a, b) => a - b)).toEqual(
          Array.from({ length: sizes.get(version) ?? 0 }, (_, index) => index),
        );
      };
      await replaceWith(10);
      let isReplacing = true;
      const searching = (async () => {
        let searches = 0;
        for (; isReplacing || searches < 3; searches++) await expectOneVersion();
        return searches;
      })();
      const replacing = Promise.all(Array.from({ length: 20 }, (_, i) => replaceWith(5 + 3 * i)));
      await replacing.finally(() => {
        isReplacing = false;
      });
      expect(await searching).toBeGreaterThanOrEqual(3);
      await expectOneVersion();
      const [listed, ...others] = await store().listDocuments(userId, calm);
      expect(others).toEqual([]);
      expect(await store().removeDocument(documentId, calm)).toBe(listed?.chunks);
    });

    it("does nothing when the signal has aborted before", async () => {
      const { vectors, target, userId, queryFor } = world(35);
      const reason = new Error("gone");
      const aborted = AbortSignal.abort(reason);
      const document = newDocument({ userId });
      const points = pointsOf(document, [vectors.near(target, 0.9)]);
      await expect(store().replaceDocument(document, points, aborted)).rejects.toBe(reason);
      await expect(store().search(queryFor(), aborted)).rejects.toBe(reason);
      expect(await found(store(), queryFor())).toEqual([]);
    });
  });
}
