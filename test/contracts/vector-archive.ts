import { describe, expect, it } from "vitest";
import { newId } from "../../src/domain/id.ts";
import type { ArchivedDocument, VectorArchive } from "../../src/ports/vector-archive.ts";
import type { VectorLeftovers } from "../../src/ports/vector-leftovers.ts";
import type { IndexedDocument, VectorStore } from "../../src/ports/vector-store.ts";
import { cosineOf, newDocument, pointsOf, world } from "./indexed-documents.ts";
import { calm, openStoreDuring, type StoreUnderTest } from "./store-under-test.ts";

/** A vector store, the archive of all that it holds, and what was left behind in it. */
export interface ArchivedVectors {
  vectors: VectorStore;
  archive: VectorArchive;
  leftovers: VectorLeftovers;
}

/** What every archive of documents promises. */
export function vectorArchiveContract(
  name: string,
  open: () => Promise<StoreUnderTest<ArchivedVectors>>,
): void {
  describe(`${name} as an archive of documents`, () => {
    let store: ArchivedVectors;
    const reopen = openStoreDuring(open, "suite", (now) => {
      store = now;
    });

    const listed = async (ids: readonly string[]) => {
      const all = await Array.fromAsync(store.archive.documents(calm));
      return all.filter(({ documentId }) => ids.includes(documentId)).toSorted(byId);
    };

    it("lists the documents of all users with all that is known of them", async () => {
      const { put } = world(91);
      const first = await put(store.vectors, [0.9, 0.8, 0.7], {
        userId: newId(),
        pages: 12,
        size: 34_567,
        documentType: "PDF",
        category: "Legal",
        documentName: "Größe.pdf",
      });
      const second = await put(store.vectors, [0.5], { userId: newId() });
      const expected = [archivedOf(first, 3), archivedOf(second, 1)].toSorted(byId);
      expect(await listed([first.documentId, second.documentId])).toEqual(expected);
    });

    it("gives a document's points as they were put, in the order of the chunks", async () => {
      const { vectors, target, userId } = world(92);
      const document = newDocument({ userId });
      const points = pointsOf(
        document,
        Array.from({ length: 600 }, () => vectors.near(target, 0.6)),
      );
      await store.vectors.replaceDocument(document, points, calm);
      await reopen();
      const [archived] = await listed([document.documentId]);
      if (archived === undefined) throw new Error("The document is not listed");
      const read = await store.archive.points(archived, calm);
      expect(read.map(({ id, chunk }) => ({ id, chunk }))).toEqual(
        points.map(({ id, chunk }) => ({ id, chunk })),
      );
      for (const [index, { vector }] of read.entries()) {
        expect(cosineOf(vector, points[index]?.vector ?? vector)).toBeCloseTo(1, 5);
      }
    });

    it("lists a document once and as it is when it was replaced and renamed, and not when it was removed", async () => {
      const { put } = world(93);
      const gone = await put(store.vectors, [0.9]);
      await store.vectors.removeDocument(gone.documentId, calm);
      const before = await put(store.vectors, [0.9, 0.8]);
      const [old] = await listed([before.documentId]);
      const fields = { documentId: before.documentId };
      const after = await put(store.vectors, [0.9], fields);
      await store.vectors.renameDocument(before.documentId, "new.md", calm);
      const now = archivedOf({ ...after, documentName: "new.md" }, 1);
      expect(await listed([gone.documentId, before.documentId])).toEqual([now]);
      if (old === undefined) throw new Error("The document was not listed");
      await expect(store.archive.points(old, calm)).rejects.toMatchObject({ code: "vector-store-failed" });
      expect(await store.archive.points(now, calm)).toHaveLength(1);
    });

    it("has no leftovers of what was finished, and removing them does no harm", async () => {
      const { put, queryFor } = world(94);
      const { documentId } = await put(store.vectors, [0.9, 0.8]);
      await put(store.vectors, [0.9], { documentId });
      expect(await store.leftovers.leftovers(calm)).toEqual([]);
      expect(await store.leftovers.removeLeftovers(calm)).toEqual([]);
      expect(await store.vectors.search(queryFor(), calm)).toHaveLength(1);
    });
  });
}

/** The document as an archive lists it: who made its vectors is known of the store as a whole. */
function archivedOf({ embedder: _maker, ...document }: IndexedDocument, chunks: number): ArchivedDocument {
  return { ...document, chunks };
}

function byId(a: { documentId: string }, b: { documentId: string }): number {
  return a.documentId < b.documentId ? -1 : 1;
}
