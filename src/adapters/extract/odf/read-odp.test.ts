import { describe, expect, it } from "vitest";
import { makeOdf, type OdfParts } from "../testing/make-odf.ts";
import { contextFor } from "../testing/read-context.ts";
import { readOdp } from "./read-odp.ts";

const read = (body: string, parts?: OdfParts) =>
  readOdp(makeOdf("presentation", body, parts), contextFor("a.odp"));
const p = (text: string) => `<text:p>${text}</text:p>`;
const frame = (inside: string, kind?: string) =>
  `<draw:frame ${kind === undefined ? "" : `presentation:class="${kind}"`}><draw:text-box>${inside}</draw:text-box></draw:frame>`;
const page = (inside: string) => `<draw:page draw:master-page-name="M">${inside}</draw:page>`;

describe("readOdp", () => {
  it("reads slide by slide, with numbers, titles and notes", async () => {
    const notes = `<presentation:notes>${frame(p("Say hello"), "notes")}</presentation:notes>`;
    const text = await read(
      page(frame(p("Body")) + frame(p("Welcome"), "title") + notes) + page(frame(p("More"))),
    );
    expect(text).toMatchObject({
      pages: 2,
      parts: [
        { text: "Welcome\n\nBody\n\nNotes: Say hello", pageNumber: 1, section: "Welcome" },
        { text: "More", pageNumber: 2, section: null },
      ],
    });
  });

  it("numbers items through a shape, even where each is a list of its own", async () => {
    const automatic = `<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/></text:list-style>`;
    const item = (text: string) =>
      `<text:list text:style-name="L"><text:list-item>${p(text)}</text:list-item></text:list>`;
    const text = await read(page(frame(item("one") + item("two")) + frame(item("again"))), { automatic });
    expect(text.parts[0]?.text).toBe("1. one\n2. two\n\n1. again");
  });

  it("writes a table row by row", async () => {
    const row = `<table:table-row><table:table-cell>${p("a")}</table:table-cell><table:covered-table-cell/><table:table-cell>${p("b")}</table:table-cell></table:table-row>`;
    const text = await read(page(`<draw:frame><table:table>${row}</table:table></draw:frame>`));
    expect(text.parts[0]?.text).toBe("a |  | b");
  });

  it("takes what is on every slide once, and leaves out what a master only suggests", async () => {
    const styles = `<office:master-styles><style:master-page style:name="M">${frame(p("Click to edit"), "outline")}${frame(p("Footer"), "footer")}
      ${frame(p("<text:page-number>1</text:page-number>"))}<draw:custom-shape>${p("Acme")}</draw:custom-shape></style:master-page></office:master-styles>`;
    const footer = '<presentation:footer-decl presentation:name="f">Spring</presentation:footer-decl>';
    const text = await read(footer + page(frame(p("One"))) + page(frame(p("Two"))), { styles });
    expect(text.parts.map((part) => part.text)).toEqual(["One\n\nFooter\n\nAcme\n\nSpring", "Two"]);
  });
});
