import { describe, expect, it } from "vitest";
import { type DocxParts, makeDocx, paragraph } from "../testing/make-docx.ts";
import { makeZip } from "../testing/make-zip.ts";
import { contextFor } from "../testing/read-context.ts";
import { zeroBomb } from "../testing/zero-bomb.ts";
import { readDocx } from "./read-docx.ts";

const read = async (body: string, parts?: DocxParts) =>
  (await readDocx(makeDocx(body, parts), contextFor("a.docx"))).parts;
const textOf = async (body: string, parts?: DocxParts) =>
  (await read(body, parts)).map((part) => part.text).join("\n---\n");
const run = (inside: string) => `<w:r>${inside}</w:r>`;
const style = (id: string) => `<w:pStyle w:val="${id}"/>`;

const STYLES = `
  <w:style w:styleId="H1"><w:name w:val="heading 1"/></w:style>
  <w:style w:styleId="Chapter"><w:name w:val="Chapter"/><w:basedOn w:val="H1"/></w:style>
  <w:style w:styleId="Clause"><w:name w:val="Clause"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style>
  <w:style w:styleId="T"><w:name w:val="Title"/></w:style>
  <w:style w:styleId="LoopA"><w:basedOn w:val="LoopB"/></w:style>
  <w:style w:styleId="LoopB"><w:basedOn w:val="LoopA"/></w:style>`;

describe("readDocx", () => {
  it("gives every heading its section, whatever makes it a heading", async () => {
    const body =
      paragraph("Handbook", style("T")) +
      paragraph("Guide", style("Chapter")) +
      paragraph("About.") +
      paragraph("Install", style("Clause")) +
      paragraph("Run it.", style("LoopA")) +
      paragraph("End", '<w:outlineLvl w:val="0"/>') +
      paragraph("Bye.");
    expect(await read(body, { styles: STYLES })).toEqual([
      { text: "Handbook\n\nGuide\n\nAbout.", pageNumber: null, section: "Guide" },
      { text: "Install\n\nRun it.", pageNumber: null, section: "Guide > Install" },
      { text: "End\n\nBye.", pageNumber: null, section: "End" },
    ]);
  });

  it.each([
    ["runs", `<w:p>${run("<w:t>Hel</w:t>")}${run("<w:t>lo</w:t>")}</w:p>`, "Hello"],
    [
      "tabs and breaks",
      `<w:p>${run("<w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t>")}</w:p>`,
      "a\tb\nc",
    ],
    ["tab stops, which are no tabs", paragraph("a", "<w:tabs><w:tab/></w:tabs>"), "a"],
    [
      "hyphens that do not break",
      `<w:p>${run("<w:t>e</w:t><w:noBreakHyphen/><w:t>mail</w:t>")}</w:p>`,
      "e\u2011mail",
    ],
    ["links", `<w:p><w:hyperlink>${run("<w:t>here</w:t>")}</w:hyperlink></w:p>`, "here"],
    ["insertions", `<w:p><w:ins>${run("<w:t>new</w:t>")}</w:ins></w:p>`, "new"],
    ["entities", paragraph("&lt;a&gt; &amp; &#233;"), "<a> & é"],
    ["formulas", "<w:p><m:oMath><m:r><m:t>x=1</m:t></m:r></m:oMath></w:p>", "x=1"],
    ["content controls", `<w:sdt><w:sdtContent>${paragraph("inside")}</w:sdtContent></w:sdt>`, "inside"],
  ])("keeps %s", async (_, body, expected) => {
    expect(await textOf(body)).toBe(expected);
  });

  it.each([
    ["deletions", `<w:del>${run("<w:delText>old</w:delText><w:t>old</w:t>")}</w:del>`],
    ["what was moved away", `<w:moveFrom>${run("<w:t>old</w:t>")}</w:moveFrom>`],
    ["the code of fields", run("<w:instrText>PAGE old</w:instrText>")],
    ["how a word is pronounced", run("<w:ruby><w:rt><w:r><w:t>old</w:t></w:r></w:rt></w:ruby>")],
  ])("leaves out %s", async (_, inside) => {
    expect(await textOf(`<w:p>${run("<w:t>kept</w:t>")}${inside}</w:p>`)).toBe("kept");
  });

  it("writes a table row by row", async () => {
    const cell = (...texts: string[]) => `<w:tc>${texts.map((text) => paragraph(text)).join("")}</w:tc>`;
    const rows = [cell("Name") + cell("Age"), cell("Ada", "Lovelace") + cell(""), cell("Bob") + cell("7")];
    const table = `<w:tbl>${rows.map((row) => `<w:tr>${row}</w:tr>`).join("")}</w:tbl>`;
    const [part] = await read(paragraph("Before") + table + paragraph("After"));
    expect(part?.text).toBe("Before\n\nName | Age\nAda Lovelace | \nBob | 7\n\nAfter");
    expect(part?.tables).toEqual([{ start: 8, end: 42, header: "Name | Age" }]);
  });

  it("takes a text box once, after the paragraph that holds it", async () => {
    const box = `<w:txbxContent>${paragraph("boxed")}</w:txbxContent>`;
    const drawing = `<mc:AlternateContent><mc:Choice>${box}</mc:Choice><mc:Fallback>${box}</mc:Fallback></mc:AlternateContent>`;
    expect(await textOf(`<w:p>${run(`<w:t>Text</w:t>${drawing}`)}</w:p>${paragraph("Next")}`)).toBe(
      "Text\n\nboxed\n\nNext",
    );
  });

  it("puts notes and comments after the paragraph that refers to them", async () => {
    const body = `<w:p>${run('<w:t>Claim</w:t><w:footnoteReference w:id="2"/><w:commentReference w:id="0"/>')}</w:p>`;
    const text = await textOf(body + paragraph("Next"), {
      footnotes: `<w:footnote w:id="2">${paragraph("Source.")}</w:footnote>`,
      comments: `<w:comment w:id="0" w:author="Ada">${paragraph("Sure?")}</w:comment>`,
    });
    expect(text).toBe("Claim [1]\n[1] Source.\n[Comment by Ada: Sure?]\n\nNext");
  });

  it("adds headers and footers at the end, each once and outside the sections", async () => {
    const body = paragraph("Guide", '<w:outlineLvl w:val="0"/>') + paragraph("Text");
    const parts = await read(body, {
      header: paragraph("Secret"),
      footer: paragraph("Secret") + paragraph("Page 1"),
    });
    expect(parts.at(-1)).toEqual({ text: "Secret\nPage 1", pageNumber: null, section: null });
  });

  it("reads the words of a chart", async () => {
    const chart = "<c:tx><c:v>Sales</c:v></c:tx><c:cat><c:v>May</c:v><c:v>June</c:v></c:cat>";
    expect(await textOf(paragraph("Text"), { chart })).toContain("Sales\nMay | June");
  });

  it("keeps what a broken document says before it breaks", async () => {
    expect(await textOf(`${paragraph("whole")}<w:tbl><w:tr><w:tc>${paragraph("half")}`)).toContain("whole");
  });

  it("reads a document whose styles cannot be unpacked", async () => {
    const rels = '<Relationships><Relationship Type="x/styles" Target="styles.xml"/></Relationships>';
    const damaged = makeZip([
      { name: "word/document.xml", content: `<w:document>${paragraph("Text", style("H1"))}</w:document>` },
      { name: "word/_rels/document.xml.rels", content: rels },
      { name: "word/styles.xml", content: "not deflated", isDeflated: true },
    ]);
    expect((await readDocx(damaged, contextFor("a.docx"))).parts).toMatchObject([
      { text: "Text", section: null },
    ]);
  });

  it("expands no entities", async () => {
    const bomb = makeZip([
      {
        name: "word/document.xml",
        content: `<!DOCTYPE a [<!ENTITY a "boom"><!ENTITY b "&a;&a;&a;">]><w:document>${paragraph("x &b; y")}</w:document>`,
      },
    ]);
    expect((await readDocx(bomb, contextFor("a.docx"))).parts[0]?.text).toBe("x  y");
  });

  it("refuses a document that unpacks to too much", async () => {
    const bomb = makeZip([
      { name: "word/document.xml", content: zeroBomb(400 * 1024 * 1024), isDeflated: true },
    ]);
    await expect(readDocx(bomb, contextFor("a.docx"))).rejects.toMatchObject({ reason: "too-large" });
  });
});
