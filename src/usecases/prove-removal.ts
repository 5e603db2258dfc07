import { pinsOf } from "../domain/session.ts";
import type { AccountStore } from "../ports/account-store.ts";
import type { AuditLog } from "../ports/audit-log.ts";
import type { FolderTraces } from "../ports/folder-traces.ts";
import type { JobStore } from "../ports/job-store.ts";
import type { KeptWork } from "../ports/kept-work.ts";
import type { KeyStore } from "../ports/key-store.ts";
import type { PlatformArchive } from "../ports/platform-archive.ts";
import type { VectorTraces } from "../ports/vector-traces.ts";
import { counted, type Finding, named } from "./finding.ts";

/** Where something may be left. Accounts are null where there are none. */
export interface ProvenPlaces {
  platformArchive: Pick<PlatformArchive, "sessions" | "files">;
  jobs: Pick<JobStore, "find" | "findById" | "list">;
  keptWork: Pick<KeptWork, "jobIds">;
  vectorTraces: VectorTraces;
  keys: Pick<KeyStore, "list">;
  accounts: Pick<AccountStore, "find" | "listSignIns"> | null;
  audit: Pick<AuditLog, "read">;
  folder: FolderTraces;
}

const AGAIN = "Remove it again: DELETE /api/documents for a document, `carrel users remove` for a user";
/** How many entries of the audit log are counted. */
const MOST_ENTRIES = 10_000;

/**
 * Looks in every place for what is left of a document, a session or a user that was removed, by its id. What is wrong
 * should not be there; a note names it and holds nothing of it.
 */
export async function* proveRemoval(
  places: ProvenPlaces,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<Finding> {
  yield await checkFiles(places, id, signal);
  yield* checkPassages(places, id, signal);
  yield* checkJobs(places, id, signal);
  const sessions = await lookThroughSessions(places, id, signal);
  yield leftOr("sessions", sessions.own, "session");
  yield leftOr("pins", sessions.pinned, "session that pins it", "sessions that pin it");
  if (sessions.mentions > 0) {
    yield {
      state: "note",
      message: `messages: ${counted(sessions.mentions, "session")} still ${sessions.mentions === 1 ? "names" : "name"} ${id}`,
      advice: "What people and the assistant wrote stays until the session is deleted",
    };
  }
  yield* checkCaller(places, id, signal);
  yield* checkAudit(places, id, signal);
  yield* checkFolder(places, { id, isMentioned: sessions.mentions > 0 }, signal);
}

async function checkFiles(
  { platformArchive }: ProvenPlaces,
  id: string,
  signal: AbortSignal,
): Promise<Finding> {
  let found = 0;
  for await (const { fileId, userId } of platformArchive.files(signal)) {
    if (fileId === id || userId === id) found += 1;
  }
  return leftOr("files", found, "file");
}

async function* checkPassages(
  { vectorTraces }: ProvenPlaces,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<Finding> {
  const { passages, unfinished, remembered } = await vectorTraces.tracesOf(id, signal);
  yield leftOr("passages", passages, "record");
  if (unfinished > 0) {
    yield {
      state: "wrong",
      message: `passages: ${counted(unfinished, "change")} of it not ended`,
      advice: "The service ends them within minutes, `doctor --fix` at once",
    };
  }
  if (remembered > 0) {
    yield {
      state: "note",
      message: `passages: the ledger remembers ${counted(remembered, "change")} by this id`,
      advice: "It holds no contents, and makes room for later changes",
    };
  }
}

async function* checkJobs(
  { jobs, keptWork }: ProvenPlaces,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<Finding> {
  const found = [
    (await jobs.find(id, signal))?.job,
    (await jobs.findById(id, signal))?.job,
    ...(await jobs.list(id, 1_000, signal)),
  ];
  yield leftOr("jobs", new Set(found.flatMap((job) => job?.jobId ?? [])).size, "job");
  // Of whose document work is that nobody knows any more, nothing tells.
  const orphans: string[] = [];
  for (const jobId of await keptWork.jobIds()) {
    if ((await jobs.findById(jobId, signal)) === null) orphans.push(jobId);
  }
  if (orphans.length === 0) yield { state: "ok", message: "unfinished work: none without a job" };
  else {
    yield {
      state: "wrong",
      message: `unfinished work: ${counted(orphans.length, "file")} in the folder jobs without a job: ${named(orphans)}`,
      advice: "A service that runs removes them within ten minutes",
    };
  }
}

async function lookThroughSessions({ platformArchive }: ProvenPlaces, id: string, signal: AbortSignal) {
  const found = { own: 0, pinned: 0, mentions: 0 };
  for await (const session of platformArchive.sessions(signal)) {
    if (session.$id === id || session.userId === id) found.own += 1;
    if (pinsOf(session).includes(id)) found.pinned += 1;
    if (session.messages.includes(id) || session.title.includes(id)) found.mentions += 1;
  }
  return found;
}

async function* checkCaller(
  { keys, accounts }: ProvenPlaces,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<Finding> {
  const all = await keys.list(null, signal);
  yield leftOr("keys", all.filter(({ userId, keyId }) => userId === id || keyId === id).length, "key");
  if (accounts === null) return;
  yield leftOr("accounts", (await accounts.find(id, signal)) === null ? 0 : 1, "account");
  yield leftOr(
    "browsers",
    (await accounts.listSignIns(id, signal)).length,
    "browser signed in",
    "browsers signed in",
  );
}

async function* checkAudit(
  { audit }: ProvenPlaces,
  id: string,
  _signal: AbortSignal,
): AsyncGenerator<Finding> {
  const about = await audit.read({ subject: id, limit: MOST_ENTRIES });
  const by = await audit.read({ userId: id, limit: MOST_ENTRIES });
  if (about.length + by.length === 0) return;
  yield {
    state: "note",
    message: `audit log: ${counted(about.length + by.length, "entry", "entries")} ${about.length + by.length === 1 ? "names" : "name"} ${id}`,
    advice: "It keeps who did what and when, and no contents; old entries go by themselves",
  };
}

interface Sought {
  id: string;
  /** Whether messages that may stay hold it. */
  isMentioned: boolean;
}

async function* checkFolder(
  { folder }: ProvenPlaces,
  { id, isMentioned }: Sought,
  signal: AbortSignal,
): AsyncGenerator<Finding> {
  const traces = (await Array.fromAsync(folder.holding(id, signal))).filter(({ isAuditLog }) => !isAuditLog);
  const explained = traces.filter(({ isDatabase }) => isDatabase && isMentioned);
  const left = traces.filter((trace) => !explained.includes(trace)).map(({ path }) => path);
  if (explained.length > 0) {
    yield { state: "note", message: "data folder: the bytes of the database hold the messages named above" };
  }
  yield left.length === 0
    ? { state: "ok", message: `data folder: ${id} stands in no other byte of it` }
    : {
        state: "wrong",
        message: `data folder: ${id} stands in ${named(left)}`,
        advice:
          "A service that runs overwrites what was removed within a minute, unless somebody reads all the time",
      };
  const database = await folder.leftovers(signal);
  if (database === null) return;
  const { isWiped, freePages, writtenFreePages, logBytes } = database;
  yield isWiped
    ? { state: "ok", message: "database: everything that was removed is overwritten" }
    : {
        state: "wrong",
        message: "database: something that was removed is not overwritten yet",
        advice: "A service that runs does so within a minute, `doctor --fix` at once",
      };
  // A log that is not empty holds the later state of some of them.
  const isSettled = logBytes === 0;
  if (writtenFreePages === 0) {
    yield { state: "ok", message: `database: ${counted(freePages, "free page")}, all zeros` };
  } else {
    yield {
      state: isSettled ? "wrong" : "note",
      message: `database: ${writtenFreePages} of ${counted(freePages, "free page")} hold something`,
      advice: isSettled
        ? "`doctor --fix` overwrites them"
        : "The log is not empty, so this may be an older state of them",
    };
  }
}

function leftOr(place: string, count: number, noun: string, nouns?: string): Finding {
  if (count === 0) return { state: "ok", message: `${place}: nothing left` };
  return { state: "wrong", message: `${place}: ${counted(count, noun, nouns)} left`, advice: AGAIN };
}
