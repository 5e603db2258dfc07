import { describe, expect, it } from "vitest";
import { parseMarkdown } from "../markdown/parse-markdown.ts";
import { findDoubts } from "./find-doubts.ts";

const SOURCES = [
  {
    index: 1,
    chunkText:
      "The tenant may terminate this lease by giving three months' written notice to the end of a calendar month. The landlord shall return the deposit of EUR 2,400 within sixty days.",
  },
  {
    index: 2,
    chunkText:
      "Pets other than small caged animals require the written consent of the landlord. Consent may be withdrawn if neighbours complain.",
  },
  {
    index: 3,
    chunkText: "Der Mieter haftet für Schäden, die durch unsachgemäße Behandlung der Wohnung entstehen.",
  },
];

function doubtsIn(answer: string, sources: { index: number; chunkText: string }[] = SOURCES): string[] {
  return parseMarkdown(answer).sections.flatMap((section) =>
    findDoubts(section, sources).map(({ start, end }) => section.plain.slice(start, end)),
  );
}

describe("findDoubts", () => {
  it.each([
    ["a quotation", "The tenant may terminate this lease by giving three months' written notice [1]."],
    ["a paraphrase", "You can end the lease with three months of written notice to the landlord [1]."],
    ["a number in digits for one in words", "A tenant gives 3 months written notice [1]."],
    ["a number written otherwise", "The deposit is 2.400 euros, returned by the landlord [1]."],
    ["a citation behind the full stop", "The landlord must consent to pets in writing. [2]"],
    ["a claim from two passages", "Notice takes three months, and pets need the landlord's consent [1][2]."],
    ["an uncited sentence that a passage contains", "The landlord returns the deposit within sixty days."],
    ["German", "Der Mieter haftet für Schäden durch unsachgemäße Behandlung [3]."],
    [
      "another language than the passage's",
      "The tenant is liable for the damage that he has caused by mishandling [3].",
    ],
  ])("trusts %s", (_name, answer) => {
    expect(doubtsIn(answer)).toEqual([]);
  });

  it.each([
    ["a wrong number", "The tenant must give six months' written notice [1]."],
    ["a wrong amount", "The landlord shall return the deposit of EUR 4,200 [1]."],
    [
      "a claim that the cited passage does not make",
      "The kitchen was renovated with oak cabinets last summer [1].",
    ],
    [
      "a citation of the wrong passage",
      "The tenant gives written notice three months before the month ends [2].",
    ],
    ["a citation of nothing", "The tenant may terminate this lease by written notice [7]."],
    ["a claim without citation", "Most cities cap yearly rent increases at a fixed percentage."],
    [
      "a German claim without support",
      "Der Vermieter bezahlt jedes Jahr einen neuen Anstrich der Fassade [3].",
    ],
  ])("doubts %s", (_name, answer) => {
    expect(doubtsIn(answer)).toHaveLength(1);
  });

  it.each([
    ["greetings", "Hello! I am happy to help you with your rental questions."],
    ["questions", "Would you like a template for the termination letter?"],
    ["lead-ins", "The most important deadlines and duties are these:"],
    ["remarks on absence", "The documents do not mention parking spaces or garages anywhere."],
    ["remarks on absence in German", "Dazu enthalten die Dokumente keine Angaben über Stellplätze."],
    ["headings", "## Entirely unsupported heading about gardens"],
    ["code", "```\nlet garden = unsupported(claim);\n```"],
    [
      "the service's note on quotations",
      "These are quotations from your documents, not a written answer, because no language model is connected. To connect one, set `GEMINI_API_KEY` and start the service again.",
    ],
    ["short remarks", "That is all."],
  ])("leaves %s alone", (_name, answer) => {
    expect(doubtsIn(answer)).toEqual([]);
  });

  it("marks only the doubtful sentence of a paragraph and of a list", () => {
    expect(
      doubtsIn(
        "Pets require written consent of the landlord [2]. Dogs above forty kilograms are forbidden entirely [2].\n\n- Notice: three months written notice [1].\n- Parking costs fifty euros monthly [1].",
      ),
    ).toEqual([
      "Dogs above forty kilograms are forbidden entirely [2].",
      "Parking costs fifty euros monthly [1].",
    ]);
  });

  it("doubts nothing where no passages were found", () => {
    expect(doubtsIn("Most cities cap yearly rent increases at a fixed percentage.", [])).toEqual([]);
  });
});
