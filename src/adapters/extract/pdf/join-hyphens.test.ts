import { describe, expect, it } from "vitest";
import { joinHyphens } from "./join-hyphens.ts";

const join = (...texts: string[]) =>
  joinHyphens(texts.map((text) => ({ text, pageNumber: 1, section: null }))).map((part) => part.text);

describe("joinHyphens", () => {
  it("joins a word that was broken at the end of a line", () => {
    expect(join("an exam-\nple of\nlines")).toEqual(["an example of\nlines"]);
  });

  it("keeps the hyphen of a compound that the document writes with it elsewhere", () => {
    expect(join("a well-\nknown word", "is well-known")).toEqual(["a well-known word", "is well-known"]);
  });

  it("drops the hyphen where the document writes the word both ways", () => {
    expect(join("the e-\nmail", "an e-mail, an email")[0]).toBe("the email");
  });

  it.each([
    ["a name after the hyphen", "Jean-\nPaul"],
    ["numbers", "pages 10-\n20"],
    ["a dash", "so -\nhe said"],
    ["an empty line in between", "exam-\n\nple"],
  ])("leaves %s alone", (_, text) => {
    expect(join(text)).toEqual([text]);
  });

  it("joins a word over three lines", () => {
    expect(join("extra-\nordi-\nnary")).toEqual(["extraordinary"]);
  });

  it("handles lines of a million letters", () => {
    const line = "a".repeat(1_000_000);
    expect(join(`${line}-\n${line}`)).toEqual([line + line]);
  });
});
