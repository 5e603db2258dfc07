import type { Caller } from "../domain/caller.ts";
import { AppError } from "../domain/errors.ts";
import { isMeant, type Named, namedParts } from "../domain/own-id.ts";
import type { AccountStore } from "../ports/account-store.ts";
import type { KeyStore } from "../ports/key-store.ts";
import type { Indexing } from "./index-jobs.ts";
import type { Library } from "./library.ts";

/** What somebody who is removed may have. Keys and accounts are null where there are none. */
export interface UserParts
  extends Pick<Library, "sessions" | "jobs" | "files" | "vectors" | "wholeDocuments" | "locks" | "wiping"> {
  indexing: Pick<Indexing, "forget">;
  keys: Pick<KeyStore, "removeAll"> | null;
  accounts: Pick<AccountStore, "remove" | "listSignIns"> | null;
}

/** What there was of a user who was removed. */
export interface RemovedUser {
  account: boolean;
  /** Browsers that were signed in. */
  signIns: number;
  keys: number;
  sessions: number;
  jobs: number;
  files: number;
  /** Documents that had passages. */
  documents: number;
  /** Sessions of others to which a document of this user was pinned. */
  pins: number;
}

/** How many jobs are looked at together. */
const JOBS_AT_ONCE = 500;
/** Whoever keeps putting things in for so long is not being removed, but served. */
const MOST_ROUNDS = 20;

/**
 * Removes a user with everything that is theirs. The account goes first, with browsers and keys, so that nobody signs in
 * meanwhile; then the rest, in steps of which each may be the last: whoever repeats it goes on from there. It ends when a
 * look at everything finds nothing, since what was under way may have come in after the first.
 */
async function removeUser(parts: UserParts, userId: string, signal: AbortSignal): Promise<RemovedUser> {
  const removed: RemovedUser = {
    ...{ account: false, signIns: 0, keys: 0 },
    ...{ sessions: 0, jobs: 0, files: 0, documents: 0, pins: 0 },
  };
  removed.signIns = (await parts.accounts?.listSignIns(userId, signal))?.length ?? 0;
  removed.account = (await parts.accounts?.remove(userId, signal)) ?? false;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const before = countOf(removed);
    removed.keys += (await parts.keys?.removeAll(userId, signal)) ?? 0;
    await removeSessions(parts, userId, removed, signal);
    await removeJobs(parts, userId, removed, signal);
    await removeFiles(parts, userId, removed, signal);
    await removeDocuments(parts, userId, removed, signal);
    if (round > 0 && countOf(removed) === before) {
      await parts.wiping.wipe(signal);
      return removed;
    }
  }
  throw new AppError("storage-failed", "The user keeps putting things in", {
    details: "Lock them out where they sign in, and remove them again",
  });
}

/** Removes somebody else, as an owner of the service may. */
export async function removeOther(
  parts: UserParts,
  { caller, userId }: { caller: Caller; userId: string },
  signal: AbortSignal,
): Promise<RemovedUser> {
  if (caller.userId === userId) {
    throw new AppError("forbidden", "You cannot remove yourself", {
      details: "Another owner can, or the command `carrel users remove`",
    });
  }
  return removeKnown(parts, userId, signal);
}

/** Removes a user of whom there is something; the AppError `not-found` where there is nothing. */
export async function removeKnown(
  parts: UserParts,
  userId: string,
  signal: AbortSignal,
): Promise<RemovedUser> {
  const removed = await removeUser(parts, userId, signal);
  if (removed.account || countOf(removed) > 0) return removed;
  throw new AppError("not-found", `There is nothing of a user ${userId}`);
}

function countOf({ account: _account, ...counts }: RemovedUser): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

type Step = (parts: UserParts, userId: string, removed: RemovedUser, signal: AbortSignal) => Promise<void>;

const removeSessions: Step = async ({ sessions }, userId, removed, signal) => {
  for (let some = -1; some !== 0; ) {
    some = await sessions.removeSome(userId, signal);
    removed.sessions += some;
  }
};

const removeJobs: Step = async ({ jobs, indexing }, userId, removed, signal) => {
  for (;;) {
    const found = await jobs.list(userId, JOBS_AT_ONCE, signal);
    if (found.length === 0) return;
    for (const { documentId } of found) {
      if (await indexing.forget({ id: documentId, owner: userId }, signal)) removed.jobs += 1;
    }
  }
};

const removeFiles: Step = async (parts, userId, removed, signal) => {
  for await (const { fileId } of parts.files.ofUser(userId, signal)) {
    await removeWhole(parts, { id: fileId, owner: userId }, removed, signal);
  }
};

/** Those whose file is gone, or nobody's. */
const removeDocuments: Step = async (parts, userId, removed, signal) => {
  for (const { documentId } of await parts.vectors.listDocuments(userId, signal)) {
    await removeWhole(parts, { id: documentId, owner: "" }, removed, signal);
    await removeWhole(parts, { id: documentId, owner: userId }, removed, signal);
  }
};

async function removeWhole(
  { locks, wholeDocuments, sessions }: UserParts,
  document: Named,
  removed: RemovedUser,
  signal: AbortSignal,
): Promise<void> {
  const { id } = namedParts(document);
  removed.pins += await sessions.unpin(id, signal);
  const { file, chunks } = await locks.run(id, () => wholeDocuments.remove(document, signal), signal);
  if (file) removed.files += 1;
  if (chunks > 0) removed.documents += 1;
}

/** Forgets jobs where nobody works on them here. Whoever does notices within seconds that theirs is gone. */
export function forgetJobs({ jobs, keptWork }: Pick<Library, "jobs" | "keptWork">): Pick<Indexing, "forget"> {
  return {
    async forget(document, signal) {
      for (;;) {
        const kept = await jobs.find(namedParts(document).id, signal);
        if (kept === null || !isMeant(document, kept.job.userId)) return false;
        await keptWork.drop(kept.job.jobId);
        if (await jobs.remove(kept, signal)) return true;
      }
    },
  };
}
