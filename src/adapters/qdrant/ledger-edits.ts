import { type Change, entryOf, isSame, nextPage, type Page, type Version, wasMadeBy } from "./ledger.ts";

/** Every edit gives the page as it should be, or null where it already is so: an edit may be tried again at will. */
export type Edit = Page | null;

/** What a version takes the place of. */
interface Replaced {
  /** What was seen of the document until now, or waited to be. */
  leaving: readonly Version[];
  /** What others are writing of it, or have begun to. */
  overtaken: readonly Version[];
  at: string;
}

/** Shows a version that is written whole, and hides every other one of its document: the switch. */
export function commit(page: Page, version: Version, { leaving, overtaken, at }: Replaced): Edit {
  if (isDecided(page, version)) return null;
  return nextPage(
    page,
    [
      ...without(page, [version, ...leaving, ...overtaken]),
      ...inState("leaving", leaving, at),
      ...inState("overtaken", overtaken, at),
      ...inState("arrived", [version], at),
    ],
    [
      { ...touchOf(version, at), by: version.indexVersion },
      ...leaving.filter(({ userId }) => userId !== version.userId).map((other) => touchOf(other, at)),
    ],
  );
}

/** Lets a version of a generation that nobody sees yet wait for that, in the place of earlier ones. */
export function commitStaged(page: Page, version: Version, { leaving, overtaken, at }: Replaced): Edit {
  const next = commit(page, version, { leaving, overtaken, at });
  if (next === null) return null;
  // It changes no reader's view, but a renaming under way has to know of it.
  return nextPage(page, next.changes, [{ ...touchOf(version, at), userId: "", by: version.indexVersion }]);
}

/** Hides every version of a document. */
export function removeAll(page: Page, removal: Removal, { leaving, overtaken }: Omit<Replaced, "at">): Edit {
  const { id, at } = removal;
  if (wasMadeBy(page, id) || leaving.length + overtaken.length === 0) return null;
  return nextPage(
    page,
    [
      ...without(page, [...leaving, ...overtaken]),
      ...inState("leaving", leaving, at),
      ...inState("overtaken", overtaken, at),
    ],
    leaving.length === 0
      ? [{ userId: "", documentId: removal.documentId, by: id, name: null, at }]
      : leaving.map((version) => ({ ...touchOf(version, at), by: id })),
  );
}

interface Removal {
  id: string;
  documentId: string;
  at: string;
}

/** Records a renaming. */
export function recordName(page: Page, { id, documentId, name, at }: Renaming): Edit {
  if (wasMadeBy(page, id)) return null;
  return nextPage(page, page.changes, [{ userId: "", documentId, by: id, name, at }]);
}

interface Renaming {
  id: string;
  documentId: string;
  name: string;
  at: string;
}

/** Gives up a version that has not been committed, so that it can no longer be. */
export function giveUp(page: Page, version: Version, at: string): Edit {
  if (isDecided(page, version)) return null;
  return nextPage(page, [...page.changes, ...inState("lapsed", [version], at)]);
}

/** Forgets entries that are still as they are given here. */
export function forget(page: Page, entries: readonly Entry[]): Edit {
  const isThere = entries.some((entry) => hasEntry(page, entry));
  return isThere ? withoutEntries(nextPage(page, page.changes), entries) : null;
}

/** The page, about to be written, without entries that are still as they are given here. */
export function withoutEntries(page: Page, entries: readonly Entry[]): Page {
  const gone = entries.filter((entry) => hasEntry(page, entry));
  if (gone.length === 0) return page;
  const changes = page.changes.filter((change) => !gone.some((entry) => isEntry(change, entry)));
  const before = { ...page, sequence: page.sequence - 1 };
  const at = page.touches.at(-1)?.at ?? "";
  // Whoever knows a head of one of them no longer knows what it is.
  const touches = gone.map(({ documentId }) => ({ userId: "", documentId, by: null, name: null, at }));
  return nextPage(before, changes, touches);
}

/** Whether the page has this entry, as it is given here. */
export function hasEntry(page: Page, entry: Entry): boolean {
  return page.changes.some((change) => isEntry(change, entry));
}

function isEntry(change: Change, entry: Entry): boolean {
  return isSame(change, entry) && change.state === entry.state;
}

export type Entry = Pick<Change, keyof Version | "state">;

/** Lets no version be committed while this switch to another generation is made. */
export function close(page: Page, by: string): Edit {
  return page.closedBy === by ? null : { ...nextPage(page, page.changes), closedBy: by };
}

/** Ends that, in the generation that is seen from now on. */
export function reopen(page: Page, by: string, generation: string | null): Edit {
  return page.closedBy === by ? { ...nextPage(page, page.changes), closedBy: null, generation } : null;
}

/** Whether it is settled that the version was committed, or that it never will be. */
export function isDecided(page: Page, version: Version): boolean {
  return isCommitted(page, version) || entryOf(page, version) !== undefined;
}

/** Whether the version was committed, as far as the page remembers. */
export function isCommitted(page: Page, { indexVersion }: Version): boolean {
  return indexVersion !== null && wasMadeBy(page, indexVersion);
}

function touchOf({ userId, documentId }: Version, at: string) {
  return { userId, documentId, by: null, name: null, at };
}

function without(page: Page, versions: readonly Version[]): Change[] {
  return page.changes.filter((change) => !versions.some((version) => isSame(change, version)));
}

function inState(state: Change["state"], versions: readonly Version[], since: string): Change[] {
  return versions.map(({ documentId, userId, indexVersion }) => ({
    documentId,
    userId,
    indexVersion,
    state,
    since,
  }));
}
