import { describe, expect, it } from "vitest";
import { hitOf } from "../../test/doubles/hit.ts";
import type { Candidate } from "./passage.ts";
import { rerank } from "./rerank.ts";
import { findTerms } from "./term-places.ts";

const hit = (id: string, score: number, chunkText: string, above: Partial<Candidate> = {}): Candidate => ({
  ...hitOf(chunkText, { id, score }),
  ...{ meaning: score, byMeaning: null, byWords: null },
  ...above,
});

/** What a ranking gives in the end. */
function ended<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

function ranked(question: string, hits: readonly Candidate[]): Candidate[] {
  return ended(rerank(question, ended(findTerms(question, hits)), hits));
}

function order(question: string, hits: readonly Candidate[]): string[] {
  return ranked(question, hits).map(({ id }) => id);
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

  it("leaves the vector scores as they are", () => {
    const hits = [hit("a", 0.9, "cats"), hit("b", 0.45, "dogs and cats"), hit("c", 0.5, "dogs")];
    expect(ranked("cats", hits).map(({ id, score }) => [id, score])).toEqual([
      ["a", 0.9],
      ["b", 0.45],
      ["c", 0.5],
    ]);
  });

  it("puts the one that holds the number or the identifier first", () => {
    const bills = (numbers: readonly string[]) =>
      numbers.map((number, i) => hit(number, 0.6 - i / 100, `The bill over ${number} euros is due in May.`));
    expect(order("1334 euros", bills(["1335", "1343", "1,334", "334"]))[0]).toBe("1,334");
    expect(order("bill INV-2024-17", bills(["INV-2024-18", "INV-2023-17", "INV-2024-17"]))[0]).toBe(
      "INV-2024-17",
    );
  });

  it("puts what is quoted first", () => {
    const hits = [
      hit("apart", 0.7, "The fee is late. A late payment costs a fee."),
      hit("quoted", 0.5, "There is a “late   payment fee” of 5 euros in this contract."),
    ];
    expect(order('what about the "late payment fee"', hits)).toEqual(["quoted", "apart"]);
  });

  it("prefers words that stand together", () => {
    const hits = [
      hit(
        "apart",
        0.5,
        `The notice came. ${"Other things were said about it all. ".repeat(8)} A period ended.`,
      ),
      hit(
        "together",
        0.5,
        `${"Other things were said about it all. ".repeat(8)} The notice period ended, the notice came.`,
      ),
    ];
    expect(order("notice period", hits)).toEqual(["together", "apart"]);
  });

  it("takes the name of the document and its section into account", () => {
    const hits = [
      hit("other", 0.5, "Pets are allowed.", { documentName: "lease Bonn.pdf" }),
      hit("named", 0.5, "Pets are allowed.", { documentName: "lease Berlin.pdf" }),
      hit("section", 0.5, "Pets are allowed.", { documentName: "x.pdf", section: "Berlin > Lease" }),
    ];
    expect(order("pets in the Berlin lease", hits).slice(0, 2).toSorted()).toEqual(["named", "section"]);
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
