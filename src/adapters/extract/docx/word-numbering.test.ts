import { describe, expect, it } from "vitest";
import { readNumbering } from "./word-numbering.ts";
import { readStyles } from "./word-styles.ts";

const level = (index: number, format: string, text: string) =>
  `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
const NUMBERING = `<w:numbering>
  <w:abstractNum w:abstractNumId="0">${level(0, "decimal", "%1.")}${level(1, "lowerLetter", "%2)")}${level(2, "upperRoman", "%1-%3")}</w:abstractNum>
  <w:abstractNum w:abstractNumId="1">${level(0, "bullet", "o")}${level(1, "none", "")}</w:abstractNum>
  <w:abstractNum w:abstractNumId="2"><w:numStyleLink w:val="Linked"/></w:abstractNum>
  <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>
  <w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>
  <w:num w:numId="3"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride></w:num>
  <w:num w:numId="4"><w:abstractNumId w:val="0"/></w:num>
  <w:num w:numId="5"><w:abstractNumId w:val="2"/></w:num>
</w:numbering>`;
const STYLES =
  '<w:styles><w:style w:styleId="Linked"><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style></w:styles>';

function labelsOf(...items: [string, number][]): (string | null)[] {
  const numbering = readNumbering(Buffer.from(NUMBERING), readStyles(Buffer.from(STYLES)));
  return items.map(([id, itemLevel]) => numbering.nextLabel(id, itemLevel));
}

describe("readNumbering", () => {
  it("counts items, and begins again below a new one", () => {
    expect(labelsOf(["1", 0], ["1", 1], ["1", 1], ["1", 0], ["1", 1], ["1", 2])).toEqual([
      "1.",
      "a)",
      "b)",
      "2.",
      "a)",
      "2-I",
    ]);
  });

  it("counts a level that was skipped as begun", () => {
    expect(labelsOf(["1", 2], ["1", 0])).toEqual(["1-I", "2."]);
  });

  it("goes on where lists share their shape, unless one begins anew", () => {
    expect(labelsOf(["1", 0], ["4", 0], ["3", 0], ["3", 0])).toEqual(["1.", "2.", "7.", "8."]);
  });

  it("marks bullets, and nothing where the list has no label", () => {
    expect(labelsOf(["2", 0], ["2", 1], ["unknown", 0], ["1", 99])).toEqual(["-", null, null, null]);
  });

  it("follows a list that is defined by a style", () => {
    expect(labelsOf(["5", 0], ["1", 0])).toEqual(["1.", "2."]);
  });
});
