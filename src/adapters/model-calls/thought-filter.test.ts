import { describe, expect, it } from "vitest";
import { dropUnopenedThought, openThoughtFilter } from "./thought-filter.ts";

/** What comes out for each piece; the last one is empty, as the event that ends an answer is. */
function filtered(pieces: readonly string[]): string[] {
  const filter = openThoughtFilter();
  return [...pieces.map((piece) => filter(piece, false)), filter("", true)];
}

const inPieces = (text: string, length: number) =>
  Array.from({ length: Math.ceil(text.length / length) }, (_, i) => text.slice(i * length, (i + 1) * length));

describe("openThoughtFilter", () => {
  it.each([
    ["a thought and an answer", "<think>\nHm, a < b.</thinking>\n</think>\n\nYes: 1 < 2.", "Yes: 1 < 2."],
    ["a thought after white space", "\n \n<think>hm</think>Yes.", "Yes."],
    ["an empty thought", "<think>\n\n</think>\n\nYes.", "Yes."],
    ["a thought alone", "<think>hm</think>\n", ""],
    ["a thought without an end", "<think>hm</think", ""],
    ["one thought of two", "<think>a</think> <think>b</think> c", "<think>b</think> c"],
    ["an answer", "Yes.", "Yes."],
    ["an answer that is indented", "    x = 1", "    x = 1"],
    ["an answer about the tag", "Use <think> and </think>.", "Use <think> and </think>."],
    ["an answer with a closed thought alone", "hm</think>\n\nYes.", "hm</think>\n\nYes."],
    ["another tag", "<thing> is no thought.", "<thing> is no thought."],
    ["the beginning of a tag", " <thin", " <thin"],
    ["white space", "\n\n", "\n\n"],
    ["nothing", "", ""],
  ])("reads %s, however it is cut", (_, answer, expected) => {
    for (let length = 1; length <= answer.length + 1; length++) {
      expect(filtered(inPieces(answer, length)).join("")).toBe(expected);
    }
  });

  it("passes every piece on at once when the answer has begun", () => {
    const pieces = ["<thi", "nk>h", "m</thi", "nk>\n", "\nYes", ", <", "think", "> is", " a tag"];
    expect(filtered(pieces)).toEqual(["", "", "", "", "Yes", ", <", "think", "> is", " a tag", ""]);
    expect(filtered(["Yes", " <", "think>"])).toEqual(["Yes", " <", "think>", ""]);
  });

  it("does not hold white space back without end", () => {
    const spaces = " ".repeat(50);
    expect(filtered([spaces, spaces, "<think>"])).toEqual(["", spaces + spaces, "<think>", ""]);
  });

  it("gives what it holds with the last piece", () => {
    expect(openThoughtFilter()(" <", true)).toBe(" <");
  });
});

it.each([
  ["Okay, leases.\n</think>\n\nNotice Period", "Notice Period"],
  ["Notice Period", "Notice Period"],
  ["The <think> and </think> Tags", "The <think> and </think> Tags"],
  ["hm</think>", ""],
])("of the whole answer %j, %j is no thought", (answer, expected) => {
  expect(dropUnopenedThought(answer)).toBe(expected);
});
