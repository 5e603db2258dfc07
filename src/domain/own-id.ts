/** Names a thing: by its id alone, whosever it is, or as this user's, so that another's is as unknown as one that is not there. */
export type Named = string | OwnId;

interface OwnId {
  id: string;
  owner: string;
}

/** The two parts of a name; the owner is null where it may be anybody's. */
export function namedParts(named: Named): { id: string; owner: string | null } {
  return typeof named === "string" ? { id: named, owner: null } : named;
}

/** Names a thing as the owner's, or as anybody's where nobody is named. */
export function ownId(id: string, owner: string | null): Named {
  return owner === null ? id : { id, owner };
}

/** Whether something of this user is meant by a name. */
export function isMeant(named: Named, userId: string): boolean {
  const { owner } = namedParts(named);
  return owner === null || owner === userId;
}
