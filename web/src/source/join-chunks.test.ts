import { describe, expect, it } from "vitest";
import { joinChunks } from "./join-chunks.ts";

const chunks = ["one two three", "three four five", "five six"].map((chunkText, chunkIndex) => ({
  chunkIndex,
  chunkText,
  pageNumber: null,
  section: null,
}));
const shown = (whole: number | null) => joinChunks(chunks, whole).map((chunk) => chunk.shown);

describe("joinChunks", () => {
  it("shows what neighbours share only once", () => {
    expect(shown(null)).toEqual(["one two three", " four five", " six"]);
  });

  it("shows the wanted chunk in full", () => {
    expect(shown(1)).toEqual(["one two ", "three four five", " six"]);
    expect(shown(2)).toEqual(["one two ", "three four ", "five six"]);
  });

  it("keeps pages apart", () => {
    const pages = chunks.map((chunk) => ({ ...chunk, pageNumber: chunk.chunkIndex }));
    expect(joinChunks(pages, null).map((chunk) => chunk.shown)).toEqual(
      chunks.map((chunk) => chunk.chunkText),
    );
  });
});
