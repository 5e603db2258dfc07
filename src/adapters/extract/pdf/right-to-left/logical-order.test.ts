import { describe, expect, it } from "vitest";
import { logicalOrder, turnBrackets } from "./logical-order.ts";

/** A line as it is seen, from left to right, as it is read. */
const read = (seen: string, isRightToLeft = true) => logicalOrder([...seen], isRightToLeft).cells.join("");

describe("logicalOrder", () => {
  it.each([
    ["words", "םלוע םולש", "שלום עולם"],
    ["a number", "םיפד 120 שי", "יש 120 דפים"],
    ["a number with signs in it", "רלוד 1,250,000 הז", "זה 1,250,000 דולר"],
    ["a share in Hebrew", "לש 12.5% היילע", "עלייה 12.5% של"],
    ["a share in Arabic", "%12.5 ةدايز", "زيادة 12.5%"],
    ["a date with dashes in Arabic", "01-05-2023 خيرات", "تاريخ 2023-05-01"],
    ["two numbers", "20 10 תוחול", "לוחות 10 20"],
    ["Latin words with a number behind them", "לכב Office 365 תא", "את Office 365 בכל"],
    ["an address", "לאודה info@example.com תבותכ", "כתובת info@example.com הדואל"],
  ])("reads %s in a line from right to left", (_, seen, expected) => {
    expect(read(seen)).toBe(expected);
  });

  it.each([
    ["words", "The word םולש means peace", "The word שלום means peace"],
    ["several words", "Called םלוע םולש here", "Called שלום עולם here"],
    ["a number between them", "Paid ורוי 500 םוכס there", "Paid סכום 500 יורו there"],
    ["a number outside them", "Paid 500 ורוי", "Paid 500 יורו"],
  ])("reads %s in a line from left to right", (_, seen, expected) => {
    expect(read(seen, false)).toBe(expected);
  });
});

describe("turnBrackets", () => {
  const lineOf = (seen: string) => logicalOrder([...seen], true);

  it("turns brackets that were given as they are drawn", () => {
    const line = lineOf("(2022) הנש");
    turnBrackets(line);
    expect(line.cells.join("")).toBe("שנה (2022)");
  });

  it("finds the partner of a bracket inside a word", () => {
    const line = lineOf("ة)سردم");
    turnBrackets(line);
    expect(line.cells.join("")).toBe("مدرس(ة");
  });

  it("leaves brackets that were given as they are meant", () => {
    const line = lineOf(")2022( הנש");
    turnBrackets(line);
    expect(line.cells.join("")).toBe("שנה (2022)");
  });
});
