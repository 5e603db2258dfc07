import { describe, expect, it } from "vitest";
import { markdownSections } from "./markdown-sections.ts";

/** Each section as `path | text`. */
function shown(text: string): string[] {
  return Array.from(
    markdownSections(text),
    ({ start, end, path }) => `${path.join(" > ")} | ${text.slice(start, end).trim().replace(/\s+/g, " ")}`,
  );
}

describe("markdownSections", () => {
  it("nests headers by their levels", () => {
    expect(shown("intro\n# A\na\n## B\nb\n## C\nc\n# D\nd")).toEqual([
      " | intro",
      "A | # A a",
      "A > B | ## B b",
      "A > C | ## C c",
      "D | # D d",
    ]);
  });

  it("takes a skipped level as it is", () => {
    expect(shown("# A\na\n#### B\nb\n## C\nc")).toEqual(["A | # A a", "A > B | #### B b", "A > C | ## C c"]);
  });

  it("joins a header with nothing below it to the deeper one that follows", () => {
    expect(shown("# A\n\n## B\n\n### C\ntext")).toEqual(["A > B > C | # A ## B ### C text"]);
  });

  it("keeps a header with nothing below it where no deeper one follows", () => {
    expect(shown("## A\n\n## B\n\n# C")).toEqual(["A | ## A", "B | ## B", "C | # C"]);
  });

  it("knows underlined headers", () => {
    expect(shown("Guide\n=====\na\n\nInstall\n---\nb")).toEqual([
      "Guide | Guide ===== a",
      "Guide > Install | Install --- b",
    ]);
  });

  it("takes all lines of an underlined paragraph for the header", () => {
    expect(shown("a long\ntitle\n===\ntext")).toEqual(["a long title | a long title === text"]);
  });

  it.each([
    ["fenced code", "```sh\n# no\n```"],
    ["code fenced with tildes", "~~~\n# no\n```\n# no\n~~~"],
    ["an indented fence", "   ```\n# no\n   ```"],
    ["a fence closed only by a longer one", "````\n```\n# no\n`````"],
    ["a fence that nothing closes", "```\n# no\n``` x\n# no"],
    ["indented code", "    # no"],
    ["a hash without a space", "#no"],
    ["seven hashes", "####### no"],
    ["a rule after a blank line", "text\n\n---\n\nmore"],
    ["a rule under a list", "- item\n---"],
    ["a rule under a quote", "> quote\n---"],
    ["a lazy line of a list", "- item\ngoes on\n---"],
    ["a table", "a | b\n--- | ---\n1 | 2"],
    ["front matter", "---\ntitle: x\n# comment\n---\ntext"],
    ["front matter in TOML", "+++\ntitle = 'x'\n# comment\n+++\ntext"],
    ["an HTML comment", "<!--\n# no\n-->"],
    ["preformatted HTML", "<pre>\n# no\n</pre>"],
    ["a quoted header", "> # no"],
  ])("finds no header in %s", (_, text) => {
    expect(Array.from(markdownSections(text), ({ path }) => path)).toEqual([[]]);
  });

  it("finds headers again after a fence has closed", () => {
    expect(shown("```\n# no\n```\n# Yes\nx")).toEqual([" | ``` # no ```", "Yes | # Yes x"]);
  });

  it("does not take a line with backticks in its info for a fence", () => {
    expect(shown("``` a`b\n# Yes")).toEqual([" | ``` a`b", "Yes | # Yes"]);
  });

  it.each([
    ["# Plain #", "Plain"],
    ["#   Spaced   ##  ", "Spaced"],
    ["# C#", "C#"],
    ["# **Bold** and *soft* `code`", "Bold and soft code"],
    ["# See [the guide](http://x.y/z)", "See the guide"],
    ["# [![build](b.svg)](http://ci) Tool", "build Tool"],
    ["# snake_case and _soft_", "snake_case and soft"],
    ["# Name {#anchor}", "Name"],
    ['# <a name="x"></a>Name', "Name"],
    ["# 1 \\* 2", "1 * 2"],
  ])("cleans the title of %j to %j", (text, title) => {
    expect(markdownSections(text).next().value?.path).toEqual([title]);
  });

  it("gives an empty header no place in the path", () => {
    expect(shown("# A\na\n##\nb")).toEqual(["A | # A a", "A | ## b"]);
  });

  it("cuts a title that is really a paragraph", () => {
    const [section] = markdownSections(`# ${"word ".repeat(100)}\ntext`);
    expect(section?.path[0]?.length).toBeLessThanOrEqual(121);
  });

  it.each(["\n", "\r\n", "\r"])("divides without a gap where lines end with %j", (lineEnd) => {
    const text = ["intro", "# A", "a", "", "B", "---", "b", "```", "# no", "```"].join(lineEnd);
    const sections = [...markdownSections(text)];
    expect(sections.map(({ start, end }) => text.slice(start, end)).join("")).toBe(text);
    expect(sections.map(({ path }) => path.join("/"))).toEqual(["", "A", "A/B"]);
  });
});
