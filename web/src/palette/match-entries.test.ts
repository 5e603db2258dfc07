import { describe, expect, it } from "vitest";
import { matchEntries, type PaletteEntry } from "./match-entries.ts";

const entry = (kind: PaletteEntry["kind"], label: string): PaletteEntry => ({
  id: label,
  kind,
  label,
  run: () => undefined,
});
const entries = [
  entry("documents", "Annual lease.pdf"),
  entry("documents", "Lease Mill Street.txt"),
  entry("documents", "Release notes.md"),
  entry("chats", "Übersicht der Kosten"),
  entry("commands", "New chat"),
];
const found = (query: string) => matchEntries(entries, query).map(({ label }) => label);

describe("matchEntries", () => {
  it("puts the beginning first, then beginnings of words, then the rest", () => {
    expect(found("lease")).toEqual(["Lease Mill Street.txt", "Annual lease.pdf", "Release notes.md"]);
  });

  it("wants every word and ignores accents", () => {
    expect(found("mill lease")).toEqual(["Lease Mill Street.txt"]);
    expect(found("ubersicht")).toEqual(["Übersicht der Kosten"]);
    expect(found("nothing like this")).toEqual([]);
  });

  it("offers a little of everything where nothing is typed", () => {
    expect(found("")).toHaveLength(5);
    expect(
      matchEntries(
        Array.from({ length: 50 }, (_, i) => entry("chats", `c${i}`)),
        "",
      ),
    ).toHaveLength(7);
  });
});
