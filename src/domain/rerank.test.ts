import { describe, expect, it } from "vitest";
import { hitOf } from "../../test/doubles/hit.ts";
import type { Hit } from "./passage.ts";
import { rerank } from "./rerank.ts";

const hit = (id: string, score: number, chunkText: string) => hitOf(chunkText, { id, score });

function order(question: string, hits: Hit[], keep = 10): string[] {
  return ranked({ question, hits, keep }).map(({ id }) => id);
}

/** What the ranking gives in the end. */
function ranked(candidates: Parameters<typeof rerank>[0]): Hit[] {
  const ranking = rerank(candidates);
  for (;;) {
    const step = ranking.next();
    if (step.done === true) return step.value;
  }
}

describe("rerank", () => {
  it("lifts a passage that holds the question's words over a slightly nearer one", () => {
    const hits = [
      hit("near", 0.62, "Animals of the forest live long."),
      hit("exact", 0.6, "The badger sleeps in winter."),
      hit("far", 0.4, "Stocks fell on Monday."),
    ];
    expect(order("Where does the badger sleep?", hits)).toEqual(["exact", "near", "far"]);
  });

  it("keeps the best and their vector scores", () => {
    const hits = [hit("a", 0.9, "cats"), hit("b", 0.5, "dogs"), hit("c", 0.45, "dogs and cats")];
    expect(ranked({ question: "cats", hits, keep: 2 }).map(({ id, score }) => [id, score])).toEqual([
      ["a", 0.9],
      ["c", 0.45],
    ]);
  });

  it("counts a rare word for more than a common one", () => {
    const hits = [
      hit("a", 0.5, "server server settings"),
      hit("b", 0.5, "server proxy settings"),
      hit("c", 0.5, "server log settings"),
    ];
    expect(order("server proxy", hits)[0]).toBe("b");
  });

  it("prefers the shorter of two passages that say the same", () => {
    const hits = [
      hit("long", 0.5, `badger ${"other words here ".repeat(30)}`),
      hit("short", 0.5, "badger den"),
    ];
    expect(order("badger", hits)).toEqual(["short", "long"]);
  });

  it.each(["", "the of and", "zebra"])(
    "keeps the vector order where the words of %j decide nothing",
    (question) => {
      const hits = [hit("a", 0.7, "one"), hit("b", 0.6, "two"), hit("c", 0.6, "three")];
      expect(order(question, hits)).toEqual(["a", "b", "c"]);
    },
  );

  it("keeps the order of equals", () => {
    const hits = [hit("a", 0.5, "same text"), hit("b", 0.5, "same text"), hit("c", 0.5, "same text")];
    expect(order("text", hits)).toEqual(["a", "b", "c"]);
  });

  it("makes nothing of nothing", () => {
    expect(order("anything", [])).toEqual([]);
  });
});
