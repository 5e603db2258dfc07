import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openAppwritePlatform } from "../src/adapters/appwrite/open-appwrite-platform.ts";
import { openAuditFile } from "../src/adapters/data-folder/audit-file.ts";
import { findInFolder } from "../src/adapters/data-folder/find-in-folder.ts";
import { openKeptWork } from "../src/adapters/embedded/kept-work.ts";
import { openEmbeddedStorage } from "../src/adapters/embedded/storage.ts";
import { openQdrantVectorStore } from "../src/adapters/qdrant/open-qdrant-vector-store.ts";
import { newId } from "../src/domain/id.ts";
import { acceptOrder } from "../src/domain/index-job.ts";
import { openKeyLocks } from "../src/flow/key-locks.ts";
import type { AccountStore } from "../src/ports/account-store.ts";
import type { FolderTraces } from "../src/ports/folder-traces.ts";
import type { KeptWork } from "../src/ports/kept-work.ts";
import { changeBothStores } from "../src/usecases/change-both-stores.ts";
import { removeDocument } from "../src/usecases/documents.ts";
import type { Finding } from "../src/usecases/finding.ts";
import type { Indexing } from "../src/usecases/index-jobs.ts";
import { type ProvenPlaces, proveRemoval } from "../src/usecases/prove-removal.ts";
import { forgetJobs, removeKnown, removeOther, type UserParts } from "../src/usecases/remove-user.ts";
import { NAMES } from "./contracts/appwrite-stage.ts";
import { world } from "./contracts/indexed-documents.ts";
import { calm } from "./contracts/store-under-test.ts";
import { openAppwriteDouble } from "./doubles/appwrite.ts";
import { newFile } from "./doubles/new-file.ts";
import { openQdrantDouble } from "./doubles/qdrant.ts";

type Stack = Omit<UserParts & ProvenPlaces, "accounts"> & { keptWork: KeptWork; accounts: AccountStore };

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function openFolder() {
  const directory = await mkdtemp(join(tmpdir(), "carrel-removal-"));
  closing.push(() => rm(directory, { recursive: true, force: true }));
  const storage = await openEmbeddedStorage({ directory });
  closing.push(() => storage.close());
  const keptWork = openKeptWork(join(directory, "jobs"));
  const audit = openAuditFile({ directory });
  const folder: FolderTraces = {
    holding: (word, signal) => findInFolder(directory, word, signal),
    leftovers: (signal) => storage.leftoverBytes(signal),
  };
  return { storage, keptWork, audit, folder };
}

async function openEmbedded(): Promise<Stack> {
  const { storage, ...others } = await openFolder();
  const indexing = forgetJobs({ jobs: storage.jobs, keptWork: others.keptWork });
  return { ...storage, ...others, indexing, locks: openKeyLocks() };
}

async function openProduction(): Promise<Stack> {
  const { storage, ...others } = await openFolder();
  const appwrite = await openAppwriteDouble({ apiKeys: ["a-key"] });
  const qdrant = await openQdrantDouble({ apiKeys: ["a-key"] });
  closing.push(
    () => appwrite.stop(),
    () => qdrant.stop(),
  );
  const { endpoint, projectId } = appwrite;
  const platform = openAppwritePlatform({ endpoint, projectId, apiKey: "a-key", ...NAMES });
  await platform.provision(calm);
  const vectors = await openQdrantVectorStore({ urls: [qdrant.url], apiKey: "a-key" });
  closing.push(() => vectors.close());
  const { files, jobs } = platform;
  const wholeDocuments = changeBothStores({
    files,
    vectors,
    intents: vectors.intents,
    now: () => new Date(),
  });
  return {
    ...{ ...platform, ...others, vectors, wholeDocuments, locks: openKeyLocks() },
    ...{ platformArchive: platform.archive, vectorTraces: settledTraces(), wiping: storage.wiping },
    ...{
      keys: storage.keys,
      accounts: storage.accounts,
      indexing: forgetJobs({ jobs, keptWork: others.keptWork }),
    },
  };

  /** Removed points go a moment after what was acknowledged. */
  function settledTraces() {
    return {
      async tracesOf(id: string, signal: AbortSignal) {
        await vectors.settled();
        return vectors.traces.tracesOf(id, signal);
      },
    };
  }
}

/** Puts all that a user can have, and gives the ids of it. */
async function fill(stack: Stack, userId: string) {
  const file = await stack.files.put(newFile("The lease.", { userId, name: `${userId}.txt` }), calm);
  const documentId = file.fileId;
  await world(5).put(stack.vectors, [0.9, 0.8, 0.7], { userId, documentId });
  const fileless = await world(6).put(stack.vectors, [0.9], { userId });
  const sessions = [documentId, null].map((selectedDocument) => ({
    ...{ userId, title: "Chat", messages: "[]", selectedDocument },
  }));
  const created = [];
  for (const session of sessions) created.push(await stack.sessions.create(session, calm));
  const order = { documentId, userId, fileName: "a.txt", isAwaited: false };
  const job = acceptOrder(null, order, { jobId: newId(), at: new Date().toISOString() });
  await stack.jobs.write({ ...job, state: "failed" }, null, calm);
  await stack.keptWork.begin(job.jobId, { pages: null, opening: userId, chunks: [] }, calm);
  return { documentId, filelessId: fileless.documentId, sessionId: created[1]?.$id ?? "", jobId: job.jobId };
}

const proven = (stack: Stack, id: string) => Array.fromAsync(proveRemoval(stack, id, calm));
const messagesOf = (findings: readonly Finding[], state: Finding["state"]) =>
  findings.filter((finding) => finding.state === state).map(({ message }) => message);

describe.each([
  ["the data folder", openEmbedded],
  ["Appwrite and Qdrant", openProduction],
])("what is removed from %s", (name, openStack) => {
  it("is shown to be there before, place by place, and nowhere after", async () => {
    const stack = await openStack();
    const { documentId } = await fill(stack, "ana");
    const before = messagesOf(await proven(stack, documentId), "wrong");
    for (const place of ["files: 1 file left", "jobs: 1 job left", "pins: 1 session that pins it left"]) {
      expect(before).toContain(place);
    }
    expect(before.some((message) => message.startsWith("passages: "))).toBe(true);
    const indexing = { ...stack.indexing } as Indexing;
    const removed = await removeDocument({ ...stack, indexing }, { id: documentId, owner: "ana" }, calm);
    expect(removed).toEqual({ file: true, chunks: 3, job: true, sessions: 1 });
    await stack.wiping.wipe(calm);
    const after = await proven(stack, documentId);
    expect(messagesOf(after, "wrong")).toEqual([]);
    expect(messagesOf(after, "ok")).toContain("files: nothing left");
    if (name === "the data folder") expect(messagesOf(after, "ok").join()).toMatch(/free pages?, all zeros/);
    await expect(
      removeDocument({ ...stack, indexing }, { id: documentId, owner: "ana" }, calm),
    ).rejects.toMatchObject({ code: "file-not-found" });
  });

  it("is noted where messages and the audit log still name it", async () => {
    const stack = await openStack();
    const { documentId } = await fill(stack, "ana");
    const messages = JSON.stringify([{ role: "assistant", content: `From ${documentId}` }]);
    await stack.sessions.create({ userId: "bo", title: "", messages, selectedDocument: null }, calm);
    await openAuditOf(stack, documentId);
    const indexing = { ...stack.indexing } as Indexing;
    await removeDocument({ ...stack, indexing }, documentId, calm);
    await stack.wiping.wipe(calm);
    const findings = await proven(stack, documentId);
    expect(messagesOf(findings, "wrong")).toEqual([]);
    const notes = messagesOf(findings, "note");
    expect(notes).toContain(`messages: 1 session still names ${documentId}`);
    expect(notes).toContain(`audit log: 1 entry names ${documentId}`);
  });

  it("is everything of a user and nothing of another", async () => {
    const stack = await openStack();
    const account = { userId: "ana", name: "Ana", isOwner: false, passwordHash: "x" };
    await stack.accounts.create(account, calm);
    const own = await fill(stack, "ana");
    const others = await fill(stack, "Ana");
    const parts: UserParts = stack;
    const removed = await removeKnown(parts, "ana", calm);
    expect(removed).toEqual({
      ...{ account: true, signIns: 0, keys: 0 },
      ...{ sessions: 2, jobs: 1, files: 1, documents: 2, pins: 0 },
    });
    for (const id of ["ana", ...Object.values(own)]) {
      expect(messagesOf(await proven(stack, id), "wrong"), id).toEqual([]);
    }
    expect((await stack.files.find(others.documentId, calm)).userId).toBe("Ana");
    expect(await stack.vectors.listDocuments("Ana", calm)).toHaveLength(2);
    expect(await stack.sessions.summaries("Ana", 10, calm)).toHaveLength(2);
    await expect(removeKnown(parts, "ana", calm)).rejects.toMatchObject({ code: "not-found" });
  });
});

it("an owner does not remove themselves", async () => {
  const stack = await openEmbedded();
  const caller = { userId: "ana", name: "Ana", access: "write", isOwner: true, by: "password" } as const;
  const removing = removeOther(
    stack,
    { caller: { ...caller, signInId: null, keyId: null }, userId: "ana" },
    calm,
  );
  await expect(removing).rejects.toMatchObject({ code: "forbidden" });
});

it("a removal of a user that is cut off is finished by the next", async () => {
  const stack = await openEmbedded();
  await fill(stack, "ana");
  const broken = { ...stack, files: { ...stack.files, ofUser: () => failing() } };
  await expect(removeKnown(broken, "ana", calm)).rejects.toThrow("cut off");
  expect(await removeKnown(stack, "ana", calm)).toMatchObject({ sessions: 0, files: 1, documents: 2 });
  expect(messagesOf(await proven(stack, "ana"), "wrong")).toEqual([]);

  // biome-ignore lint/correctness/useYield: it ends before the first
  async function* failing(): AsyncGenerator<never> {
    throw new Error("cut off");
  }
});

function openAuditOf({ audit }: Stack, subject: string): Promise<void> {
  const entry = {
    at: new Date().toISOString(),
    action: "document-deleted",
    userId: "bo",
    by: "key",
  } as const;
  return (audit as ReturnType<typeof openAuditFile>).write({ ...entry, subject, from: null });
}
