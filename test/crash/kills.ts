import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import { sendJsonTo } from "../doubles/send-json-to.ts";
import { type ServiceProcess, startProcess } from "./service-process.ts";

/** What is known of a document. Where a request got no answer, both what was before and what it asked for may be. */
interface Known {
  documentId: string;
  content: string;
  names: Set<string>;
  /** Whether it may be there, and whether it may be gone. */
  mayBe: boolean;
  mayBeGone: boolean;
  isIndexed: boolean;
}

interface KnownSession {
  sessionId: string;
  messages: number;
}

const USER = "ada";
const WORKERS = 4;
const LONGEST_LIFE_MS = 1_500;
const PATIENCE = { timeout: 60_000 };

/** Works on a service that is killed again and again, and looks after each start whether all that it said is so. */
export async function killRepeatedly(kills: number): Promise<void> {
  const dataDirectory = await mkdtemp(join(tmpdir(), "carrel-kills-"));
  const documents: Known[] = [];
  const sessions: KnownSession[] = [];
  try {
    for (let kill = 0; kill < kills; kill++) {
      const service = await startProcess({ dataDirectory });
      expect(service.url, service.said.err).not.toBe("");
      await expectKept(service, { documents, sessions });
      const work = Array.from({ length: WORKERS }, (_, i) => changeDocuments(service, documents, kill + i));
      work.push(writeSessions(service, sessions));
      // The first life is long enough to have removed something, on a slow machine too.
      if (kill === 0) await expect.poll(() => documents.some(({ mayBe }) => !mayBe), PATIENCE).toBe(true);
      else await pause(Math.random() * LONGEST_LIFE_MS);
      await service.kill();
      await Promise.all(work);
    }
    const service = await startProcess({ dataDirectory });
    await expectJobsEnd(service);
    await expectKept(service, { documents, sessions });
    await service.kill("SIGTERM");
    await expectNothingLeft(dataDirectory, documents);
    const doctor = await startProcess({ dataDirectory, words: ["doctor"] });
    expect(await doctor.ended, doctor.said.out).toBe(0);
  } finally {
    await rm(dataDirectory, { recursive: true, force: true });
  }
}

/** Uploads, indexes, indexes again, renames and removes documents until the service is gone. */
async function changeDocuments(service: ServiceProcess, documents: Known[], seed: number): Promise<void> {
  try {
    for (let turn = 0; ; turn++) {
      const content = `Document ${seed}-${turn} speaks of rivers and of bridges. `.repeat(1 + (turn % 40));
      const { status, body } = await service.upload("0.md", content);
      expect(status).toBe(200);
      const known: Known = {
        ...{ documentId: body.documentId, content, names: new Set(["0.md"]) },
        ...{ mayBe: true, mayBeGone: false, isIndexed: false },
      };
      documents.push(known);
      const { documentId } = known;
      for (let name = 1; name <= 2; name++) {
        const indexed = await service.ask("/api/documents/index", {
          ...{ documentId, userId: USER, fileName: `${name - 1}.md` },
        });
        expect(indexed).toMatchObject({ success: true });
        known.isIndexed = true;
        known.names.add(`${name}.md`);
        const renamed = await service.ask("/api/documents/rename", { documentId, newName: `${name}.md` });
        expect(renamed).toMatchObject({ success: true, newName: `${name}.md` });
        known.names = new Set([`${name}.md`]);
      }
      if ((seed + turn) % 3 > 0) continue;
      known.mayBeGone = true;
      const path = `/api/documents?documentId=${documentId}`;
      const removed = await fetch(`${service.url}${path}`, { method: "DELETE" });
      expect(await removed.json()).toMatchObject({ success: true });
      known.mayBe = false;
    }
  } catch (error) {
    throwUnlessKilled(error);
  }
}

async function writeSessions(service: ServiceProcess, sessions: KnownSession[]): Promise<void> {
  try {
    while (true) {
      const { session } = await service.ask("/api/chat/history", { userId: USER, messages: [message(0)] });
      const known = { sessionId: session.$id, messages: 1 };
      sessions.push(known);
      for (let count = 2; count <= 4; count++) {
        const messages = Array.from({ length: count }, (_, i) => message(i));
        const change = { sessionId: known.sessionId, messages };
        const answer = await sendJsonTo(`${service.url}/api/chat/history`, change, "PUT");
        expect(answer.status).toBe(200);
        await answer.arrayBuffer();
        known.messages = count;
      }
    }
  } catch (error) {
    throwUnlessKilled(error);
  }
}

function message(i: number) {
  return { role: "user", content: `Question ${i}` };
}

/** A connection that broke is what a kill looks like; anything else is a fault. */
function throwUnlessKilled(error: unknown): void {
  const isBroken =
    error instanceof TypeError ||
    (error instanceof Error && "code" in error && error.name !== "AssertionError");
  if (!isBroken && !(error instanceof SyntaxError)) throw error;
}

interface Facts {
  documents: readonly Known[];
  sessions: readonly KnownSession[];
}

async function expectKept(service: ServiceProcess, { documents, sessions }: Facts): Promise<void> {
  const { documents: listed } = await service.ask(`/api/documents?userId=${USER}`);
  for (const known of documents.slice(-60)) {
    const { documentId, content, names } = known;
    const found = listed.find((other: { documentId: string }) => other.documentId === documentId);
    const file = await fetch(`${service.url}/api/documents/file?fileId=${documentId}`);
    const text = await file.text();
    // Half a document would be one without the other.
    expect(file.status === 200).toBe(found !== undefined);
    if (found === undefined) {
      expect(known.mayBeGone).toBe(true);
      known.mayBe = false;
      continue;
    }
    expect(known.mayBe).toBe(true);
    known.mayBeGone = false;
    expect(text).toBe(content);
    expect(names).toContain(found.documentName);
    expect(file.headers.get("content-disposition")).toContain(`"${found.documentName}"`);
    known.names = new Set([found.documentName]);
    if (known.isIndexed) {
      // It may be about to be indexed again.
      expect(found.indexedAt).not.toBeNull();
      const { chunks } = await service.ask(`/api/documents/chunks?documentId=${documentId}&userId=${USER}`);
      expect(chunks).toHaveLength(found.chunks);
    }
  }
  for (const { sessionId, messages } of sessions.slice(-20)) {
    const { session } = await service.ask(`/api/chat/history?sessionId=${sessionId}`);
    expect(JSON.parse(session.messages).length).toBeGreaterThanOrEqual(messages);
  }
}

/** Work that nobody waits for any more ends by itself. */
async function expectJobsEnd(service: ServiceProcess): Promise<void> {
  const unfinished = async () => {
    const { jobs } = await service.ask(`/api/documents/jobs?userId=${USER}&limit=1000`);
    return jobs.filter(({ state }: { state: string }) => state === "waiting" || state === "running").length;
  };
  await expect.poll(unfinished, PATIENCE).toBe(0);
}

/** The folder has the bytes of the documents that are there, and nothing that a killed service was about to write. */
async function expectNothingLeft(dataDirectory: string, documents: readonly Known[]): Promise<void> {
  const entries = await readdir(join(dataDirectory, "files"), { recursive: true, withFileTypes: true });
  const stored = new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name));
  const gone = documents.filter(({ documentId, mayBe }) => !mayBe && stored.has(documentId));
  expect(gone).toEqual([]);
  const temporary = await readdir(join(dataDirectory, "tmp"), { recursive: true, withFileTypes: true });
  expect(temporary.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual([]);
}
