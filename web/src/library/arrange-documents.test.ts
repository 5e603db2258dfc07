import { describe, expect, it } from "vitest";
import type { ShownDocument } from "../api/documents.ts";
import { arrangeDocuments, countBy, matchNames } from "./arrange-documents.ts";

function documentOf(documentId: string, changes: Partial<ShownDocument> = {}): ShownDocument {
  return {
    documentId,
    documentName: `${documentId}.pdf`,
    documentType: "PDF",
    category: "General",
    chunks: 1,
    pages: 1,
    size: 100,
    indexedAt: "2026-01-01T00:00:00.000Z",
    storedAt: null,
    state: "indexed",
    cause: null,
    job: null,
    ...changes,
  };
}

const shelf = [
  documentOf("a", { documentName: "Report 10.pdf", size: 5, indexedAt: "2026-01-03T00:00:00.000Z" }),
  documentOf("b", { documentName: "report 9.pdf", size: 50, category: "Report" }),
  documentOf("c", {
    documentName: "Übersicht.md",
    documentType: "MD",
    indexedAt: "2026-01-02T00:00:00.000Z",
  }),
];
const ids = (documents: readonly ShownDocument[]) => documents.map(({ documentId }) => documentId).join("");

describe("arrangeDocuments", () => {
  it.each([
    ["newest", "acb"],
    ["oldest", "bca"],
    ["name", "bac"],
    ["size", "cba"],
    ["type", "cba"],
  ] as const)("orders by %s", (sort, order) => {
    expect(ids(arrangeDocuments(shelf, { sort, type: null, category: null }))).toBe(order);
  });

  it("filters by type and category together", () => {
    expect(ids(arrangeDocuments(shelf, { sort: "name", type: "PDF", category: "Report" }))).toBe("b");
    expect(ids(arrangeDocuments(shelf, { sort: "name", type: "MD", category: "Report" }))).toBe("");
  });
});

describe("countBy", () => {
  it("counts the most frequent first", () => {
    expect(countBy(shelf, (document) => document.documentType)).toEqual([
      { value: "PDF", count: 2 },
      { value: "MD", count: 1 },
    ]);
  });
});

describe("matchNames", () => {
  it("wants every word, in any case and without accents", () => {
    expect(ids(matchNames(shelf, "REPORT 1"))).toBe("a");
    expect(ids(matchNames(shelf, "ubersicht"))).toBe("c");
    expect(ids(matchNames(shelf, "  "))).toBe("");
  });
});
