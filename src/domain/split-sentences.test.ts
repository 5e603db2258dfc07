import { describe, expect, it } from "vitest";
import { endsSentence, splitSentences } from "./split-sentences.ts";

const cases: [string, string, string[]][] = [
  ["two sentences", "One is here. Two is there.", ["One is here.", "Two is there."]],
  ["questions and exclamations", "Really? Yes! Good.", ["Really?", "Yes!", "Good."]],
  ["titles", "Dr. Smith met Mrs. Jones. They spoke.", ["Dr. Smith met Mrs. Jones.", "They spoke."]],
  ["initials", "J. R. R. Tolkien wrote it. It sold.", ["J. R. R. Tolkien wrote it.", "It sold."]],
  [
    "dotted abbreviations",
    "The U.S. Senate met at 9 a.m. in May.",
    ["The U.S. Senate met at 9 a.m. in May."],
  ],
  ["one that ends a sentence", "He left the U.S. The rest stayed.", ["He left the U.S.", "The rest stayed."]],
  ["examples", "Use fruit, e.g. Apples. Then stop.", ["Use fruit, e.g. Apples.", "Then stop."]],
  ["decimals", "It rose by 3.5 percent. Costs fell 0.2.", ["It rose by 3.5 percent.", "Costs fell 0.2."]],
  ["numbered figures", "See Fig. 3 and No. 7. Both matter.", ["See Fig. 3 and No. 7.", "Both matter."]],
  [
    "German ordinal numbers",
    "Er wurde am 12. Mai 1921 gegründet. Es waren 7. Das war es.",
    ["Er wurde am 12. Mai 1921 gegründet.", "Es waren 7.", "Das war es."],
  ],
  ["citations", "Shown by Li et al. (2020). We agree.", ["Shown by Li et al. (2020).", "We agree."]],
  ["closing quotes", 'She said "Stop." Then she left.', ['She said "Stop."', "Then she left."]],
  ["a quoted question that goes on", '"Why?" he asked. Nobody knew.', ['"Why?" he asked.', "Nobody knew."]],
  ["brackets", "It works (mostly.) Good.", ["It works (mostly.)", "Good."]],
  ["footnote marks", "It is.[3][4] So it goes.^([5]) End.", ["It is.[3][4]", "So it goes.^([5])", "End."]],
  ["ellipses", "Wait... it goes on. Then… It ends.", ["Wait... it goes on.", "Then…", "It ends."]],
  [
    "addresses and files",
    "See example.org and main.ts today. Go.",
    ["See example.org and main.ts today.", "Go."],
  ],
  ["Chinese", "今天很好。明天呢？「走吧。」他说。", ["今天很好。", "明天呢？", "「走吧。」", "他说。"]],
  [
    "wrapped lines",
    "A sentence that goes\nover two lines. Next.",
    ["A sentence that goes\nover two lines.", "Next."],
  ],
  ["paragraphs without a stop", "First thing\n\nSecond thing", ["First thing", "Second thing"]],
  ["list items", "- one apple\n- two pears\n* three", ["- one apple", "- two pears", "* three"]],
  ["numbered items", "1. Open it.\n2. Close it.", ["1. Open it.", "2. Close it."]],
  ["Markdown headers", "# Guide\nRead this. Now.", ["# Guide", "Read this.", "Now."]],
  [
    "plain headings",
    "Introduction\nThis paper shows that it works well.",
    ["Introduction", "This paper shows that it works well."],
  ],
  ["named fields", "Name: Ada Lovelace\nBorn: 1815", ["Name: Ada Lovelace", "Born: 1815"]],
  ["CRLF", "One.\r\n\r\nTwo\r\nthree.", ["One.", "Two\r\nthree."]],
  ["table rows", "| a | b |\n|---|---|\n| 1 | 2 |", ["| a | b |", "| 1 | 2 |"]],
  ["nothing", " \n ", []],
  ["punctuation alone", "---\n***", []],
];

describe("splitSentences", () => {
  it.each(cases)("divides %s", (_, text, sentences) => {
    expect(splitSentences(text).map((sentence) => sentence.text)).toEqual(sentences);
  });

  it.each(cases)("gives the place of each sentence: %s", (_, text) => {
    for (const sentence of splitSentences(text)) {
      expect(text.slice(sentence.start, sentence.end)).toBe(sentence.text);
    }
    expect(splitSentences(`  ${text}`).length).toBe(splitSentences(text).length);
  });

  it("divides a long listing at its lines", () => {
    const rows = Array.from({ length: 60 }, (_, i) => `row ${i}, value ${i * 7}`);
    expect(splitSentences(rows.join("\n")).map((sentence) => sentence.text)).toEqual(rows);
  });

  it("keeps a long sentence of prose whole", () => {
    const sentence = `It ${"very ".repeat(120)}much matters.`;
    expect(splitSentences(`${sentence} Yes.`).map(({ text }) => text)).toEqual([sentence, "Yes."]);
  });
});

describe("endsSentence", () => {
  it.each([
    ["One. Two", 4, true],
    ["One. Two", 3, false],
    ["One. Two", 5, false],
    ["e.g. Two", 4, false],
    ["One", 3, false],
    ["One.", 4, true],
    ["好。「好」", 2, true],
  ])("in %j at %i is %s", (text, index, expected) => {
    expect(endsSentence(text, index)).toBe(expected);
  });
});
