import { describe, expect, test } from "vitest";
import { documentChecksum, fileChecksum, isSameVector, sessionChecksum, totalChecksum } from "./checksum.ts";
import type { StoredFile } from "./document.ts";

const session = {
  ...{ $id: "s1", userId: "ada", title: "Title", messages: "[]", selectedDocument: null },
  ...{ createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-01-02T00:00:00.000Z" },
};
const file = {
  ...{ fileId: "f1", userId: "ada", name: "a.txt", mimeType: "text/plain", sizeBytes: 6 },
  createdAt: "2026-01-01T00:00:00.000Z",
};
const document = {
  ...{ documentId: "f1", userId: "ada", documentName: "a.txt", documentType: "TXT" },
  ...{ category: "Notes" as const, pages: null, size: 6, indexedAt: "2026-01-01T00:00:00.000Z" },
};
const point = {
  id: "p1",
  chunk: { chunkIndex: 0, text: "abcdef", pageNumber: null, section: null, part: 0, start: 0, end: 6 },
  vector: Float32Array.of(1, 0),
};

function sumOf(of: StoredFile, ...texts: string[]): string {
  const sum = fileChecksum(of);
  for (const text of texts) sum.add(Buffer.from(text));
  return sum.end();
}

describe("a checksum", () => {
  test("of a session changes with each of its fields", () => {
    const changes = Object.keys(session).map((key) => sessionChecksum({ ...session, [key]: "other" }));
    expect(new Set([sessionChecksum(session), ...changes]).size).toBe(8);
    expect(sessionChecksum({ ...session })).toBe(sessionChecksum(session));
  });

  test("of a file is one of its bytes and its name, however the bytes come and whatever type a platform sees", () => {
    const sum = sumOf(file, "abcdef");
    expect(sumOf({ ...file, mimeType: "x/y" }, "ab", "cdef")).toBe(sum);
    expect(sumOf(file, "abcdeg")).not.toBe(sum);
    expect(sumOf({ ...file, name: "b.txt" }, "abcdef")).not.toBe(sum);
  });

  test("of a document covers its labels and texts, and leaves its vectors and ids alone", () => {
    const sum = documentChecksum(document, [point]);
    expect(documentChecksum(document, [{ ...point, id: "p2", vector: Float32Array.of(0, 1) }])).toBe(sum);
    const other = { ...point, chunk: { ...point.chunk, section: "Intro" } };
    expect(documentChecksum(document, [other])).not.toBe(sum);
    expect(documentChecksum({ ...document, userId: "ben" }, [point])).not.toBe(sum);
  });

  test("of many things does not depend on their order", () => {
    const parts: [string, string][] = [
      ["a", "1"],
      ["b", "2"],
    ];
    expect(totalChecksum(new Map(parts))).toBe(totalChecksum(new Map(parts.toReversed())));
    expect(totalChecksum(new Map(parts))).not.toBe(totalChecksum(new Map(parts.slice(1))));
  });
});

test("vectors are the same within the rounding of a store, and no further", () => {
  expect(isSameVector(Float32Array.of(0.6, 0.8), Float32Array.of(0.6000001, 0.7999999))).toBe(true);
  expect(isSameVector(Float32Array.of(0.6, 0.8), Float32Array.of(0.601, 0.8))).toBe(false);
  expect(isSameVector(Float32Array.of(0.6, 0.8), Float32Array.of(0.6))).toBe(false);
});
