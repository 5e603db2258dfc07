import { createHash } from "node:crypto";
import { expect } from "vitest";
import type { ServiceProcess } from "../crash/service-process.ts";

/** What the service has acknowledged of a document. */
interface Known {
  documentId: string;
  sha256: string;
  names: Set<string>;
  isIndexed: boolean;
  isGone: boolean;
}

/** All that was acknowledged until a moment; what has been changed since may be as it was then or as it is now. */
interface Acknowledged {
  documents: readonly { before: Known; now: Known }[];
  sessions: readonly string[];
}

const USER = "ada";
const WRITERS = 3;

/** Writes, renames and removes all the time, and remembers what was acknowledged, until it is stopped. */
export function keepWriting(service: ServiceProcess) {
  const documents = new Map<string, Known>();
  const sessions: string[] = [];
  let isStopped = false;

  async function changeDocuments(seed: number): Promise<void> {
    for (let turn = 0; !isStopped; turn++) {
      const content = `Document ${seed}-${turn} speaks of rivers and bridges. `.repeat(1 + (turn % 50) * 20);
      const { status, body } = await service.upload("0.md", content);
      expect(status).toBe(200);
      const { documentId } = body;
      const sha256 = createHash("sha256").update(content).digest("hex");
      const known: Known = { documentId, sha256, names: new Set(["0.md"]), isIndexed: false, isGone: false };
      documents.set(documentId, known);
      if (turn % 4 === 0) {
        const order = { documentId, userId: USER, fileName: "0.md" };
        expect(await service.ask("/api/documents/index", order)).toMatchObject({ success: true });
        known.isIndexed = true;
      }
      if (turn % 2 === 0) {
        known.names.add("1.md");
        await service.ask("/api/documents/rename", { documentId, newName: "1.md" });
        known.names.delete("0.md");
      }
      if (turn % 5 > 0) continue;
      known.isGone = true;
      const path = `/api/documents?documentId=${documentId}`;
      const removed = await fetch(`${service.url}${path}`, { method: "DELETE" });
      expect(await removed.json()).toMatchObject({ success: true });
      documents.delete(documentId);
    }
  }

  async function writeSessions(): Promise<void> {
    while (!isStopped) {
      const messages = [{ role: "user", content: "Question" }];
      const { session } = await service.ask("/api/chat/history", { userId: USER, messages });
      sessions.push(session.$id);
    }
  }

  const work = [...Array.from({ length: WRITERS }, (_, i) => changeDocuments(i)), writeSessions()];
  return {
    /** What has been acknowledged until now. */
    soFar: (): Acknowledged => ({
      documents: [...documents.values()].map((now) => ({
        before: { ...now, names: new Set(now.names) },
        now,
      })),
      sessions: [...sessions],
    }),
    count: () => documents.size,
    async stop(): Promise<void> {
      isStopped = true;
      await Promise.all(work);
    },
  };
}

/** Everything that was acknowledged is there, but for what was removed since. */
export async function expectKept(
  service: ServiceProcess,
  { documents, sessions }: Acknowledged,
): Promise<void> {
  const { documents: listed } = await service.ask(`/api/documents?userId=${USER}`);
  const byId = new Map<string, { documentName: string; state: string }>(
    listed.map((document: { documentId: string }) => [document.documentId, document]),
  );
  for (const { before, now } of documents) {
    const { documentId, sha256 } = before;
    const found = byId.get(documentId);
    if (now.isGone && found === undefined) continue;
    expect([...before.names, ...now.names], documentId).toContain(found?.documentName);
    if (before.isIndexed) expect(found?.state).toBe("indexed");
    const file = await fetch(`${service.url}/api/documents/file?fileId=${documentId}`);
    const bytes = Buffer.from(await file.arrayBuffer());
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(sha256);
  }
  for (const sessionId of sessions) {
    const { session } = await service.ask(`/api/chat/history?sessionId=${sessionId}`);
    expect(session?.$id).toBe(sessionId);
  }
}
