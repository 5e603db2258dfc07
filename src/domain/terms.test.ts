import { describe, expect, it } from "vitest";
import { isStopWord, termsOf, withoutAccents, wordsOf } from "./terms.ts";

describe("wordsOf", () => {
  it.each([
    ["Don't panic, it's 42.", ["Don't", "panic", "it's", "42"]],
    ["snake_case and kebab-case", ["snake_case", "and", "kebab-case"]],
    ["a re\u0301sume\u0301", ["a", "re\u0301sume\u0301"]],
    ["हिन्दी में", ["हिन्दी", "में"]],
    ["— … !", []],
  ])("of %j are %j", (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });
});

describe("withoutAccents", () => {
  it.each([
    ["Résumé", "Resume"],
    ["Việt Nam", "Viet Nam"],
    ["ﬁne ①", "fine 1"],
    ["한글", "한글".normalize("NFKD")],
  ])("takes %j apart to %j", (text, bare) => {
    expect(withoutAccents(text)).toBe(bare);
  });

  it("makes no more than four characters of one in the mean", () => {
    expect(withoutAccents("\uFDFA").length).toBe(4);
    expect(withoutAccents("\uFDFA".repeat(1000)).length).toBeLessThanOrEqual(4000);
  });

  it("leaves marks out that no letter can bear", () => {
    // In order they would take minutes.
    expect(withoutAccents(`a${"\u0301\u0323".repeat(500_000)}b`)).toBe("ab");
  });
});

describe("termsOf", () => {
  it("gives the same terms for other endings, cases and accents of a word", () => {
    expect(termsOf("Connections RÉSUMÉ")).toEqual(termsOf("connection resume"));
  });

  it("leaves stop words out", () => {
    expect(termsOf("what is the and of it")).toEqual([]);
  });

  it("finds a compound as a whole and in its parts", () => {
    expect(termsOf("rate-limit")).toEqual(["rate-limit", ...termsOf("rate limit")]);
  });

  it("pairs the characters of scripts that are written without spaces", () => {
    expect(termsOf("東京都")).toEqual(["東京", "京都"]);
  });
});

describe("isStopWord", () => {
  it("tells common words from others", () => {
    expect([isStopWord("the"), isStopWord("budget")]).toEqual([true, false]);
  });
});
