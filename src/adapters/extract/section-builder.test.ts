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
