import { describe, expect, it } from "vitest";
import { cleanTitle } from "./clean-title.ts";

describe("cleanTitle", () => {
  it.each([
    ["Budget Planning", "Budget Planning"],
    ["  Budget \t Planning  ", "Budget Planning"],
    ["One two three four five six seven", "One two three four five"],
    ["Quarterly\nBudget", "Quarterly Budget"],
    ["Quarterly Budget\n\nThis title names the subject.", "Quarterly Budget"],
    ["Here is a title for it:\n\nQuarterly Budget", "Quarterly Budget"],
    // quotation marks
    ['"Budget Planning"', "Budget Planning"],
    ["'Budget Planning'", "Budget Planning"],
    ["“Budget” ‘Planning’", "Budget Planning"],
    ["„Haushalt“ ‚planen‘", "Haushalt planen"],
    ["«Budget» ‹Planning›", "Budget Planning"],
    ["「予算」『計画』", "予算計画"],
    ["《红楼梦》笔记", "红楼梦笔记"],
    ["`Budget` ＂Planning＂", "Budget Planning"],
    ["Don't Panic", "Don't Panic"],
    ["L’été à Paris", "L’été à Paris"],
    ["The students' 'rights'", "The students rights"],
    // Markdown
    ["**Budget** _Planning_", "Budget Planning"],
    ["## Budget Planning", "Budget Planning"],
    ["- Budget Planning", "Budget Planning"],
    ["1. Budget Planning", "Budget Planning"],
    ["[Budget](http://x.y) Planning", "Budget Planning"],
    ["Fix snake_case names", "Fix snake_case names"],
    // prefixes
    ["Title: Budget Planning", "Budget Planning"],
    ["**Title:** Budget Planning", "Budget Planning"],
    ['title : "Budget Planning"', "Budget Planning"],
    ["Here's a title: Budget Planning", "Budget Planning"],
    ["Sure! Here is a short title: Budget Planning", "Budget Planning"],
    ["Suggested title: Budget Planning", "Budget Planning"],
    ["Titel: Haushalt planen", "Haushalt planen"],
    ["Title Insurance Basics", "Title Insurance Basics"],
    // punctuation
    ["Budget Planning.", "Budget Planning"],
    ["Budget Planning?!…", "Budget Planning"],
    ["Budget Planning -", "Budget Planning"],
    ["予算計画。", "予算計画"],
    ["Learning C++", "Learning C++"],
    ["Node.js in C#", "Node.js in C#"],
    ["Research & Development", "Research & Development"],
    ["Budget (2024)", "Budget (2024)"],
    ["Annual Budget Planning (Q3 and Q4)", "Annual Budget Planning Q3 and"],
    ["Planning the Budget for the Year", "Planning the Budget for the"],
    // length
    ["Internationalisation Considerations Notwithstanding Everything", "Internationalisation Considerations"],
    ["x".repeat(80), "x".repeat(50)],
    // odd characters
    ["Plan \u0000\u0007Budget\u202E", "Plan Budget"],
    ["Plan \uD83D Budget", "Plan Budget"],
    ["🎉 Party Plan", "🎉 Party Plan"],
    ["🎉", "🎉"],
    // nothing usable
    ["", "New Chat"],
    [" \n ", "New Chat"],
    ['""', "New Chat"],
    ["Title:", "New Chat"],
    ["...", "New Chat"],
    ["**", "New Chat"],
    ["\u200D", "New Chat"],
  ])("makes of %j the title %j", (raw, title) => {
    expect(cleanTitle(raw)).toBe(title);
  });

  it.each([
    ["pairs", "😀".repeat(40)],
    ["joined families", "👨‍👩‍👧‍👦".repeat(10)],
    ["flags", "🇩🇪".repeat(20)],
    ["accents", "e\u0301".repeat(40)],
    ["a joined family after letters", `${"x".repeat(47)}👨‍👩‍👧‍👦`],
  ])("cuts a long word of %s only between characters", (_, raw) => {
    const title = cleanTitle(raw);
    expect(title.length).toBeLessThanOrEqual(50);
    expect(title.length).toBeGreaterThan(38);
    expect(title.isWellFormed()).toBe(true);
    expect(title).not.toMatch(/\u200D$/);
    const characters = Array.from(new Intl.Segmenter().segment(raw), ({ segment }) => segment);
    expect(characters.slice(0, Array.from(new Intl.Segmenter().segment(title)).length).join("")).toBe(title);
  });

  it("cleans a very long answer of a model that did not stop", () => {
    expect(cleanTitle("word ".repeat(1_000_000))).toBe("word word word word word");
  });
});
