import { describe, expect, it } from "vitest";
import { excerptOf } from "./mark-words.ts";

const marked = (passage: string, query: string) =>
  excerptOf(passage, query)
    .filter((piece) => piece.isMarked)
    .map((piece) => piece.text);

describe("excerptOf", () => {
  it("marks words in every form, but not the small ones", () => {
    expect(marked("The tenants were terminating the lease.", "what does the tenant terminate")).toEqual([
      "tenants",
      "terminating",
    ]);
  });

  it("marks the beginning of a longer word while it is typed", () => {
    expect(marked("Kündigungsfrist und Kaution", "kündigung")).toEqual(["Kündigungsfrist"]);
  });

  it("shows the part of a long passage that matches", () => {
    const passage = `${"filler words here ".repeat(60)}the deposit is returned ${"more filler text ".repeat(60)}`;
    const pieces = excerptOf(passage, "deposit returned");
    expect(pieces.map(({ text }) => text).join("")).toContain("the deposit is returned");
    expect(pieces[0]?.text).toBe("… ");
    expect(pieces.map(({ text }) => text).join("").length).toBeLessThan(300);
  });

  it("gives a text without matches as it is", () => {
    expect(excerptOf("Short text.", "nothing")).toEqual([{ text: "Short text.", isMarked: false }]);
  });

  it("marks inside scripts without spaces", () => {
    expect(marked("契約は三か月前に終了できる", "終了")).toEqual(["終了"]);
  });
});
