import { createHash } from "node:crypto";
import { z } from "zod";

// The ledger says which versions of documents are to be seen and which are not, as long as their points do not say so
// themselves. It is the only thing that a switch from one version to the next changes, and each document has its place
// on exactly one page, which is one point: so the switch is one atomic write. Why this is enough stands in
// docs/decisions/0008-qdrant-and-appwrite.md.

/** How many pages there are. Every copy of the service has to agree on it, so it never changes. */
export const PAGE_COUNT = 16;

/** How many of its latest touches a page remembers. */
const REMEMBERED_TOUCHES = 64;

/**
 * One version of a document whose points do not tell yet whether they are to be seen.
 * `arrived`: to be seen, although its points are still marked as arriving. `leaving`: was seen until it was replaced or
 * removed; its points may be deleted. `overtaken`: another version was committed, or the document removed, before this
 * one was. `lapsed`: given up. (`arriving` is no longer written; a ledger of the first release may have it.)
 */
const changeSchema = z.object({
  documentId: z.string(),
  userId: z.string(),
  /** Null for points that were written by something else and carry no version. */
  indexVersion: z.string().nullable(),
  state: z.enum(["arrived", "leaving", "overtaken", "lapsed", "arriving"]),
  /** When this was written. */
  since: z.string(),
});

export type Change = z.infer<typeof changeSchema>;

/** Names one version of a document. */
export type Version = Pick<Change, "documentId" | "userId" | "indexVersion">;

const touchSchema = z.object({
  sequence: z.number().int(),
  userId: z.string(),
  documentId: z.string(),
  /** What made the change, where that has to be known later: the version committed, or the id of a removal or renaming. */
  by: z.string().nullable().default(null),
  /** The name that a renaming gives. */
  name: z.string().nullable().default(null),
  /** When that was, by the clock of whoever did it. */
  at: z.string().default(""),
});

/** That a write changed what there is of a document for a user; a renaming is for nobody in particular. */
export type Touch = z.infer<typeof touchSchema>;

/** A page as it is stored, in the payload of its point. Qdrant drops a field whose value is null. */
export const pageSchema = z.object({
  /** Grows by one with every write. */
  sequence: z.number().int(),
  changes: z.array(changeSchema),
  touches: z.array(touchSchema),
  /** Touches up to this sequence are no longer remembered. */
  forgotten: z.number().int(),
  /** The generation that new points belong to. */
  generation: z.string().nullable().default(null),
  /** The switch to another generation that lets no version be committed meanwhile. */
  closedBy: z.string().nullable().default(null),
});

export type Page = z.infer<typeof pageSchema>;

/** A page that nobody has written to. Its sequence is the time, so that a page that was lost never begins again. */
export function newPage(now: Date): Page {
  const sequence = now.getTime();
  return { sequence, changes: [], touches: [], forgotten: sequence, generation: null, closedBy: null };
}

/** The page on which a document has its place. */
export function pageNumberOf(documentId: string): number {
  return createHash("sha256").update(documentId).digest().readUInt8(0) % PAGE_COUNT;
}

/** The versions that no search of this user may show. */
export function hiddenFrom(userId: string, pages: readonly Page[]): Change[] {
  return changesFor(userId, pages).filter(isHidden);
}

/** The versions that searches of this user have to show, although their points may still be marked as arriving. */
export function arrivedFor(userId: string, pages: readonly Page[]): Change[] {
  return changesFor(userId, pages).filter((change) => !isHidden(change));
}

/** Whether the version is not to be seen. */
export function isHidden({ state }: Change): boolean {
  return state !== "arrived";
}

function changesFor(userId: string, pages: readonly Page[]): Change[] {
  return pages.flatMap((page) => page.changes.filter((change) => change.userId === userId));
}

/** Whether what this user sees may have changed between two readings of the ledger. */
export function changedFor(userId: string, before: readonly Page[], after: readonly Page[]): boolean {
  return after.some((page, number) => {
    const since = before[number]?.sequence ?? -1;
    return wasTouched(page, since, (touch) => touch.userId === userId);
  });
}

/** Whether something that fits has touched the page after that sequence, or may have. */
export function wasTouched(page: Page, since: number, fits: (touch: Touch) => boolean): boolean {
  if (page.sequence === since) return false;
  if (page.sequence < since || page.forgotten > since) return true;
  return page.touches.some((touch) => touch.sequence > since && fits(touch));
}

/** Whether this version was committed, or this removal or renaming recorded, as far as the page remembers. */
export function wasMadeBy(page: Page, id: string): boolean {
  return page.touches.some((touch) => touch.by === id);
}

/** The latest name that a renaming gave the document, as far as the page remembers. */
export function latestName(page: Page, documentId: string, { sequence, at } = EVER): string | null {
  const fits = (touch: Touch) =>
    touch.documentId === documentId && touch.name !== null && touch.sequence > sequence && touch.at >= at;
  return page.touches.findLast(fits)?.name ?? null;
}

/** After a sequence that was seen, which may have been long ago, and not before a time, by clocks that may differ. */
const EVER = { sequence: -1, at: "" };

/** Whether a touch tells that versions of a document came or went, and not only of its name or its entry. */
export function isChange(touch: Touch): boolean {
  return touch.name === null && (touch.by !== null || touch.userId !== "");
}

/** The latest name that a renaming gave the document after this version of it was committed, as far as is remembered. */
export function nameSince(page: Page, { documentId, indexVersion }: Version): string | null {
  const committed = page.touches.findLastIndex(({ by }) => by !== null && by === indexVersion);
  return latestName({ ...page, touches: page.touches.slice(committed + 1) }, documentId);
}

/** What the page says of a document. */
export function changesOf(page: Page, documentId: string): Change[] {
  return page.changes.filter((change) => change.documentId === documentId);
}

/** The entry of a version, undefined where it has none. */
export function entryOf(page: Page, version: Version): Change | undefined {
  return page.changes.find((change) => isSame(change, version));
}

/** Whether a version that was seen still is, as far as the page tells. */
export function isStillSeen(page: Page, version: Version): boolean {
  const state = entryOf(page, version)?.state;
  return state === undefined || state === "arrived";
}

/** Whether two name the same version. */
export function isSame(a: Version, b: Version): boolean {
  return a.documentId === b.documentId && a.indexVersion === b.indexVersion && a.userId === b.userId;
}

/** The page after one more write. */
export function nextPage(
  page: Page,
  changes: Change[],
  touched: readonly Omit<Touch, "sequence">[] = [],
): Page {
  const sequence = page.sequence + 1;
  const touches = [...page.touches, ...touched.map((touch) => ({ ...touch, sequence }))];
  const kept = touches.slice(-REMEMBERED_TOUCHES);
  const forgotten = touches.at(-REMEMBERED_TOUCHES - 1)?.sequence ?? page.forgotten;
  return { ...page, sequence, changes, touches: kept, forgotten };
}
