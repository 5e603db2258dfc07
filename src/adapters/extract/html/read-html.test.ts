import { describe, expect, it } from "vitest";
import { contextFor } from "../testing/read-context.ts";
import { readHtml, readHtmlParts } from "./read-html.ts";

const textOf = (html: string) =>
  readHtmlParts(html, 1_000_000)
    .map((part) => part.text)
    .join("\n---\n");

describe("readHtmlParts", () => {
  it("puts the title first and gives every heading its section", () => {
    const html =
      "<title>Site</title><p>Intro<h1>Guide</h1>About.<h2>In<b>stall</b></h2><p>Run it.</p><h1>End</h1>Bye";
    expect(readHtmlParts(html, 1_000)).toEqual([
      { text: "Site\n\nIntro", pageNumber: null, section: null },
      { text: "Guide\n\nAbout.", pageNumber: null, section: "Guide" },
      { text: "Install\n\nRun it.", pageNumber: null, section: "Guide > Install" },
      { text: "End\n\nBye", pageNumber: null, section: "End" },
    ]);
  });

  it.each([
    ["blocks", "<div>One</div><div>Two<br>Three</div>", "One\n\nTwo\nThree"],
    ["white space", "<p>  a \n b <i> c</i>d </p>", "a b cd"],
    ["entities", "&lt;tag&gt; &amp; caf&eacute; &#x1F642;", "<tag> & café 🙂"],
    ["links and images", '<a href="x">Link</a><img alt="A duck" src="y">!', "Link A duck !"],
    ["lists", "<ul><li>a<li><p>b</p></ul><ol start=3><li>c</li></ol>", "- a\n- b\n\n3. c"],
    ["tables", "<table><tr><th>A<th>B<tr><td><p>1</p><td>2</table>End", "A | B\n1 | 2\n\nEnd"],
    ["empty cells", "<table><tr><td>1<td><td><td>2<td></table>", "1 | | 2"],
    ["preformatted text", "<pre>if x:\n  y()\n\nz</pre>", "if x:\n  y()\n\nz"],
    ["headings in a list", "<ul><li><h2>A</h2>a</ul>", "A\n\na"],
    ["what is never closed", "<div><p>a<span>b", "ab"],
  ])("keeps the shape of %s", (_, html, expected) => {
    expect(textOf(html)).toBe(expected);
  });

  it.each([
    "<script>no</script>",
    "<style>no</style>",
    "<noscript>no</noscript>",
    "<template><p>no</template>",
    "<div hidden>no<p>no</div>",
    '<div style="color: red; display: none">no</div>',
    "<!-- no -->",
    "<ruby>yes<rt>no</rt></ruby>",
    "<svg><style>no</style></svg>",
  ])("leaves out %s", (html) => {
    const text = textOf(`yes ${html} yes`);
    expect(text).toMatch(/^yes/);
    expect(text).not.toContain("no");
  });

  it("marks tables, below their captions and inside layouts", () => {
    const inner =
      "<table><caption>Sizes</caption><tr><th>A<th>B<tr><td>1<td>2</table><p>x</p><table><tr><td>box</table>";
    const html = `<table><tr><td>Menu<td>Search</tr><tr><td><p>Intro</p>${inner}</table>`;
    const [part] = readHtmlParts(html, 1_000);
    expect(part?.tables?.map(({ start, end }) => part.text.slice(start, end))).toEqual(["A | B\n1 | 2"]);
  });

  it("reads a page of a hundred thousand nested elements", () => {
    const html = `${"<div><b>".repeat(50_000)}deep${"</b></div>".repeat(50_000)}<p>after`;
    expect(textOf(html)).toBe("deep\n\nafter");
  });

  it("refuses a page with too many characters", () => {
    expect(() => readHtmlParts(`<p>${"word ".repeat(1_000)}`, 1_000)).toThrow(/too large/);
  });
});

describe("readHtml", () => {
  it("decodes as the page declares", async () => {
    const bytes = Buffer.from(
      '<meta charset="windows-1251"><p>\u00cf\u00f0\u00e8\u00e2\u00e5\u00f2',
      "latin1",
    );
    expect(await readHtml(bytes, contextFor("a.html"))).toMatchObject({
      syntax: "plain",
      parts: [{ text: "Привет" }],
      pages: null,
    });
  });
});
