import {
  type Change,
  entryOf,
  isSame,
  latestName,
  nextPage,
  type Page,
  type Version,
  wasMadeBy,
} from "./ledger.ts";

/** Every edit gives the page as it should be, or null where it already is so: an edit may be tried again at will. */
export type Edit = Page | null;

/** Announces a version that is about to be written, so that its points are hidden from the first one on. */
export function announce(page: Page, version: Version, since: string): Edit {
  if (entryOf(page, version) !== undefined) return null;
  const entry: Change = { ...version, state: "arriving", since, name: null };
  return nextPage(page, [...page.changes, entry], [touchOf(version)]);
}

/** Announces a version of a generation that nobody sees yet: it concerns no reader. */
export function announceStaged(page: Page, version: Version, since: string): Edit {
  if (entryOf(page, version) !== undefined) return null;
  return nextPage(page, [...page.changes, { ...version, state: "arriving", since, name: null }]);
}

/** Says that the writer of a version is alive. */
export function renew(page: Page, version: Version, since: string): Edit {
  const entry = entryOf(page, version);
  if (entry === undefined || entry.state !== "arriving" || entry.since === since) return null;
  return nextPage(page, replaced(page, version, { ...entry, since }));
}

/** Shows a version that has arrived and hides every other one of its document: the switch. */
export function commit(page: Page, version: Version, { visible, since }: Switch): Edit {
  if (entryOf(page, version)?.state !== "arriving") return null;
  const rest = page.changes.filter((change) => !isSame(change, version));
  return nextPage(
    page,
    [...overtake(rest, version.documentId), ...leave(visible, since)],
    [
      { ...touchOf(version), by: version.indexVersion },
      ...visible.filter(({ userId }) => userId !== version.userId).map(touchOf),
    ],
  );
}

/** Lets a staged version that has arrived wait for its generation to be seen, in the place of earlier ones. */
export function commitStaged(page: Page, version: Version, { visible, since }: Switch): Edit {
  if (entryOf(page, version)?.state !== "arriving") return null;
  const rest = page.changes.filter((change) => !isSame(change, version));
  // It changes no reader's view, but a renaming under way has to know of it.
  const touch = { ...touchOf(version), userId: "", by: version.indexVersion };
  return nextPage(page, [...rest, ...leave(visible, since)], [touch]);
}

export interface Switch {
  /** What was seen of the document until now. */
  visible: readonly Version[];
  since: string;
}

/** Hides every version of a document. */
export function removeAll(page: Page, { id, documentId, since }: Removal, visible: readonly Version[]): Edit {
  const isArriving = page.changes.some(
    (change) => change.documentId === documentId && change.state === "arriving",
  );
  if (visible.length === 0 && !isArriving) return null;
  return nextPage(
    page,
    [...overtake(page.changes, documentId), ...leave(visible, since)],
    visible.map((version) => ({ ...touchOf(version), by: id })),
  );
}

export interface Removal {
  id: string;
  documentId: string;
  since: string;
}

/** Records a renaming, and gives the latest name to every version of the document that is still arriving. */
export function recordName(page: Page, { id, documentId, name }: Renaming): Edit {
  const isNew = !wasMadeBy(page, id);
  const latest = isNew ? name : (latestName(page, documentId) ?? name);
  const isUnnamed = (change: Change) =>
    change.documentId === documentId && change.state === "arriving" && change.name !== latest;
  if (!isNew && !page.changes.some(isUnnamed)) return null;
  return nextPage(
    page,
    page.changes.map((change) => (isUnnamed(change) ? { ...change, name: latest } : change)),
    isNew ? [{ userId: "", documentId, by: id, name }] : [],
  );
}

export interface Renaming {
  id: string;
  documentId: string;
  name: string;
}

/** Gives up a version that has not been committed, so that it can no longer be. */
export function giveUp(page: Page, version: Version): Edit {
  const entry = entryOf(page, version);
  if (entry?.state !== "arriving") return null;
  return nextPage(page, replaced(page, version, { ...entry, state: "lapsed" }));
}

/** Forgets versions whose points are gone. */
export function forget(page: Page, versions: readonly Version[]): Edit {
  const rest = page.changes.filter((change) => !versions.some((version) => isSame(change, version)));
  return rest.length === page.changes.length ? null : nextPage(page, rest);
}

/** Lets no version be committed while this switch to another generation is made. */
export function close(page: Page, by: string): Edit {
  return page.closedBy === by ? null : { ...nextPage(page, page.changes), closedBy: by };
}

/** Ends that, in the generation that is seen from now on. */
export function reopen(page: Page, by: string, generation: string | null): Edit {
  return page.closedBy === by ? { ...nextPage(page, page.changes), closedBy: null, generation } : null;
}

function touchOf({ userId, documentId }: Version) {
  return { userId, documentId, by: null, name: null };
}

function replaced(page: Page, version: Version, entry: Change): Change[] {
  return page.changes.map((change) => (isSame(change, version) ? entry : change));
}

function overtake(changes: readonly Change[], documentId: string): Change[] {
  return changes.map((change) =>
    change.documentId === documentId && change.state === "arriving"
      ? { ...change, state: "overtaken" }
      : change,
  );
}

function leave(visible: readonly Version[], since: string): Change[] {
  return visible.map((version) => ({ ...version, state: "leaving", since, name: null }));
}
