import { describe, expect, it } from "vitest";
import type { Run } from "./markdown-tree.ts";
import { parseMarkdown } from "./parse-markdown.ts";

function runsOf(source: string): Run[] {
  const [section] = parseMarkdown(source).sections;
  if (section?.block.kind !== "paragraph") throw new Error("not a paragraph");
  return section.block.runs;
}

describe("parseMarkdown", () => {
  it("takes citations apart from their sentence", () => {
    expect(runsOf("Three months [1][3]. Or [2, 4]?")).toMatchObject([
      { kind: "text", text: "Three months" },
      { kind: "citation", numbers: [1, 3] },
      { kind: "text", text: ". Or" },
      { kind: "citation", numbers: [2, 4] },
      { kind: "text", text: "?" },
    ]);
  });

  it("knows where every run stands in the plain text", () => {
    const [section] = parseMarkdown("- one **two** `three`\n- four [1]\n").sections;
    expect(section?.plain).toBe("one two three\nfour [1]\n");
    const runs: Run[] = [];
    if (section?.block.kind === "list") {
      for (const item of section.block.items)
        for (const block of item.blocks) if (block.kind === "paragraph") runs.push(...block.runs);
    }
    expect(runs.length).toBeGreaterThan(4);
    for (const run of runs) {
      if ("text" in run) expect(section?.plain.slice(run.start, run.start + run.text.length)).toBe(run.text);
    }
  });

  it("shows HTML as text and links to the web alone", () => {
    expect(runsOf("a <img src=x onerror=alert(1)> b").map((run) => "text" in run && run.text)).toEqual([
      "a ",
      "<img src=x onerror=alert(1)>",
      " b",
    ]);
    expect(runsOf("[x](javascript:alert(1))")[0]?.marks.href).toBeNull();
    expect(runsOf("[x](data:text/html,y)")[0]?.marks.href).toBeNull();
    expect(runsOf("[x](https://example.org/a)")[0]?.marks.href).toBe("https://example.org/a");
  });

  it("makes a link of a picture instead of fetching it", () => {
    expect(runsOf("![chart](https://example.org/c.png)")).toMatchObject([
      { kind: "text", text: "chart", marks: { href: "https://example.org/c.png" } },
    ]);
  });

  it("tells formulas from money", () => {
    expect(runsOf("Energy $E = mc^2$ here")[1]).toMatchObject({ kind: "maths", tex: "E = mc^2" });
    expect(runsOf("It costs $5 and then $6.")).toMatchObject([
      { kind: "text", text: "It costs $5 and then $6." },
    ]);
    expect(parseMarkdown("$$\na+b\n$$\n").sections[0]?.block).toEqual({ kind: "maths", tex: "a+b" });
    expect(parseMarkdown("\\[ x^2 \\]\n").sections[0]?.block).toEqual({ kind: "maths", tex: "x^2" });
  });

  it("keeps finished sections as the same objects while a source grows", () => {
    const source = "First.\n\n- a\n- b\n\n```js\nlet x;\n```\n\nLast words that come late";
    let parsed = parseMarkdown("");
    for (let length = 1; length <= source.length; length++) {
      const next = parseMarkdown(source.slice(0, length), parsed);
      for (const [i, section] of parsed.sections.slice(0, -1).entries())
        expect(next.sections[i]).toBe(section);
      parsed = next;
    }
    expect(parsed.sections).toEqual(parseMarkdown(source).sections);
  });

  it("survives text that is nested without end", () => {
    const deep = `${">".repeat(20_000)} x`;
    expect(parseMarkdown(deep).sections).toHaveLength(1);
  });

  it("decodes character references", () => {
    expect(runsOf("a &amp; b &#8364; &unknown;")).toMatchObject([{ text: "a & b € &unknown;" }]);
  });
});
