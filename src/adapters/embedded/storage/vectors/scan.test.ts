import { describe, expect, it } from "vitest";
import { type ScanQuery, scanChunks, scanDocuments } from "./scan.ts";
import { noVectors, type UserVectors } from "./user-vectors.ts";

const DIMENSIONS = 8;

describe("a scan", () => {
  it("puts equal scores in the order of document and position, whatever was loaded first", () => {
    const expected = ["a 0", "a 1", "b 0", "b 1", "c 0", "c 1"];
    for (const order of [
      ["a", "b", "c"],
      ["c", "b", "a"],
      ["b", "c", "a"],
    ]) {
      const vectors = vectorsWith(order.map((id) => [id, [0.5, 0.5]]));
      expect(ranked(vectors, {})).toEqual(expected);
      expect(ranked(vectors, { limit: 3 })).toEqual(expected.slice(0, 3));
      expect(
        scanDocuments(vectors, queryOf({ limit: 2 }), 1)
          .flat()
          .map(labelOf),
      ).toEqual(["a 0", "b 0"]);
    }
  });

  it("keeps scores between minus one and one", () => {
    const vectors = vectorsWith([["a", [1.0000001, -1.0000001]]]);
    const scores = scanChunks(vectors, queryOf({ scoreFloor: -1 })).map(({ score }) => score);
    expect(scores).toEqual([1, -1]);
  });

  it("finds a score that is exactly the floor", () => {
    const vectors = vectorsWith([["a", [0.5, 0.25]]]);
    expect(ranked(vectors, { scoreFloor: 0.5 })).toEqual(["a 0"]);
  });

  it("finds nothing for a limit of nothing, and never what is not a number", () => {
    const vectors = vectorsWith([["a", [0.5, Number.NaN]]]);
    expect(ranked(vectors, { limit: 0 })).toEqual([]);
    expect(ranked(vectors, { scoreFloor: -1 })).toEqual(["a 0"]);
    expect(scanDocuments(vectors, queryOf({ limit: 0 }), 3)).toEqual([]);
  });

  it("keeps the best when the worst come first", () => {
    const scores = Array.from({ length: 200 }, (_, i) => i / 200);
    const vectors = vectorsWith([["a", scores]]);
    expect(ranked(vectors, { limit: 3 })).toEqual(["a 199", "a 198", "a 197"]);
  });

  it("uses every number of the vectors", () => {
    const vectors = noVectors(DIMENSIONS);
    const numbers = Float32Array.from({ length: DIMENSIONS }, (_, i) => (i + 1) / 16);
    vectors.add({ documentId: "a", revision: 1, type: "TXT", count: 1, words: null }).set(numbers);
    const vector = Float32Array.from({ length: DIMENSIONS }, (_, i) => (8 - i) / 16);
    const exact = numbers.reduce((total, number, i) => total + number * (vector[i] ?? 0), 0);
    expect(scanChunks(vectors, queryOf({ vector }))[0]?.score).toBeCloseTo(exact, 12);
  });
});

/** Documents whose chunks have these scores with the query of `queryOf`. */
function vectorsWith(documents: [string, number[]][]): UserVectors {
  const vectors = noVectors(DIMENSIONS);
  for (const [documentId, scores] of documents) {
    const place = vectors.add({ documentId, revision: 1, type: "TXT", count: scores.length, words: null });
    for (const [position, score] of scores.entries()) place[position * DIMENSIONS] = score;
  }
  return vectors;
}

function queryOf(fields: Partial<ScanQuery>): ScanQuery {
  const vector = new Float32Array(DIMENSIONS);
  vector[0] = 1;
  return {
    ...{ vector, limit: 100, scoreFloor: 0 },
    ...{ documentTypes: [], documentIds: [], excludedDocumentId: null },
    ...fields,
  };
}

function ranked(vectors: UserVectors, fields: Partial<ScanQuery>): string[] {
  return scanChunks(vectors, queryOf(fields)).map(labelOf);
}

function labelOf({ documentId, position }: { documentId: string; position: number }): string {
  return `${documentId} ${position}`;
}
