import { describe, expect, it } from "vitest";
import { findPassage } from "./find-passage.ts";
import { foldText } from "./fold-text.ts";

function found(text: string, passage: string): string[] {
  return findPassage(foldText(text), passage).map(({ start, end }) => text.slice(start, end));
}

describe("findPassage", () => {
  it("finds a passage whatever happened to its spaces and case", () => {
    expect(found("Before.  The tenant\nMAY end   the lease. After.", "the tenant may end the lease")).toEqual(
      ["The tenant\nMAY end   the lease"],
    );
  });

  it("finds words that were divided at the end of a line, and ligatures", () => {
    expect(found("a con-\ntract was ﬁled today", "contract was filed")).toEqual(["con-\ntract was ﬁled"]);
  });

  it("finds text without spaces and with accents", () => {
    expect(found("前文。契約は三か月前に終了できる。後文", "契約は三か月前に終了")).toEqual([
      "契約は三か月前に終了",
    ]);
    expect(found("Les élèves étudient", "les eleves etudient")).toEqual(["Les élèves étudient"]);
  });

  it("joins the pieces of a passage that something interrupts", () => {
    const text =
      "The deposit equals two months of rent and 12 is returned within thirty days of the end of the lease.";
    const passage =
      "The deposit equals two months of rent and is returned within thirty days of the end of the lease.";
    expect(found(text, passage)).toEqual([text.slice(0, -1)]);
  });

  it("marks the part of a passage that lies on this page", () => {
    const passage =
      "The first half of this long passage stands on one page. The second half stands on the next one.";
    expect(found("… The first half of this long passage stands on one page.", passage)).toEqual([
      "The first half of this long passage stands on one page",
    ]);
  });

  it("finds nothing where the text speaks of something else", () => {
    expect(
      found("An entirely different text about gardening and soil.", "The tenant may end the lease early."),
    ).toEqual([]);
    expect(found("anything", "…")).toEqual([]);
  });

  it("counts in units of the original where characters take two", () => {
    expect(found("😀😀 lease ends", "lease ends")).toEqual(["lease ends"]);
  });
});
