import { describe, expect, it } from "vitest";
import {
  arrivedFor,
  changedFor,
  hiddenFrom,
  latestName,
  newPage,
  nextPage,
  PAGE_COUNT,
  type Page,
  pageNumberOf,
  pageSchema,
} from "./ledger.ts";
import {
  commit,
  commitStaged,
  forget,
  giveUp,
  recordName,
  removeAll,
  withoutEntries,
} from "./ledger-edits.ts";

const AT = "2026-01-01T00:00:00.000Z";
const EMPTY = newPage(new Date(AT));
const version = (indexVersion: string, userId = "anna") => ({ documentId: "d", userId, indexVersion });
const versionsOf = (changes: readonly { indexVersion: string | null }[]) =>
  changes.map(({ indexVersion }) => indexVersion);

/** The page after an edit that has something to do. */
function done(page: Page | null): Page {
  if (page === null) throw new Error("There was nothing to do");
  return page;
}

const replaced = (leaving: ReturnType<typeof version>[], overtaken: ReturnType<typeof version>[] = []) => ({
  ...{ leaving, overtaken, at: AT },
});
const committed = done(commit(EMPTY, version("v2"), replaced([version("v1")], [version("v3")])));

describe("the ledger", () => {
  it("shows a version with its commit, and hides what it replaces and overtakes", () => {
    expect(versionsOf(arrivedFor("anna", [committed]))).toEqual(["v2"]);
    expect(versionsOf(hiddenFrom("anna", [committed]))).toEqual(["v1", "v3"]);
    expect(hiddenFrom("ben", [EMPTY, committed])).toEqual([]);
    expect(arrivedFor("ben", [EMPTY, committed])).toEqual([]);
  });

  it("lets a version leave that had only just arrived", () => {
    const again = done(commit(committed, version("v4"), replaced([version("v2")])));
    expect(versionsOf(arrivedFor("anna", [again]))).toEqual(["v4"]);
    expect(versionsOf(hiddenFrom("anna", [again]))).toEqual(["v1", "v3", "v2"]);
  });

  it("forgets entries that are still as they were, and no others", () => {
    expect(done(forget(committed, [{ ...version("v1"), state: "leaving" }])).changes).toHaveLength(2);
    expect(forget(committed, [{ ...version("v2"), state: "leaving" }])).toBe(null);
    expect(forget(EMPTY, [{ ...version("v1"), state: "leaving" }])).toBe(null);
  });

  it("forgets with another write in that one write", () => {
    const renaming = { id: "r1", documentId: "d", name: "b.md", at: AT };
    const renamed = done(recordName(committed, renaming));
    const both = withoutEntries(renamed, [{ ...version("v2"), state: "arrived" }]);
    expect(both.sequence).toBe(committed.sequence + 1);
    expect(arrivedFor("anna", [both])).toEqual([]);
    expect(latestName(both, "d")).toBe("b.md");
    expect(withoutEntries(renamed, [{ ...version("v9"), state: "arrived" }])).toBe(renamed);
  });

  it("has nothing to do for an edit that was already made", () => {
    expect(commit(committed, version("v2"), replaced([]))).toBe(null);
    const renaming = { id: "r1", documentId: "d", name: "b.md", at: AT };
    expect(recordName(done(recordName(committed, renaming)), renaming)).toBe(null);
    const removal = { id: "x1", documentId: "d", at: AT };
    const removed = done(removeAll(EMPTY, removal, replaced([version("v1")])));
    expect(removeAll(removed, removal, replaced([version("v1")]))).toBe(null);
    expect(removeAll(EMPTY, removal, replaced([]))).toBe(null);
  });

  it("lets no version be committed that was overtaken or given up, and none given up that was committed", () => {
    expect(commit(committed, version("v3"), replaced([]))).toBe(null);
    const lapsed = done(giveUp(EMPTY, version("v2"), AT));
    expect(commit(lapsed, version("v2"), replaced([]))).toBe(null);
    expect(versionsOf(hiddenFrom("anna", [lapsed]))).toEqual(["v2"]);
    expect(giveUp(committed, version("v2"), AT)).toBe(null);
    const forgotten = done(forget(committed, [{ ...version("v2"), state: "arrived" }]));
    expect(giveUp(forgotten, version("v2"), AT)).toBe(null);
  });

  it("tells a user of changes that concern them, and others of none", () => {
    expect(changedFor("anna", [EMPTY], [committed])).toBe(true);
    expect(changedFor("ben", [EMPTY], [committed])).toBe(false);
    expect(changedFor("anna", [committed], [committed])).toBe(false);
    const forgotten = done(forget(committed, [{ ...version("v1"), state: "leaving" }]));
    expect(changedFor("anna", [committed], [forgotten])).toBe(false);
    const taken = done(commit(EMPTY, version("v2"), replaced([version("v1", "ben")])));
    expect(changedFor("ben", [EMPTY], [taken])).toBe(true);
    const staged = done(commitStaged(EMPTY, version("v5"), replaced([])));
    expect(changedFor("anna", [EMPTY], [staged])).toBe(false);
  });

  it("tells everybody when it no longer remembers what changed", () => {
    let page = EMPTY;
    const touch = { userId: "carl", documentId: "d", by: null, name: null, at: AT };
    for (let i = 0; i < 100; i++) page = nextPage(page, [], [touch]);
    expect(changedFor("anna", [EMPTY], [page])).toBe(true);
    expect(changedFor("anna", [{ ...EMPTY, sequence: page.sequence - 60 }], [page])).toBe(false);
    expect(changedFor("anna", [page], [EMPTY])).toBe(true);
  });

  it("begins again with a later sequence where it was lost", () => {
    const later = newPage(new Date(Date.parse(AT) + 60_000));
    expect(later.sequence).toBeGreaterThan(committed.sequence);
    expect(changedFor("anna", [committed], [later])).toBe(true);
  });

  it("tells the names given since a time", () => {
    const named = done(recordName(EMPTY, { id: "r", documentId: "d", name: "b.md", at: AT }));
    const { sequence } = EMPTY;
    expect(latestName(named, "d", { sequence, at: AT })).toBe("b.md");
    expect(latestName(named, "d", { sequence, at: "2026-01-01T00:00:00.001Z" })).toBe(null);
    expect(latestName(named, "d", { sequence: named.sequence, at: AT })).toBe(null);
    expect(latestName(named, "other")).toBe(null);
  });

  it("is read from what the first release wrote, and from what Qdrant leaves of it", () => {
    const { generation, closedBy, ...kept } = EMPTY;
    expect(generation ?? closedBy).toBe(null);
    const old = {
      ...kept,
      changes: [{ ...version("v1"), state: "arriving", since: AT, name: null }],
      touches: [{ sequence: 1, userId: "anna", documentId: "d", by: null, name: null }],
    };
    const page = pageSchema.parse(old);
    expect(page).toMatchObject({ generation: null, closedBy: null });
    expect(versionsOf(hiddenFrom("anna", [page]))).toEqual(["v1"]);
  });

  it("has a place for every document, the same everywhere", () => {
    expect(pageNumberOf("d")).toBe(pageNumberOf("d"));
    const pages = new Set(Array.from({ length: 500 }, (_, i) => pageNumberOf(`document-${i}`)));
    expect(pages.size).toBe(PAGE_COUNT);
  });
});
