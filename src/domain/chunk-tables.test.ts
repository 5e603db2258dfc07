import { describe, expect, it } from "vitest";
import { seededNumbers } from "../../test/contracts/seeded-vectors.ts";
import { chunkText } from "./chunk-text.ts";
import type { ExtractedText, TextTable } from "./passage.ts";

describe("chunkText on tables", () => {
  const rows = (count: number, row: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => row(index)).join("\n");

  function table(header: string, body: string, around = { before: "", after: "" }): ExtractedText {
    const text = `${around.before}${header}\n${body}${around.after}`;
    const start = around.before.length;
    const tables = [{ start, end: start + header.length + 1 + body.length, header }];
    return { syntax: "plain", parts: [{ text, pageNumber: null, section: null, tables }], pages: null };
  }

  it("puts the header in front of every chunk that begins below it", () => {
    const body = rows(200, (index) => `Town ${index} | ${index * 17}`);
    const chunks = chunkText(table("City | People", body));
    expect(chunks.length).toBeGreaterThan(3);
    for (const chunk of chunks) expect(chunk.text).toMatch(/^City \| People\nTown \d+ \| \d+\n/);
    expect(chunks[0]?.text.length).toBe((chunks[0]?.end ?? 0) - (chunks[0]?.start ?? 0));
  });

  it("ends and starts chunks with whole rows, and repeats at least 200 characters", () => {
    const body = rows(80, (index) => `Town ${index} | We love it. Every day.`);
    const extracted = table("City | Motto", body);
    const { text } = extracted.parts[0] ?? { text: "" };
    const chunks = chunkText(extracted);
    for (const [index, { start, end }] of chunks.entries()) {
      expect(start === 0 || text[start - 1] === "\n").toBe(true);
      expect(end === text.length || text[end] === "\n").toBe(true);
      if (index > 0) expect((chunks[index - 1]?.end ?? 0) - start).toBeGreaterThanOrEqual(200);
    }
  });

  it("cuts a header that is too long after a word, and no chunk exceeds 1000", () => {
    const header = rows(90, (index) => `Column${index}`).replaceAll("\n", " | ");
    const body = rows(60, (index) => `${index} | ${"x".repeat(90)}`);
    const chunks = chunkText(table(header, body));
    expect(chunks.at(-1)?.text).toMatch(/^Column0 \| [^\n]{150,240} …\n\d/);
    for (const { text } of chunks) expect(text.length).toBeLessThanOrEqual(1000);
  });

  it("cuts rows that are longer than a chunk, each piece below the header", () => {
    const body = rows(3, (index) => `${index} | ${"word ".repeat(600)}`);
    const chunks = chunkText(table("A | B", body));
    for (const { text } of chunks) expect(text).toMatch(/^A \| B\n/);
  });

  it("leaves the text around a table alone", () => {
    const before = `${"word ".repeat(300)}\n\n`;
    const after = `\n\n${"after ".repeat(300)}`;
    const body = rows(100, (index) => `${index} | y`);
    const chunks = chunkText(table("A | B", body, { before, after }));
    expect(chunks[0]?.text).toMatch(/^word/);
    expect(chunks.at(-1)?.text).toMatch(/^\w*(?: after)+$/);
    expect(chunks.some(({ text }) => text.startsWith("A | B\n"))).toBe(true);
  });

  it("gives each of two tables its own header", () => {
    const body = rows(200, (index) => `${index} | y`);
    const first = table("A | B", body).parts[0]?.text ?? "";
    const text = `${first}\n\nC | D\n${body}`;
    const tables = [
      { start: 0, end: first.length, header: "A | B" },
      { start: first.length + 2, end: text.length, header: "C | D" },
    ];
    const part = { text, pageNumber: null, section: null, tables };
    const chunks = chunkText({ syntax: "plain", parts: [part], pages: null });
    for (const chunk of chunks) {
      const header = chunk.start < first.length ? "A | B" : "C | D";
      expect(chunk.text.startsWith(`${header}\n`)).toBe(true);
    }
  });
});

describe("chunkText on generated tables", () => {
  it.each(Array.from({ length: 120 }, (_, i) => i + 1))("keeps its promises (seed %i)", (seed) => {
    const random = seededNumbers(seed);
    const text = generateText(random);
    const part = { text, pageNumber: null, section: null, tables: tablesIn(text, random) };
    const covered = new Uint8Array(text.length);
    for (const [index, chunk] of chunkText({ syntax: "plain", parts: [part], pages: null }).entries()) {
      expect(chunk.chunkIndex).toBe(index);
      expect(chunk.text.endsWith(text.slice(chunk.start, chunk.end))).toBe(true);
      expect(chunk.text.length).toBeLessThanOrEqual(1000);
      expect(chunk.text.isWellFormed()).toBe(true);
      const lead = chunk.text.slice(0, chunk.text.length - (chunk.end - chunk.start));
      const inside = part.tables.some(({ start, end }) => start < chunk.start && chunk.start < end);
      expect(lead !== "").toBe(inside);
      covered.fill(1, chunk.start, chunk.end);
    }
    for (let i = 0; i < text.length; i++) if (covered[i] === 0) expect(text[i]).toMatch(/\s/);
  });
});

const PIECES = ["word", "Another.", "x".repeat(340), "😀", "字字字", " | ", "3.5", "。"];
const GAPS = [" ", " ", "", "\n", "\n", "\n\n", "   \t"];

function generateText(random: () => number): string {
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? "";
  return Array.from({ length: Math.floor(random() * 600) }, () => pick(PIECES) + pick(GAPS)).join("");
}

/** Any line may begin a table, and any may end one. */
function tablesIn(text: string, random: () => number): TextTable[] {
  const tables: TextTable[] = [];
  let start: number | null = null;
  for (const { index } of text.matchAll(/\n/g)) {
    if (start !== null && index > start && random() < 0.1) {
      tables.push({ start, end: index, header: "😀h ".repeat(Math.floor(random() * 200)) });
      start = null;
    } else if (start === null && random() < 0.3) start = index + 1;
  }
  return tables;
}
