import { describe, expect, it } from "vitest";
import { line, makePptx, shape, slide } from "../testing/make-pptx.ts";
import { makeZip } from "../testing/make-zip.ts";
import { contextFor } from "../testing/read-context.ts";
import { zeroBomb } from "../testing/zero-bomb.ts";
import { readPptx } from "./read-pptx.ts";

const read = (...pptx: Parameters<typeof makePptx>) => readPptx(makePptx(...pptx), contextFor("a.pptx"));
const textOf = async (inside: string) => (await read([{ content: slide(inside) }])).parts[0]?.text;

describe("readPptx", () => {
  it("reads the slides in the order of the presentation, with their numbers and titles", async () => {
    const seen: number[] = [];
    const pptx = makePptx([
      { content: slide(shape(line("Body")) + shape(line("Welcome"), "ctrTitle")) },
      { content: slide(shape(line("More"))) },
    ]);
    const text = await readPptx(pptx, { ...contextFor("a.pptx"), onPage: (done) => seen.push(done) });
    expect(text).toEqual({
      syntax: "plain",
      pages: 2,
      parts: [
        { text: "Welcome\n\nBody", pageNumber: 1, section: "Welcome" },
        { text: "More", pageNumber: 2, section: null },
      ],
    });
    expect(seen).toEqual([1, 2]);
  });

  it.each([
    ["shapes inside groups", `<p:grpSp><p:grpSp>${shape(line("deep"))}</p:grpSp></p:grpSp>`, "deep"],
    [
      "breaks and runs",
      shape("<a:p><a:r><a:t>a</a:t></a:r><a:br/><a:r><a:t>b</a:t></a:r><a:r><a:t>c</a:t></a:r></a:p>"),
      "a\nbc",
    ],
    [
      "dates, but not slide numbers",
      shape(
        '<a:p><a:fld type="slidenum"><a:t>7</a:t></a:fld><a:fld type="datetime"><a:t>May</a:t></a:fld></a:p>',
      ),
      "May",
    ],
    [
      "the numbers of a list",
      shape(
        ["One", "Two"].map((text) => line(text, '<a:buAutoNum type="arabicPeriod"/>')).join("") +
          line("no") +
          line("Again", '<a:buAutoNum type="alphaLcParenR"/>'),
      ),
      "1. One\n2. Two\nno\na) Again",
    ],
    [
      "a table row by row",
      `<p:graphicFrame><a:tbl>${["A,B", "1,2"]
        .map(
          (row) =>
            `<a:tr>${row
              .split(",")
              .map((text) => `<a:tc><a:txBody>${line(text)}</a:txBody></a:tc>`)
              .join("")}</a:tr>`,
        )
        .join("")}</a:tbl></p:graphicFrame>`,
      "A | B\n1 | 2",
    ],
    [
      "one of two alternatives",
      `<mc:AlternateContent><mc:Choice>${shape(line("new"))}</mc:Choice><mc:Fallback>${shape(line("old"))}</mc:Fallback></mc:AlternateContent>`,
      "new",
    ],
  ])("keeps %s", async (_, inside, expected) => {
    expect(await textOf(inside)).toBe(expected);
  });

  it("adds notes, comments, charts and diagrams of a slide", async () => {
    const text = await read(
      [
        {
          content: slide(shape(line("Slide"))),
          related: {
            n: ["notesSlide", "ppt/notes1.xml"],
            c: ["comments", "ppt/comments1.xml"],
            k: ["chart", "ppt/chart1.xml"],
            d: ["diagramData", "ppt/data1.xml"],
          },
        },
      ],
      {
        "ppt/notes1.xml": {
          content: `<p:notes>${shape(line("Say hello"), "body")}${shape(line("3"), "sldNum")}</p:notes>`,
        },
        "ppt/comments1.xml": { content: "<p:cmLst><p:cm><p:text>Sure?</p:text></p:cm></p:cmLst>" },
        "ppt/chart1.xml": { content: "<c:cat><c:v>May</c:v><c:v>June</c:v></c:cat>" },
        "ppt/data1.xml": { content: `<dgm:pt><dgm:t>${line("President")}</dgm:t></dgm:pt>` },
      },
    );
    expect(text.parts[0]?.text).toBe(
      "Slide\n\nMay | June\n\nPresident\n\n[Comment: Sure?]\n\nNotes: Say hello",
    );
  });

  it("reads files of other programs and newer charts, but nothing twice that the slide shows", async () => {
    const text = await read(
      [
        {
          content: slide(shape(line("Known line"))),
          related: {
            f: ["package", "ppt/embeddings/note.txt"],
            o: ["oleObject", "ppt/embeddings/oleObject1.bin"],
            x: ["chartEx", "ppt/charts/chartEx1.xml"],
          },
        },
      ],
      {
        "ppt/embeddings/note.txt": { content: "Known line\nUnknown line" },
        "ppt/embeddings/oleObject1.bin": { content: "\u0000\u0001 not a file" },
        "ppt/charts/chartEx1.xml": {
          content: "<cx:strDim><cx:lvl><cx:pt>May</cx:pt><cx:pt>June</cx:pt></cx:lvl></cx:strDim>",
        },
      },
    );
    expect(text.parts[0]?.text).toBe("Known line\n\nMay | June\n\nUnknown line");
  });

  it("takes what a layout and its master write on every slide once", async () => {
    const content = slide(shape(line("Slide")));
    const related = { l: ["slideLayout", "ppt/layout1.xml"] } as const;
    const text = await read(
      [
        { content, related },
        { content, related },
      ],
      {
        "ppt/layout1.xml": {
          content: shape(line("Click to edit"), "body") + shape(line("Acme")),
          related: { m: ["slideMaster", "ppt/master1.xml"] },
        },
        "ppt/master1.xml": { content: shape(line("Confidential")) },
      },
    );
    expect(text.parts.map((part) => part.text)).toEqual(["Slide\n\nAcme\n\nConfidential", "Slide"]);
  });

  it("reads slides by the numbers in their names where their order is lost", async () => {
    const names = ["slide10", "slide2"];
    const zip = makeZip(
      names.map((name) => ({ name: `ppt/slides/${name}.xml`, content: slide(shape(line(name))) })),
    );
    const text = await readPptx(zip, contextFor("a.pptx"));
    expect(text.parts.map((part) => part.text)).toEqual(["slide2", "slide10"]);
  });

  it("refuses a file without slides", async () => {
    const zip = makeZip([{ name: "ppt/other.xml", content: "<a/>" }]);
    await expect(readPptx(zip, contextFor("a.pptx"))).rejects.toMatchObject({ reason: "corrupt" });
  });

  it("refuses a slide that unpacks to too much", async () => {
    const content = zeroBomb(400 * 1024 * 1024);
    const zip = makeZip([{ name: "ppt/slides/slide1.xml", content, isDeflated: true }]);
    await expect(readPptx(zip, contextFor("a.pptx"))).rejects.toMatchObject({ reason: "too-large" });
  });
});
