import { describe, expect, it } from "vitest";
import { newId, pointId } from "../../src/domain/id.ts";
import { CHUNKS_PER_DOCUMENT, type VectorQuery, type VectorStore } from "../../src/ports/vector-store.ts";
import { closeTo, cosineOf, found, newDocument, pointsOf, queryOf, world } from "./indexed-documents.ts";
import { calm } from "./store-under-test.ts";

/** The part of the contract on searches. */
export function searchContract(store: () => VectorStore): void {
  describe("search", () => {
    it("finds the nearest chunks first, with their payload", async () => {
      const { put, queryFor } = world(1);
      const cosines = [0.5, 0.9, 0.7];
      const fields = { documentName: "Grüße 日本 👋.md" };
      const document = await put(store(), cosines, fields);
      const hits = await store().search(queryFor(), calm);
      expect(hits.map(({ chunkIndex }) => chunkIndex)).toEqual([1, 2, 0]);
      expect(hits.map(({ score }) => score)).toEqual([0.9, 0.7, 0.5].map((score) => closeTo(score)));
      expect(hits[0]).toEqual({
        id: pointId(document.documentId, document.indexVersion, 1),
        score: closeTo(0.9),
        documentId: document.documentId,
        chunkText: `${document.indexVersion}: chunk 1 — 日本語 👩‍👩‍👧`,
        documentName: "Grüße 日本 👋.md",
        documentType: "MD",
        category: "Notes",
        chunkIndex: 1,
        pageNumber: 1,
        section: null,
      });
      expect(hits[1]?.pageNumber).toBe(null);
      expect(hits[1]?.section).toBe("Guide > Übersicht");
    });

    it("gives a vector the score one with itself", async () => {
      const { vectors, userId } = world(2);
      const document = newDocument({ userId });
      const same = vectors.random();
      await store().replaceDocument(document, pointsOf(document, [same, vectors.random()]), calm);
      const [best] = await store().search(queryOf({ userId, vector: same, limit: 1 }), calm);
      expect(best?.chunkIndex).toBe(0);
      expect(best?.score).toEqual(closeTo(1));
      expect(best?.score).toBeLessThanOrEqual(1);
    });

    it("finds nothing below the floor, and negative scores where the floor allows them", async () => {
      const { put, queryFor } = world(3);
      const document = await put(store(), [0.61, 0.59, 0.2, -0.4]);
      const at = (scoreFloor: number) => found(store(), queryFor({ scoreFloor }));
      const id = document.documentId;
      expect(await at(0.6)).toEqual([`${id} 0`]);
      expect(await at(0.5)).toEqual([`${id} 0`, `${id} 1`]);
      expect(await at(-1)).toEqual([`${id} 0`, `${id} 1`, `${id} 2`, `${id} 3`]);
      expect(await at(0.7)).toEqual([]);
    });

    it("finds no more than the limit", async () => {
      const { put, queryFor } = world(4);
      const { documentId } = await put(store(), [0.4, 0.5, 0.6, 0.7, 0.8]);
      const query = queryFor({ limit: 2 });
      expect(await found(store(), query)).toEqual([`${documentId} 4`, `${documentId} 3`]);
    });

    it("finds only the types and documents asked for, all where none are named", async () => {
      const { put, queryFor } = world(5);
      const one = (cosine: number, documentType: string) => put(store(), [cosine], { documentType });
      const pdf = await one(0.9, "PDF");
      const text = await one(0.8, "TXT");
      const other = await one(0.7, "PDF");
      const ids = async (fields: Partial<VectorQuery>) =>
        (await store().search(queryFor(fields), calm)).map(({ documentId }) => documentId);
      const [a, b, c] = [pdf.documentId, text.documentId, other.documentId];
      expect(await ids({})).toEqual([a, b, c]);
      expect(await ids({ documentTypes: ["PDF"] })).toEqual([a, c]);
      expect(await ids({ documentTypes: ["TXT", "PDF"] })).toEqual([a, b, c]);
      expect(await ids({ documentTypes: ["DOCX"] })).toEqual([]);
      expect(await ids({ documentIds: [c, b] })).toEqual([b, c]);
      expect(await ids({ documentIds: [newId()] })).toEqual([]);
      expect(await ids({ documentIds: [b, c], documentTypes: ["PDF"] })).toEqual([c]);
      expect(await ids({ excludedDocumentId: a })).toEqual([b, c]);
      expect(await ids({ documentIds: [a, b], excludedDocumentId: a })).toEqual([b]);
    });

    it("fills the limit from what a filter leaves", async () => {
      const { put, queryFor } = world(6);
      await put(store(), new Array(60).fill(0.9), { documentType: "PDF" });
      const text = await put(store(), [0.5, 0.4], { documentType: "TXT" });
      const query = queryFor({ limit: 5, documentTypes: ["TXT"] });
      expect(await found(store(), query)).toEqual([`${text.documentId} 0`, `${text.documentId} 1`]);
    });

    it("never finds what another user has", async () => {
      const { target, put, queryFor } = world(7);
      const theirs = await put(store(), [0.95], { userId: newId() });
      const mine = await put(store(), [0.5]);
      const query = queryFor();
      expect(await found(store(), query)).toEqual([`${mine.documentId} 0`]);
      expect(await found(store(), { ...query, documentIds: [theirs.documentId] })).toEqual([]);
      expect(await store().searchDocuments(query, calm)).toHaveLength(1);
      expect(await found(store(), queryOf({ userId: newId(), vector: target }))).toEqual([]);
    });

    it("finds the exact best among many chunks", async () => {
      const { vectors, target, userId, queryFor } = world(8);
      const document = newDocument({ userId });
      const all = Array.from({ length: 1_500 }, () => vectors.random());
      await store().replaceDocument(document, pointsOf(document, all), calm);
      const exact = all
        .map((vector, chunkIndex) => ({ chunkIndex, score: cosineOf(vector, target) }))
        .sort((a, b) => b.score - a.score)
        .slice(0, 10);
      const hits = await store().search(queryFor({ scoreFloor: -1 }), calm);
      expect(hits.map(({ chunkIndex }) => chunkIndex)).toEqual(exact.map(({ chunkIndex }) => chunkIndex));
      expect(hits.map(({ score }) => score)).toEqual(exact.map(({ score }) => closeTo(score)));
    });
  });

  describe("searchDocuments", () => {
    it("gives each document with its best chunks, the nearest document first", async () => {
      const { put, queryFor } = world(11);
      const a = await put(store(), [0.6, 0.62, 0.64, 0.66, 0.68]);
      const b = await put(store(), [0.1, 0.9]);
      await put(store(), [0.2, 0.1]);
      const query = queryFor({ scoreFloor: 0.5 });
      const groups = await store().searchDocuments(query, calm);
      expect(groups.map((hits) => hits.map((hit) => `${hit.documentId} ${hit.chunkIndex}`))).toEqual([
        [`${b.documentId} 1`],
        [4, 3, 2].slice(0, CHUNKS_PER_DOCUMENT).map((index) => `${a.documentId} ${index}`),
      ]);
      expect(groups[0]?.[0]?.score).toEqual(closeTo(0.9));
      expect(groups[0]?.[0]?.documentName).toBe(b.documentName);
    });

    it("counts documents against the limit, not chunks", async () => {
      const { put, queryFor } = world(12);
      await put(store(), new Array(50).fill(0.9));
      const second = await put(store(), [0.8]);
      await put(store(), [0.7]);
      const query = queryFor({ limit: 2 });
      const groups = await store().searchDocuments(query, calm);
      expect(groups).toHaveLength(2);
      expect(groups[1]?.map(({ documentId }) => documentId)).toEqual([second.documentId]);
    });

    it("leaves out the excluded document and what the filters do", async () => {
      const { put, queryFor } = world(13);
      const source = await put(store(), [0.99], { documentType: "PDF" });
      const near = await put(store(), [0.8], { documentType: "PDF" });
      const text = await put(store(), [0.7], { documentType: "TXT" });
      const ids = async (fields: Partial<VectorQuery>) => {
        const query = queryFor(fields);
        return (await store().searchDocuments(query, calm)).map(([best]) => best?.documentId);
      };
      expect(await ids({ excludedDocumentId: source.documentId })).toEqual([
        near.documentId,
        text.documentId,
      ]);
      expect(await ids({ documentTypes: ["TXT"] })).toEqual([text.documentId]);
      expect(await ids({ documentIds: [near.documentId] })).toEqual([near.documentId]);
    });
  });
}
