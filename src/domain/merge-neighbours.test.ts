import { expect, it } from "vitest";
import { hitOf } from "../../test/doubles/hit.ts";
import { mergeNeighbours } from "./merge-neighbours.ts";
import type { Hit } from "./passage.ts";

const TEXT = Array.from({ length: 400 }, (_, i) => `word${i}`).join(" ");
const chunk = (chunkIndex: number, fields: Partial<Hit> = {}): Hit =>
  hitOf(TEXT.slice(chunkIndex * 300, chunkIndex * 300 + 400), {
    id: `c${chunkIndex}`,
    chunkIndex,
    ...fields,
  });

it("puts neighbours that overlap together, and fills their place with the next", () => {
  const merged = mergeNeighbours([chunk(2), chunk(3), chunk(7), chunk(1)], 2);
  expect(merged.map(({ id, chunkIndex }) => [id, chunkIndex])).toEqual([
    ["c2", 1],
    ["c7", 7],
  ]);
  expect(merged[0]?.chunkText).toBe(TEXT.slice(300, 1300));
});

it("puts no more than three together", () => {
  const merged = mergeNeighbours([chunk(1), chunk(2), chunk(3), chunk(4)], 5);
  expect(merged.map(({ chunkText }) => chunkText.length)).toEqual([1000, 400]);
});

it.each([
  ["another document", { documentId: "other" }],
  ["another page", { pageNumber: 2 }],
  ["another section", { section: "Other" }],
  ["no overlap", { chunkText: "Something else that begins in its own way and shares nothing." }],
])("leaves neighbours apart that have %s", (_, fields) => {
  expect(mergeNeighbours([chunk(1), chunk(2, fields)], 5)).toHaveLength(2);
});

it("keeps the best where there are enough, and makes nothing of nothing", () => {
  expect(mergeNeighbours([chunk(1), chunk(3), chunk(5)], 2).map(({ id }) => id)).toEqual(["c1", "c3"]);
  expect(mergeNeighbours([], 5)).toEqual([]);
});
