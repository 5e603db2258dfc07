import { describe, expect, it } from "vitest";
import { makeOdf, type OdfParts } from "../testing/make-odf.ts";
import { makeZip } from "../testing/make-zip.ts";
import { contextFor } from "../testing/read-context.ts";
import { zeroBomb } from "../testing/zero-bomb.ts";
import { readOdt } from "./read-odt.ts";

const context = contextFor("a.odt");
const read = async (body: string, parts?: OdfParts) =>
  (await readOdt(makeOdf("text", body, parts), context)).parts;
const textOf = async (body: string, parts?: OdfParts) =>
  (await read(body, parts)).map((part) => part.text).join("\n---\n");
const p = (text: string) => `<text:p>${text}</text:p>`;
const h = (level: number, text: string) => `<text:h text:outline-level="${level}">${text}</text:h>`;
const list = (inside: string, attributes = 'text:style-name="L"') =>
  `<text:list ${attributes}>${inside}</text:list>`;
const item = (inside: string) => `<text:list-item>${inside}</text:list-item>`;
const LIST_STYLE = `<text:list-style style:name="L">
  <text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/>
  <text:list-level-style-number text:level="2" style:num-format="a" text:display-levels="2" style:num-suffix=")"/>
  <text:list-level-style-bullet text:level="3"/>
</text:list-style>`;

describe("readOdt", () => {
  it("gives every heading its section, with its number where headings are numbered", async () => {
    const styles = `<style:style style:name="P1" style:parent-style-name="Title"/>
      <text:outline-style><text:outline-level-style text:level="1" style:num-format="I"/>
      <text:outline-level-style text:level="2" style:num-format=""/></text:outline-style>`;
    const body = `<text:p text:style-name="P1">Handbook</text:p>${h(1, "Guide")}${p("About.")}${h(2, "Install")}${p("Run it.")}`;
    expect(await read(body, { styles })).toEqual([
      { text: "Handbook\n\nI Guide\n\nAbout.", pageNumber: null, section: "I Guide" },
      { text: "Install\n\nRun it.", pageNumber: null, section: "I Guide > Install" },
    ]);
  });

  it.each([
    ["spans and links", p("<text:span>Hel</text:span>lo <text:a>you</text:a>"), "Hello you"],
    ["spaces, tabs and breaks", p('a<text:s text:c="2"/>b<text:tab/>c<text:line-break/>d'), "a  b\tc\nd"],
    ["white space once, however it is indented", p("a\n    <text:span>\n b</text:span>"), "a b"],
    ["the title as a field", p("<text:title>Name</text:title>"), "Name"],
    [
      "what a section or an index holds",
      `<text:section><text:index-body>${p("in")}</text:index-body></text:section>`,
      "in",
    ],
    [
      "text boxes after their paragraph",
      p(`a<draw:frame><draw:text-box>${p("box")}</draw:text-box></draw:frame>b`),
      "ab\n\nbox",
    ],
  ])("keeps %s", async (_, body, expected) => {
    expect(await textOf(body)).toBe(expected);
  });

  it.each([
    [
      "what was deleted",
      `<text:tracked-changes><text:deletion>${p("old")}</text:deletion></text:tracked-changes>`,
    ],
    ["how a word is pronounced", p("<text:ruby><text:ruby-text>old</text:ruby-text></text:ruby>")],
    [
      "descriptions of pictures",
      p("<draw:frame><svg:title>old</svg:title><svg:desc>old</svg:desc></draw:frame>"),
    ],
  ])("leaves out %s", async (_, body) => {
    expect(await textOf(p("kept") + body)).toBe("kept");
  });

  it("labels the items of lists", async () => {
    const nested = list(item(p("deep") + p("more")) + item(list(item(p("bullet")), "")), "");
    const lists = list(item(p("one")) + item(p("two") + nested)) + list(item(p("new")));
    const continued = list(item(p("next")), 'text:style-name="L" text:continue-numbering="true"');
    expect(await textOf(lists + continued, { automatic: LIST_STYLE })).toBe(
      "1. one\n2. two\n2.a) deep\n\nmore\n\n- bullet\n1. new\n2. next",
    );
  });

  it("puts notes and comments after the paragraph that they belong to", async () => {
    const note = `<text:note><text:note-citation>1</text:note-citation><text:note-body>${p("Source.")}</text:note-body></text:note>`;
    const comment = `<office:annotation><dc:creator>Ada</dc:creator><dc:date>2026-01-01</dc:date>${p("Sure?")}</office:annotation>`;
    expect(await textOf(p(`Claim${note}${comment}`) + p("Next"))).toBe(
      "Claim [1]\n[1] Source.\n[Comment by Ada: Sure?]\n\nNext",
    );
  });

  it("writes a table row by row, and its header goes with it", async () => {
    const row = (...cells: string[]) =>
      `<table:table-row>${cells.map((text) => `<table:table-cell>${p(text)}</table:table-cell>`).join("")}</table:table-row>`;
    const merged = `<table:table-row><table:table-cell>${p("both")}</table:table-cell><table:covered-table-cell/></table:table-row>`;
    const [part] = await read(
      `${p("Before")}<table:table>${row("Name", "Age")}${row("Ada", "36")}${merged}</table:table>${p("After")}`,
    );
    expect(part?.text).toBe("Before\n\nName | Age\nAda | 36\nboth | \n\nAfter");
    expect(part?.tables).toMatchObject([{ header: "Name | Age" }]);
  });

  it("adds charts, formulas, headers and footers at the end, but not the numbers of pages", async () => {
    const object = (name: string) => `<draw:frame><draw:object xlink:href="./${name}"/></draw:frame>`;
    const parts = await read(h(1, "Guide") + p(object("Object 1") + object("Object 2")), {
      styles: `<office:master-styles><style:master-page style:name="M"><style:header>${p("Secret")}</style:header>
        <style:footer>${p("Secret")}${p("Page <text:page-number>1</text:page-number>")}</style:footer></style:master-page></office:master-styles>`,
      files: {
        "Object 1/content.xml": `<chart:chart><chart:title>${p("Sales")}</chart:title><table:table-row>${p("May")}${p("7")}</table:table-row></chart:chart>`,
        "Object 2/content.xml":
          "<math:math><math:mi>x</math:mi><math:mo>=</math:mo><math:mn>1</math:mn></math:math>",
      },
    });
    expect(parts.at(-1)).toEqual({
      text: "Sales\nMay | 7\n\nx = 1\nSecret",
      pageNumber: null,
      section: null,
    });
  });

  it("says that it needs a password", async () => {
    const locked = makeOdf("text", p("x"), { isEncrypted: true });
    await expect(readOdt(locked, context)).rejects.toMatchObject({ reason: "encrypted" });
  });

  it("expands no entities", async () => {
    const content = `<!DOCTYPE a [<!ENTITY a "boom">]><office:body>${p("x &a; y")}</office:body>`;
    const { parts } = await readOdt(makeZip([{ name: "content.xml", content }]), context);
    expect(parts[0]?.text).toBe("x y");
  });

  it("refuses a document that unpacks to too much", async () => {
    const content = zeroBomb(400 * 1024 * 1024);
    const bomb = makeZip([{ name: "content.xml", content, isDeflated: true }]);
    await expect(readOdt(bomb, context)).rejects.toMatchObject({ reason: "too-large" });
  });

  it("refuses a package without a text", async () => {
    const bytes = makeZip([{ name: "mimetype", content: "application/vnd.oasis.opendocument.text" }]);
    await expect(readOdt(bytes, context)).rejects.toMatchObject({ reason: "corrupt" });
  });
});
