import { describe, expect, it } from "vitest";
import { noVectors, type UserVectors } from "./user-vectors.ts";

const DIMENSIONS = 8;

describe("a user's vectors in memory", () => {
  it("keeps the vectors of each document", () => {
    const vectors = noVectors(DIMENSIONS);
    for (let i = 0; i < 40; i++) fill(vectors, `doc-${i}`, { count: i + 1, number: i });
    for (let i = 0; i < 40; i++) expect(numbersOf(vectors, `doc-${i}`)).toEqual(repeated(i + 1, i));
  });

  it("forgets a document that is dropped, and nothing else", () => {
    const vectors = noVectors(DIMENSIONS);
    fill(vectors, "a", { count: 3, number: 1 });
    fill(vectors, "b", { count: 3, number: 2 });
    vectors.drop("a");
    vectors.drop("never there");
    expect([...vectors.documents.keys()]).toEqual(["b"]);
    expect(numbersOf(vectors, "b")).toEqual(repeated(3, 2));
  });

  it("never writes over a place that was used", () => {
    const vectors = noVectors(DIMENSIONS);
    fill(vectors, "a", { count: 10, number: 1 });
    fill(vectors, "keeper", { count: 30, number: 7 });
    const old = vectors.documents.get("a");
    const place = old?.segment.numbers.subarray(0, 10 * DIMENSIONS);
    for (let i = 0; i < 20; i++) {
      vectors.drop("a");
      fill(vectors, "a", { count: 10, number: 2 + i });
    }
    expect(Array.from(place ?? [])).toEqual(repeated(10, 1));
    expect(numbersOf(vectors, "a")).toEqual(repeated(10, 21));
    expect(numbersOf(vectors, "keeper")).toEqual(repeated(30, 7));
  });

  it("gives memory back when documents are replaced again and again", () => {
    const vectors = noVectors(DIMENSIONS);
    for (let i = 0; i < 20; i++) fill(vectors, `doc-${i}`, { count: 50, number: i });
    const before = vectors.sizeBytes();
    for (let round = 0; round < 100; round++) {
      const documentId = `doc-${round % 20}`;
      vectors.drop(documentId);
      fill(vectors, documentId, { count: 50, number: round });
    }
    expect(vectors.sizeBytes()).toBeLessThanOrEqual(before * 3);
    for (let round = 80; round < 100; round++) {
      expect(numbersOf(vectors, `doc-${round % 20}`)).toEqual(repeated(50, round));
    }
  });

  it("gives the memory of a large document back as soon as it goes", () => {
    const vectors = noVectors(DIMENSIONS);
    fill(vectors, "small", { count: 5, number: 1 });
    const before = vectors.sizeBytes();
    fill(vectors, "large", { count: 5_000, number: 2 });
    expect(vectors.sizeBytes()).toBe(before + 5_000 * DIMENSIONS * 4);
    vectors.drop("large");
    expect(vectors.sizeBytes()).toBe(before);
  });

  it("takes little for a user who has little", () => {
    const vectors = noVectors(DIMENSIONS);
    expect(vectors.sizeBytes()).toBe(0);
    fill(vectors, "one", { count: 1, number: 1 });
    expect(vectors.sizeBytes()).toBe(64 * DIMENSIONS * 4);
  });
});

function fill(
  vectors: UserVectors,
  documentId: string,
  { count, number }: { count: number; number: number },
): void {
  vectors.add({ documentId, revision: 1, type: "TXT", count, words: null }).fill(number);
}

function numbersOf(vectors: UserVectors, documentId: string): number[] {
  const document = vectors.documents.get(documentId);
  if (document === undefined) return [];
  const { segment, first, count } = document;
  return Array.from(segment.numbers.subarray(first * DIMENSIONS, (first + count) * DIMENSIONS));
}

function repeated(count: number, number: number): number[] {
  return new Array<number>(count * DIMENSIONS).fill(number);
}
