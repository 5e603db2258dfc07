import { describe, expect, it } from "vitest";
import { emptyLibrary, type Library } from "./library.ts";

const DIMENSIONS = 8;

describe("a library in memory", () => {
  it("keeps the vectors of each document", () => {
    const library = emptyLibrary(DIMENSIONS);
    for (let i = 0; i < 40; i++) fill(library, `doc-${i}`, { count: i + 1, number: i });
    for (let i = 0; i < 40; i++) expect(numbersOf(library, `doc-${i}`)).toEqual(repeated(i + 1, i));
  });

  it("forgets a document that is dropped, and nothing else", () => {
    const library = emptyLibrary(DIMENSIONS);
    fill(library, "a", { count: 3, number: 1 });
    fill(library, "b", { count: 3, number: 2 });
    library.drop("a");
    library.drop("never there");
    expect([...library.documents.keys()]).toEqual(["b"]);
    expect(numbersOf(library, "b")).toEqual(repeated(3, 2));
  });

  it("never writes over a place that was used, so that a running scan reads on", () => {
    const library = emptyLibrary(DIMENSIONS);
    fill(library, "a", { count: 10, number: 1 });
    fill(library, "keeper", { count: 30, number: 7 });
    const old = library.documents.get("a");
    const place = old?.segment.numbers.subarray(0, 10 * DIMENSIONS);
    for (let i = 0; i < 20; i++) {
      library.drop("a");
      fill(library, "a", { count: 10, number: 2 + i });
    }
    expect(Array.from(place ?? [])).toEqual(repeated(10, 1));
    expect(numbersOf(library, "a")).toEqual(repeated(10, 21));
    expect(numbersOf(library, "keeper")).toEqual(repeated(30, 7));
  });

  it("gives memory back when documents are replaced again and again", () => {
    const library = emptyLibrary(DIMENSIONS);
    for (let i = 0; i < 20; i++) fill(library, `doc-${i}`, { count: 50, number: i });
    const before = library.sizeBytes();
    for (let round = 0; round < 100; round++) {
      const documentId = `doc-${round % 20}`;
      library.drop(documentId);
      fill(library, documentId, { count: 50, number: round });
    }
    expect(library.sizeBytes()).toBeLessThanOrEqual(before * 3);
    for (let round = 80; round < 100; round++) {
      expect(numbersOf(library, `doc-${round % 20}`)).toEqual(repeated(50, round));
    }
  });

  it("gives the memory of a large document back as soon as it goes", () => {
    const library = emptyLibrary(DIMENSIONS);
    fill(library, "small", { count: 5, number: 1 });
    const before = library.sizeBytes();
    fill(library, "large", { count: 5_000, number: 2 });
    expect(library.sizeBytes()).toBe(before + 5_000 * DIMENSIONS * 4);
    library.drop("large");
    expect(library.sizeBytes()).toBe(before);
  });

  it("takes little for a user who has little", () => {
    const library = emptyLibrary(DIMENSIONS);
    expect(library.sizeBytes()).toBe(0);
    fill(library, "one", { count: 1, number: 1 });
    expect(library.sizeBytes()).toBe(64 * DIMENSIONS * 4);
  });
});

function fill(
  library: Library,
  documentId: string,
  { count, number }: { count: number; number: number },
): void {
  library.add({ documentId, revision: 1, type: "TXT", count }).fill(number);
}

function numbersOf(library: Library, documentId: string): number[] {
  const document = library.documents.get(documentId);
  if (document === undefined) return [];
  const { segment, first, count } = document;
  return Array.from(segment.numbers.subarray(first * DIMENSIONS, (first + count) * DIMENSIONS));
}

function repeated(count: number, number: number): number[] {
  return new Array<number>(count * DIMENSIONS).fill(number);
}
