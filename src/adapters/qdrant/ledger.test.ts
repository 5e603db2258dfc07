import { describe, expect, it } from "vitest";
import {
  changedFor,
  EMPTY_PAGE,
  hiddenFrom,
  nextPage,
  PAGE_COUNT,
  type Page,
  pageNumberOf,
} from "./ledger.ts";
import { announce, commit, forget, giveUp, recordName, removeAll } from "./ledger-edits.ts";

const SINCE = "2026-01-01T00:00:00.000Z";
const version = (indexVersion: string, userId = "anna") => ({ documentId: "d", userId, indexVersion });

/** The page after an edit that has something to do. */
function done(page: Page | null): Page {
  if (page === null) throw new Error("There was nothing to do");
  return page;
}

const arriving = done(announce(EMPTY_PAGE, version("v2"), SINCE));
const committed = done(commit(arriving, version("v2"), { visible: [version("v1")], since: SINCE }));

describe("the ledger", () => {
  it("hides a version from the announcement to the commit, and then the one before", () => {
    expect(hiddenFrom("anna", [arriving]).map(({ indexVersion }) => indexVersion)).toEqual(["v2"]);
    expect(hiddenFrom("anna", [committed]).map(({ indexVersion }) => indexVersion)).toEqual(["v1"]);
    expect(hiddenFrom("ben", [arriving, committed])).toEqual([]);
    expect(done(forget(committed, [version("v1")])).changes).toEqual([]);
  });

  it("has nothing to do for an edit that was already made", () => {
    expect(announce(arriving, version("v2"), SINCE)).toBe(null);
    expect(commit(committed, version("v2"), { visible: [], since: SINCE })).toBe(null);
    const renaming = { id: "r1", documentId: "d", name: "b.md" };
    expect(recordName(done(recordName(arriving, renaming)), renaming)).toBe(null);
    const removal = { id: "x1", documentId: "d", since: SINCE };
    expect(removeAll(done(removeAll(EMPTY_PAGE, removal, [version("v1")])), removal, [])).toBe(null);
    expect(forget(EMPTY_PAGE, [version("v1")])).toBe(null);
  });

  it("lets no version be committed that was overtaken or given up", () => {
    const two = done(announce(arriving, version("v3"), SINCE));
    const overtaken = done(commit(two, version("v3"), { visible: [], since: SINCE }));
    expect(commit(overtaken, version("v2"), { visible: [], since: SINCE })).toBe(null);
    expect(hiddenFrom("anna", [overtaken])).toMatchObject([{ indexVersion: "v2", state: "overtaken" }]);
    const lapsed = done(giveUp(arriving, version("v2")));
    expect(commit(lapsed, version("v2"), { visible: [], since: SINCE })).toBe(null);
  });

  it("tells a user of changes that concern them, and others of none", () => {
    expect(changedFor("anna", [EMPTY_PAGE], [arriving])).toBe(true);
    expect(changedFor("ben", [EMPTY_PAGE], [arriving])).toBe(false);
    expect(changedFor("anna", [arriving], [arriving])).toBe(false);
    expect(changedFor("anna", [committed], [done(forget(committed, [version("v1")]))])).toBe(false);
    const taken = done(commit(arriving, version("v2"), { visible: [version("v1", "ben")], since: SINCE }));
    expect(changedFor("ben", [arriving], [taken])).toBe(true);
  });

  it("tells everybody when it no longer remembers what changed", () => {
    let page = EMPTY_PAGE;
    for (let i = 0; i < 60; i++)
      page = nextPage(page, [], [{ userId: "carl", documentId: "d", by: null, name: null }]);
    expect(changedFor("anna", [EMPTY_PAGE], [page])).toBe(true);
    expect(changedFor("anna", [{ ...EMPTY_PAGE, sequence: 30 }], [page])).toBe(false);
    expect(changedFor("anna", [page], [EMPTY_PAGE])).toBe(true);
  });

  it("gives every document a page of its own making", () => {
    const numbers = Array.from({ length: 500 }, (_, i) => pageNumberOf(`document-${i}`));
    expect(new Set(numbers).size).toBe(PAGE_COUNT);
    expect(pageNumberOf("document-7")).toBe(numbers[7]);
  });
});
