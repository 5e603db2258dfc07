import { describe, expect, it } from "vitest";
import { CHOSEN_ON, type GroundingCase, HELD_OUT } from "../../../test/grounding-pairs.ts";
import { groundAnswer } from "./ground-answer.ts";
import type { GroundedSentence, Grounding } from "./grounding.ts";

const LEASE = {
  index: 1,
  documentName: "lease.pdf",
  section: null,
  chunkText:
    "The tenant may terminate this lease by giving three months' written notice. The landlord shall return the de\u00ADposit of EUR 2,400 within\n  sixty days. “Pets” need consent.",
};
const HOUSE_RULES = {
  index: 2,
  documentName: "rules.md",
  section: "Noise",
  chunkText: "Quiet hours last from 22:00 to 6:00.",
};

describe("groundAnswer", () => {
  it.each([
    ["the cases that it was made with", CHOSEN_ON, { flagged: 0, missed: 2 }],
    ["cases that no threshold was chosen on", HELD_OUT, { flagged: 1, missed: 1 }],
  ])("tells true sentences from changed ones, of %s", (_name, cases, expected) => {
    const flagged = cases.flatMap((one) =>
      one.supported.filter((text) => verdictOf(text, one) !== "supported"),
    );
    const missed = cases.flatMap((one) =>
      one.altered.filter(([, text]) => verdictOf(text, one) === "supported"),
    );
    expect({ flagged: flagged.length, missed: missed.length }).toEqual(expected);
  });

  it("gives each sentence with its place, what it cites and the part of a passage that says most of it", () => {
    const answer = "**Notice** takes three months [1]. Quiet hours end at 6:00 [2].";
    const [notice, quiet] = ground(answer).sentences;
    expect(notice).toEqual({
      ...{
        text: "**Notice** takes three months [1].",
        start: 0,
        end: 34,
        verdict: "supported",
        isClaim: true,
      },
      ...{ passages: [1], match: { passage: 1, start: 0, end: 75 }, missing: [] },
    });
    expect(answer.slice(quiet?.start, quiet?.end)).toBe("Quiet hours end at 6:00 [2].");
    expect(quiet).toMatchObject({ verdict: "supported", passages: [2], match: { passage: 2 } });
  });

  it.each([
    ["a citation behind the full stop", "Notice takes three months. [1]", "supported"],
    ["two citations", "Notice takes three months, and quiet hours begin at 22:00 [1][2].", "supported"],
    ["a number that no passage has", "Notice takes three months [9].", "unsupported"],
    ["the wrong passage", "Notice takes three months [2].", "unsupported"],
    ["no citation", "Notice takes three months.", "uncited"],
    ["an item of a list", "- Notice takes three months [1]", "supported"],
    ["the name of a document", 'As "lease.pdf" says, notice takes three months [1].', "supported"],
  ])("knows %s", (_name, answer, verdict) => {
    expect(ground(answer).sentences.map((sentence) => sentence.verdict)).toEqual([verdict]);
  });

  it.each([
    ["straight marks", '"three months\' written notice"'],
    ["typographic marks", "“return the deposit of EUR 2,400 within sixty days.”"],
    ["German marks", "„The landlord shall return the deposit“"],
    ["French marks", "« giving three months’ written notice »"],
    ["marks within marks", "“'Pets' need consent”"],
    ["words left out", '"terminate this lease … written notice"'],
    ["words put in", '"[he] may terminate this lease"'],
  ])("finds a quotation word by word: %s", (_name, quotation) => {
    expect(ground(`The lease says: ${quotation} [1].`).sentences[0]?.missing).toEqual([]);
  });

  it.each([
    ["another word", '"giving three months\' prior notice"', "giving three months' prior notice"],
    ["another order", "“notice written three months”", "notice written three months"],
    ["Japanese marks", "「The landlord keeps the deposit」", "The landlord keeps the deposit"],
  ])("does not find a quotation with %s", (_name, quotation, missing) => {
    const [sentence] = ground(`Notice takes three months, ${quotation} [1].`).sentences;
    expect(sentence).toMatchObject({ verdict: "unsupported" });
    expect(sentence?.missing).toContain(missing);
  });

  it.each([
    "Hello! I am happy to help.",
    "Would you like a template?",
    "The documents do not mention parking anywhere.",
    "文档中没有提到停车位。",
  ])("takes no claim for one: %s", (answer) => {
    expect(ground(answer).sentences.every(({ isClaim }) => !isClaim)).toBe(true);
  });

  it("leaves out code, headings and lines of tables that say nothing", () => {
    const answer = "# Notice periods\n\n```\nlet notice = 6;\n```\n\n| a | b |\n|---|---|\n\nDone [1].";
    expect(ground(answer).sentences.map(({ text }) => text)).toEqual(["| a | b |", "Done [1]."]);
  });

  it("judges numbers alone where the answer is in another language", () => {
    const [right, wrong] = ground(
      "Die Kaution von 2.400 Euro wird in 60 Tagen bezahlt [1]. Es sind 4.200 Euro und der Mieter bekommt sie [1].",
    ).sentences;
    expect([right?.verdict, wrong?.verdict]).toEqual(["supported", "unsupported"]);
  });

  it("compares so much of an endless answer and says how much is left", () => {
    const { sentences, unchecked } = ground("Notice takes three months [1]. ".repeat(600));
    expect([sentences.length, unchecked]).toEqual([500, 100]);
  });

  it("pauses between sentences", () => {
    const work = groundAnswer("One [1]. Two [1]. Three [1].", [LEASE]);
    let pauses = 0;
    while (work.next().done !== true) pauses++;
    expect(pauses).toBeGreaterThanOrEqual(6);
  });
});

function ground(answer: string, passages = [LEASE, HOUSE_RULES]): Grounding {
  const work = groundAnswer(answer, passages);
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

function verdictOf(sentence: string, { passage }: GroundingCase): GroundedSentence["verdict"] | undefined {
  const cited = sentence.replace(/([.。।]?)$/u, " [1]$1");
  const passages = [{ index: 1, chunkText: passage, documentName: "file.txt", section: null }];
  const { sentences } = ground(cited, passages);
  return sentences.length === 1 ? sentences[0]?.verdict : undefined;
}
