import { describe, expect, it } from "vitest";
import { openSectionBuilder } from "./section-builder.ts";

describe("a section builder", () => {
  it("gives each section a part with the path of its headings", () => {
    const builder = openSectionBuilder(1_000);
    builder.add("Before.", "paragraph");
    builder.addHeading(1, "Guide");
    builder.add("About.", "paragraph");
    builder.addHeading(2, "Install");
    builder.add("Run it.", "paragraph");
    builder.add("Twice.", "line");
    builder.addHeading(1, "Licence");
    builder.add("Free.", "paragraph");
    expect(builder.build()).toEqual([
      { text: "Before.", pageNumber: null, section: null },
      { text: "Guide\n\nAbout.", pageNumber: null, section: "Guide" },
      { text: "Install\n\nRun it.\nTwice.", pageNumber: null, section: "Guide > Install" },
      { text: "Licence\n\nFree.", pageNumber: null, section: "Licence" },
    ]);
  });

  it("lets headings without text of their own share the part of the deeper one", () => {
    const builder = openSectionBuilder(1_000);
    builder.addTitle("Handbook");
    builder.addHeading(1, "Guide");
    builder.addHeading(2, "Install");
    builder.add("Run it.", "paragraph");
    expect(builder.build()).toEqual([
      { text: "Handbook\n\nGuide\n\nInstall\n\nRun it.", pageNumber: null, section: "Guide > Install" },
    ]);
  });

  it("does not repeat a title that is also the first heading", () => {
    const builder = openSectionBuilder(1_000);
    builder.addTitle("Guide");
    builder.addHeading(1, "Guide");
    expect(builder.build()).toMatchObject([{ text: "Guide", section: "Guide" }]);
  });

  it("keeps sibling headings without text apart", () => {
    const builder = openSectionBuilder(1_000);
    builder.addHeading(2, "One");
    builder.addHeading(2, "Two");
    expect(builder.build().map((part) => part.section)).toEqual(["One", "Two"]);
  });

  it("knows where tables are, with their headers", () => {
    const builder = openSectionBuilder(1_000);
    builder.add("\u0007Before.", "paragraph");
    builder.openTable();
    builder.add("Name | Age", "paragraph");
    builder.add("Ada | 36", "line");
    builder.closeTable();
    builder.add("After.", "paragraph");
    const [part] = builder.build();
    const [table] = part?.tables ?? [];
    expect(table?.header).toBe("Name | Age");
    expect(part?.text.slice(table?.start, table?.end)).toBe("Name | Age\nAda | 36");
  });

  it.each([
    ["a header alone", ["Name | Age"]],
    ["one column", ["Name", "Ada"]],
    ["nothing", []],
  ])("makes no table of %s", (_, lines) => {
    const builder = openSectionBuilder(1_000);
    builder.openTable();
    for (const line of lines) builder.add(line, "line");
    builder.closeTable();
    builder.add("After.", "paragraph");
    expect(builder.build()[0]).not.toHaveProperty("tables");
  });

  it("takes the inner one of two tables for the real one", () => {
    const builder = openSectionBuilder(1_000);
    builder.openTable();
    builder.add("Menu | Search", "line");
    builder.openTable();
    for (const line of ["A | B", "1 | 2"]) builder.add(line, "line");
    builder.closeTable();
    builder.add("Legal", "line");
    builder.closeTable();
    expect(builder.build()[0]?.tables).toEqual([{ start: 14, end: 25, header: "A | B" }]);
  });

  it("ends a table with its section", () => {
    const builder = openSectionBuilder(1_000);
    builder.openTable();
    for (const line of ["A | B", "1 | 2 "]) builder.add(line, "line");
    builder.addHeading(1, "Next");
    builder.add("3 | 4", "line");
    builder.closeTable();
    expect(builder.build().map((part) => part.tables)).toEqual([
      [{ start: 0, end: 11, header: "A | B" }],
      undefined,
    ]);
  });

  it("belongs to no section after leaving them", () => {
    const builder = openSectionBuilder(1_000);
    builder.addHeading(1, "Guide");
    builder.leaveSections();
    builder.add("Footer", "line");
    expect(builder.build().at(-1)).toEqual({ text: "Footer", pageNumber: null, section: null });
  });

  it("takes a heading as long as a paragraph for a paragraph", () => {
    const builder = openSectionBuilder(1_000);
    builder.addHeading(1, "word ".repeat(60));
    expect(builder.build()).toMatchObject([{ section: null }]);
  });

  it("refuses more characters than allowed", () => {
    const builder = openSectionBuilder(100);
    expect(() => builder.add("x".repeat(101), "line")).toThrow(/too large/);
  });

  it("stops making parts where a file has absurdly many headings", () => {
    const builder = openSectionBuilder(10_000_000);
    for (let index = 0; index < 12_000; index++) builder.addHeading(1, `Heading ${index}`);
    const parts = builder.build();
    expect(parts.length).toBeLessThan(10_100);
    expect(parts.at(-1)?.text).toContain("Heading 11999");
  });
});
