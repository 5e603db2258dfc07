import { describe, expect, it } from "vitest";
import { indexTerms, queryTerms, wordTerms } from "./index-terms.ts";

/** Whether two texts share a term. */
function meet(one: string, other: string): boolean {
  return new Set(wordTerms(one)).intersection(new Set(wordTerms(other))).size > 0;
}

describe("the terms of a text", () => {
  it.each([
    ["contracts", "contract"],
    ["Kündigungen", "KÜNDIGUNG"],
    ["facturas", "factura"],
    ["договора", "договоров"],
    ["الكتاب", "وكتاب"],
    ["한국어를", "한국"],
    ["東京都庁", "東京"],
    ["ภาษาไทย", "ไทย"],
    ["Straße", "STRASSE"],
    ["café", "CAFE"],
    ["हिन्दी", "हिन्दी"],
    ["1,334", "1334"],
    ["1.334,50", "1334"],
    ["1’334", "1.334"],
    ["١٣٣٤", "1334"],
    ["KX-2024-17", "kx-2024-17"],
    ["Müller's", "Muller"],
  ])("%s meets %s", (one, other) => {
    expect(meet(one, other)).toBe(true);
  });

  it.each([
    ["1334", "1335"],
    ["contract", "contrast"],
    ["the", "the"],
    ["हिन्दी", "हिन्द"],
    ["", "anything"],
  ])("%s does not meet %s", (one, other) => {
    expect(meet(one, other)).toBe(false);
  });

  it("hold what has several parts whole and by its parts", () => {
    expect(wordTerms("KX-2024-17")).toEqual(["kx", "2024", "17", "kx-2024-17"]);
    expect(wordTerms("31.12.2024")).toEqual(["31", "12", "2024", "31.12.2024"]);
    expect(wordTerms("v2.3.1")).toContain("v2.3.1");
  });

  it("are the same whether or not the text has other letters beside", () => {
    const text = "The KX-17 costs 1,334.50 euros since 31.12.2024, don't ask";
    expect(wordTerms(`${text} ü`).slice(0, -1)).toEqual(wordTerms(text));
  });

  it("never grow beyond a length, and have nothing in them that divides words", () => {
    const terms = wordTerms(`${"0a".repeat(500)} semi;colon "quoted" a*b tab\tnew\nline 𝒳𝒴 ﷺ`);
    for (const term of terms) expect(term).toMatch(/^[^\s"*;()]{1,64}$/u);
  });

  it("begin with those of the section", () => {
    expect(indexTerms({ section: "Guide > Install", text: "Run it" })).toEqual(["guid", "instal", "run"]);
  });
});

describe("the terms of a question", () => {
  it("are there once, and no more than an index can be asked for", () => {
    expect(queryTerms("badger badger BADGERS")).toEqual(["badger"]);
    const many = Array.from({ length: 500 }, (_, i) => `w${i}x`).join(" ");
    expect(queryTerms(many)).toHaveLength(64);
  });

  it("keep the numbers of a long question", () => {
    const words = Array.from(
      { length: 300 },
      (_, i) => "abcdefghij".slice(i % 4) + String.fromCharCode(97 + (i % 26)),
    );
    expect(queryTerms(`${words.join(" ")} invoice 20260117`)).toContain("20260117");
  });
});
