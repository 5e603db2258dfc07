import { describe, expect, it } from "vitest";
import { hitOf } from "../../../test/doubles/hit.ts";
import type { Hit } from "../../domain/passage.ts";
import { answerSentences } from "./answer-sentences.ts";

function texts(chunkText: string, fields: Partial<Hit> = {}): string[] {
  return answerSentences("anything", [hitOf(chunkText, fields)]).map(({ text }) => text);
}

function best(question: string, ...passages: Hit[]): string | undefined {
  return answerSentences(question, passages).toSorted((a, b) => b.fit * b.worth - a.fit * a.worth)[0]?.text;
}

describe("the sentences of a passage", () => {
  it.each<[string, string, Partial<Hit>, string[]]>([
    ["all of a first chunk", "one is cut. Two is not.", {}, ["one is cut.", "Two is not."]],
    [
      "none that starts inside a word",
      "ommon words here. Two is whole.",
      { chunkIndex: 3 },
      ["Two is whole."],
    ],
    ["none after a leading space", " Smith said so. Two is whole.", { chunkIndex: 3 }, ["Two is whole."]],
    [
      "those below a header",
      "# Head\nOne is whole. Two too.",
      { chunkIndex: 3 },
      ["Head", "One is whole.", "Two too."],
    ],
    [
      "the first where few others are",
      "One is whole. Two too.",
      { chunkIndex: 3 },
      ["One is whole.", "Two too."],
    ],
    [
      "not a doubtful first one among many",
      "DF is. Two is. Three is. Four is.",
      { chunkIndex: 3 },
      ["Two is.", "Three is.", "Four is."],
    ],
    ["the rest of a lone cut one", "ommon words make sense.", { chunkIndex: 3 }, ["… words make sense."]],
    ["list items without their marks", "- one pear\n- two plums", {}, ["one pear", "two plums"]],
    [
      "footnote marks that are no citations",
      "So it is.[3] And so.^([4])",
      {},
      ["So it is.(3)", "And so.(4)"],
    ],
    ["wrapped lines on one line", "A line that\nis wrapped.", {}, ["A line that is wrapped."]],
  ])("are %s", (_, chunkText, fields, expected) => {
    expect(texts(chunkText, fields)).toEqual(expected);
  });

  it("leave out the one that the end of a full chunk cuts", () => {
    const chunkText = `${"Whole sentences stand here. ".repeat(35)}This one is cut in the`;
    expect(texts(chunkText).at(-1)).toBe("Whole sentences stand here.");
    expect(texts(chunkText.slice(-300)).at(-1)).toBe("This one is cut in the");
  });

  it("are cut between words where they are very long", () => {
    const [text = ""] = texts(`Long ${"words ".repeat(150)}end.`);
    expect(text.length).toBeLessThanOrEqual(502);
    expect(text).toMatch(/ words …$/);
  });

  it("carry the number of their passage", () => {
    const sentences = answerSentences("x", [hitOf("One is. Two is."), hitOf("Three is.")]);
    expect(sentences.map((sentence) => sentence.passage)).toEqual([1, 1, 2]);
  });
});

describe("the fit of a sentence", () => {
  it("grows with the question's words", () => {
    const text = "The badger is shy. The badger sleeps in winter. Snow falls.";
    expect(best("When does the badger sleep?", hitOf(text))).toBe("The badger sleeps in winter.");
  });

  it("is better for an answer than for the question that stands above it", () => {
    const text =
      "How do I reset my password?\n\nPress the red button for ten seconds.\n\nSomething else is here.";
    expect(best("How do I reset the password?", hitOf(text))).toBe("Press the red button for ten seconds.");
  });

  it("is better below a heading that names the subject", () => {
    const text = "# Prices\n\nIt is ten euros.\n\n# Refunds\n\nIt takes ten days.";
    expect(best("How do refunds work?", hitOf(text))).toBe("It takes ten days.");
  });

  it("grows with a section that names the subject", () => {
    const passages = [
      hitOf("It is blue in spring.", { section: "Sky" }),
      hitOf("It is green in spring.", { section: "Grass" }),
    ];
    expect(best("Which colour has the grass?", ...passages, hitOf("Grass?"))).toBe("It is green in spring.");
  });

  it("prefers a number where one is asked for", () => {
    const text = "The tower is a tall building. The tower has 704 steps.";
    expect(best("How many stairs does the tower have?", hitOf(text))).toBe("The tower has 704 steps.");
  });
});
