import { describe, expect, it } from "vitest";
import { seededNumbers } from "../../test/contracts/seeded-vectors.ts";
import { chunkText } from "./chunk-text.ts";
import { markdownSections } from "./markdown-sections.ts";
import type { Chunk, ExtractedText } from "./passage.ts";

function plain(...texts: string[]): ExtractedText {
  const parts = texts.map((text, i) => ({ text, pageNumber: i + 1, section: null }));
  return { syntax: "plain", parts, pages: texts.length };
}

function markdown(text: string, section: string | null = null): ExtractedText {
  return { syntax: "markdown", parts: [{ text, pageNumber: null, section }], pages: null };
}

function places(chunks: Chunk[]): number[][] {
  return chunks.map(({ start, end }) => [start, end]);
}

describe("chunkText", () => {
  it("gives a short text as one chunk without the white space around it", () => {
    expect(chunkText(plain(" \n short text \n"))).toEqual([
      { chunkIndex: 0, text: "short text", pageNumber: 1, section: null, part: 0, start: 3, end: 13 },
    ]);
  });

  it("makes nothing of white space", () => {
    expect(chunkText(plain("", " \n\t ", "\u00A0\uFEFF"))).toEqual([]);
  });

  it("keeps 1000 characters together and cuts at 1001", () => {
    expect(places(chunkText(plain("x".repeat(1000))))).toEqual([[0, 1000]]);
    expect(places(chunkText(plain("x".repeat(1001))))).toEqual([
      [0, 1000],
      [800, 1001],
    ]);
  });

  it("cuts a word of 10,000 characters at 1000 each time", () => {
    const chunks = chunkText(plain("x".repeat(10_000)));
    expect(places(chunks).slice(0, 3)).toEqual([
      [0, 1000],
      [800, 1800],
      [1600, 2600],
    ]);
    expect(chunks.at(-1)?.end).toBe(10_000);
  });

  it.each([
    [
      "a paragraph over a later sentence",
      `${"x".repeat(849)}.\n\n${"y".repeat(99)}. ${"z ".repeat(400)}`,
      850,
    ],
    ["a paragraph between CRLF", `${"x".repeat(850)}\r\n\r\n${"y ".repeat(400)}`, 850],
    ["a sentence over a later word", `${"x".repeat(899)}. Then ${"word ".repeat(100)}`, 900],
    ["a sentence with its closing quote", `${"x".repeat(897)}.” Then ${"word ".repeat(100)}`, 899],
    ["a Chinese sentence", `${"字".repeat(899)}。${"字".repeat(400)}`, 900],
    ["a word over nothing", `${"x".repeat(820)} ${"y".repeat(400)}`, 820],
    ["the last word that ends in time", `${"x".repeat(820)} ${"y".repeat(50)} ${"z".repeat(400)}`, 871],
    ["a line over a later word", `${"x".repeat(820)}\n${"y".repeat(50)} ${"z".repeat(400)}`, 820],
    ["not at an abbreviation", `${"x".repeat(880)} Dr. Miller ${"y".repeat(400)}`, 891],
    ["a paragraph that ends at 1000", `${"x".repeat(1000)}\n\n${"y".repeat(100)}`, 1000],
    ["a word that ends at 800", `${"x".repeat(800)} ${"y".repeat(400)}`, 800],
    ["hard where a word ends too early", `${"x".repeat(799)} ${"y".repeat(400)}`, 1000],
  ])("cuts after %s", (_, text, end) => {
    expect(chunkText(plain(text))[0]?.end).toBe(end);
  });

  it("never divides a surrogate pair, neither at an end nor at a start", () => {
    const chunks = chunkText(plain(`x${"😀".repeat(1500)}`));
    expect(places(chunks).slice(0, 2)).toEqual([
      [0, 999],
      [799, 1799],
    ]);
    for (const chunk of chunks) expect(chunk.text.isWellFormed()).toBe(true);
  });

  it("steps one further back where the overlap would start inside a pair", () => {
    const chunks = chunkText(plain(`${"x".repeat(799)}😀${"y".repeat(800)}`));
    expect(places(chunks)[1]).toEqual([799, 1601]);
  });

  it("leaves out chunks of white space alone, and loses nothing after them", () => {
    const text = `start${" ".repeat(5000)}end`;
    const chunks = chunkText(plain(text));
    expect(chunks.every((chunk) => chunk.text.trim() !== "")).toBe(true);
    expect(chunks[0]?.start).toBe(0);
    expect(chunks.at(-1)?.end).toBe(text.length);
  });

  it("never crosses from one part into the next, and numbers the chunks through", () => {
    const chunks = chunkText(plain("one", "", "x".repeat(1200)));
    expect(chunks.map(({ chunkIndex, part, pageNumber }) => [chunkIndex, part, pageNumber])).toEqual([
      [0, 0, 1],
      [1, 2, 3],
      [2, 2, 3],
    ]);
  });

  it("does not look for headers in plain text", () => {
    expect(chunkText(plain("# A\na\n# B\nb")).length).toBe(1);
  });

  it("divides Markdown at its headers and names the sections", () => {
    const chunks = chunkText(markdown("intro\n\n# Guide\n\ntext\n\n## Install\n\nmore\n"));
    expect(chunks.map(({ text, section }) => [text, section])).toEqual([
      ["intro", null],
      ["# Guide\n\ntext", "Guide"],
      ["## Install\n\nmore", "Guide > Install"],
    ]);
  });

  it("puts the part's own section in front of the path", () => {
    const chunks = chunkText(markdown("intro\n# A\na", "Book"));
    expect(chunks.map(({ section }) => section)).toEqual(["Book", "Book > A"]);
  });

  it("starts afresh in each section: no overlap crosses a header", () => {
    const chunks = chunkText(markdown(`# A\n${"word ".repeat(300)}\n# B\nb`));
    expect(chunks.at(-1)?.text).toBe("# B\nb");
    expect(chunks.at(-2)?.section).toBe("A");
  });
});

describe("chunkText on generated texts", () => {
  const seeds = Array.from({ length: 120 }, (_, i) => i + 1);

  it.each(seeds)("keeps its promises (seed %i)", (seed) => {
    const random = seededNumbers(seed);
    const text = generateText(random);
    for (const extracted of [plain(text, generateText(random)), markdown(text)]) checkPromises(extracted);
  });
});

function checkPromises(extracted: ExtractedText): void {
  const chunks = chunkText(extracted);
  const covered = extracted.parts.map((part) => new Uint8Array(part.text.length));
  for (const [i, chunk] of chunks.entries()) {
    const text = extracted.parts[chunk.part]?.text ?? "";
    expect(chunk.chunkIndex).toBe(i);
    expect(chunk.text).toBe(text.slice(chunk.start, chunk.end));
    expect(chunk.text.length).toBeLessThanOrEqual(1000);
    expect(chunk.text).toMatch(/\S/);
    expect(chunk.text.isWellFormed()).toBe(true);
    covered[chunk.part]?.fill(1, chunk.start, chunk.end);
  }
  for (const [part, { text }] of extracted.parts.entries()) {
    for (let i = 0; i < text.length; i++) {
      if (covered[part]?.[i] === 0) expect(text[i]).toMatch(/\s/);
    }
  }
  for (const [part, { text }] of extracted.parts.entries()) {
    const runs =
      extracted.syntax === "plain" ? [{ start: 0, end: text.length }] : [...markdownSections(text)];
    for (const run of runs) {
      checkOverlap(
        chunks.filter((chunk) => chunk.part === part && chunk.start >= run.start && chunk.end <= run.end),
        text,
      );
    }
    expect(chunks.filter((chunk) => chunk.part === part)).toHaveLength(
      runs.reduce((count, run) => {
        const inside = chunks.filter((c) => c.part === part && c.start >= run.start && c.end <= run.end);
        return count + inside.length;
      }, 0),
    );
  }
}

function checkOverlap(run: Chunk[], text: string): void {
  for (const [i, chunk] of run.entries()) {
    const previous = run[i - 1];
    if (previous === undefined) continue;
    const divides = /^[\uD800-\uDBFF][\uDC00-\uDFFF]/.test(
      text.slice(previous.end - 201, previous.end - 199),
    );
    expect(chunk.start).toBe(previous.end - (divides ? 201 : 200));
    expect(chunk.end).toBeGreaterThan(previous.end);
    expect(previous.end - previous.start).toBeGreaterThanOrEqual(799);
    if (previous.text.length < 999) expect(previous.text).toMatch(/\S$/);
  }
  expect(run.at(-1)?.text ?? "x").toMatch(/\S$/);
  expect(run[0]?.text ?? "x").toMatch(/^\S/);
}

const PIECES = [
  "word",
  "Another",
  "x".repeat(340),
  "😀",
  "字字字",
  "Dr.",
  "end.",
  "end! ",
  "really?”",
  "3.5",
  "。",
];
const GAPS = [
  " ",
  " ",
  " ",
  "",
  "\n",
  "\r\n",
  "\n\n",
  "\r\n\r\n",
  "\n# Head\n",
  "\n## Sub *x*\n\n",
  "\n```\n",
  "   \t",
  "\nTitle\n---\n",
];

function generateText(random: () => number): string {
  const pieces = Math.floor(random() * 600);
  const calm = random() < 0.5;
  let text = "";
  for (let i = 0; i < pieces; i++) {
    text += PIECES[Math.floor(random() * PIECES.length)] ?? "";
    text += calm && random() < 0.9 ? " " : (GAPS[Math.floor(random() * GAPS.length)] ?? "");
  }
  return text;
}
