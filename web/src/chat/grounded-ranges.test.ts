import { describe, expect, it } from "vitest";
import type { GroundedSentence } from "../../../src/domain/grounding/grounding.ts";
import { parseMarkdown } from "../markdown/parse-markdown.ts";
import { groundedRanges } from "./grounded-ranges.ts";

type Judged = Partial<GroundedSentence> & { text: string };

function marked(answer: string, judged: Judged[]): string[] {
  const sentences = judged.map((sentence): GroundedSentence => {
    const start = answer.indexOf(sentence.text);
    return {
      ...{ start, end: start + sentence.text.length, verdict: "supported", isClaim: true },
      ...{ passages: [1], match: { passage: 1, start: 0, end: 9 }, missing: [] },
      ...sentence,
    };
  });
  const { sections } = parseMarkdown(answer);
  return groundedRanges(sections, { sentences, unchecked: 0 }).flatMap((ranges, i) =>
    ranges.map(({ start, end, kind }) => `${kind}: ${sections[i]?.plain.slice(start, end)}`),
  );
}

describe("groundedRanges", () => {
  it("marks what is not or only partly borne out, and nothing else", () => {
    const answer = "One **bold** fact [1]. Two facts [1]. Three facts [1].\n\n- Four facts\n- Hello!";
    expect(
      marked(answer, [
        { text: "One **bold** fact [1].", verdict: "unsupported" },
        { text: "Two facts [1]." },
        { text: "Three facts [1].", verdict: "partly" },
        { text: "Four facts", verdict: "uncited", match: null },
        { text: "Hello!", verdict: "uncited", match: null, isClaim: false },
      ]),
    ).toEqual(["doubt: One bold fact [1].", "partly: Three facts [1].", "doubt: Four facts"]);
  });

  it("finds a sentence that stands there twice, with links and other scripts", () => {
    const answer = "It is so [1]. It is so [1]. See [the rules](https://example.org/a) 押金不退还。";
    expect(
      marked(answer, [
        { text: "It is so [1].", start: 0 },
        { text: "It is so [1].", start: 14, verdict: "unsupported" },
        { text: "See [the rules](https://example.org/a) 押金不退还。", verdict: "partly" },
      ]),
    ).toEqual(["doubt: It is so [1].", "partly: See the rules 押金不退还。"]);
  });

  it("leaves out what it cannot find", () => {
    expect(marked("One fact.", [{ text: "Another fact.", start: 0, verdict: "unsupported" }])).toEqual([]);
  });
});
