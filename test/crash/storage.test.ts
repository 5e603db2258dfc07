import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { type EmbeddedStorage, openEmbeddedStorage } from "../../src/adapters/embedded/storage.ts";
import { seededVectors } from "../contracts/seeded-vectors.ts";
import { calm } from "../contracts/store-under-test.ts";
import { temporaryFolder } from "../doubles/temporary-folder.ts";
import { type Acknowledged, chunksOf, DOCUMENTS, USER } from "./acknowledged.ts";

const KILLS = 10;
const START_LIMIT_MS = 20_000;
const CHILD = fileURLToPath(new URL("./storage-child.ts", import.meta.url));

describe("the embedded storage of a process that is killed", () => {
  const folder = temporaryFolder("suite");
  /** The newest that was acknowledged of each file, session and document, over all kills. */
  const facts = new Map<string, Acknowledged>();

  it.each(Array.from({ length: KILLS }, (_, i) => i + 1))(
    "has all that was acknowledged, and nothing by halves: kill %i",
    async (kill) => {
      const count = await storeUntilKilled(kill * 100_000);
      expect(count).toBeGreaterThan(0);
      const storage = await openEmbeddedStorage({ directory: folder.path });
      try {
        await expectFiles(storage);
        await expectSessions(storage);
        await expectDocuments(storage);
        await expectWhole(storage);
        await expectAccounts(storage);
      } finally {
        await storage.close();
      }
    },
  );

  async function storeUntilKilled(firstVersion: number): Promise<number> {
    const child = spawn(process.execPath, [CHILD, folder.path, String(firstVersion)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const exited = once(child, "exit");
    let count = 0;
    const lines = createInterface({ input: child.stdout });
    const finished = once(lines, "close");
    lines.on("line", (line) => {
      // Written by `acknowledge` of the child.
      const fact = JSON.parse(line) as Acknowledged;
      facts.set(keyOf(fact), fact);
      count++;
    });
    try {
      await once(lines, "line", { signal: AbortSignal.timeout(START_LIMIT_MS) });
      await setTimeout(Math.random() * 250);
    } finally {
      child.kill("SIGKILL");
      await Promise.all([exited, finished]);
    }
    return count;
  }

  async function expectFiles({ files }: EmbeddedStorage): Promise<void> {
    for (const fact of facts.values()) {
      if (fact.kind !== "file") continue;
      expect(await hashOf(await files.read(fact.fileId, null, calm))).toBe(fact.sha256);
    }
    // Reading refuses a file whose bytes are not as many as its record says.
    for (const fileId of await files.existing(await filesOnDisk(), calm)) {
      expect(await hashOf(await files.read(fileId, null, calm))).toHaveLength(64);
    }
  }

  /** File and passages have one name, or neither is there; nothing is left of what was removed. */
  async function expectWhole({ files, vectors, platformArchive }: EmbeddedStorage): Promise<void> {
    const listed = new Map(
      (await vectors.listDocuments(USER, calm)).map(({ documentId, documentName }) => [
        documentId,
        documentName,
      ]),
    );
    const stored = await Array.fromAsync(platformArchive.files(calm));
    for (const fact of facts.values()) {
      if (fact.kind !== "whole") continue;
      const file = stored.find(({ fileId }) => fileId === fact.documentId);
      expect(listed.get(fact.documentId)).toBe(file?.name);
      if (fact.name === null) expect(file).toBeUndefined();
      // What came after the last acknowledgement may be there, what came before it may not.
      else if (file !== undefined) expect(numberIn(file.name)).toBeGreaterThanOrEqual(numberIn(fact.name));
      else expect(fact.name).toBe("5.md");
    }
    for (const [documentId] of listed) {
      if (!DOCUMENTS.includes(documentId))
        expect(await files.existing([documentId], calm)).toContain(documentId);
    }
    const onDisk = await filesOnDisk();
    const gone = [...facts.values()].filter((fact) => fact.kind === "whole" && fact.name === null);
    expect(gone.filter((fact) => fact.kind === "whole" && onDisk.includes(fact.documentId))).toEqual([]);
  }

  /** An account and its browsers are there together, or neither is. */
  async function expectAccounts({ accounts }: EmbeddedStorage): Promise<void> {
    for (const fact of facts.values()) {
      if (fact.kind !== "account") continue;
      const isThere = (await accounts.find(fact.userId, calm)) !== null;
      expect((await accounts.useSignIn(fact.hash, calm)) !== null).toBe(isThere);
      if (fact.state !== "leaving") expect(isThere).toBe(fact.state === "there");
    }
  }

  async function filesOnDisk(): Promise<string[]> {
    const onDisk = await readdir(folder.at("files"), { recursive: true, withFileTypes: true });
    return onDisk.filter((entry) => entry.isFile()).map(({ name }) => name);
  }

  async function expectSessions({ sessions }: EmbeddedStorage): Promise<void> {
    const stored = new Map(
      (await Array.fromAsync(sessions.list(USER, 100_000, calm))).map((session) => [session.$id, session]),
    );
    for (const fact of facts.values()) {
      if (fact.kind !== "session") continue;
      const messages: unknown[] = JSON.parse(stored.get(fact.sessionId)?.messages ?? "null");
      expect(messages.length).toBeGreaterThanOrEqual(fact.edits);
    }
  }

  async function expectDocuments({ vectors }: EmbeddedStorage): Promise<void> {
    const listed = await vectors.listDocuments(USER, calm);
    const hits = await vectors.search(
      {
        ...{ vector: seededVectors(1).random(), userId: USER, limit: 10_000, scoreFloor: 0.9 },
        ...{ embedder: null, documentTypes: [], documentIds: [], excludedDocumentId: null },
      },
      calm,
    );
    for (const documentId of DOCUMENTS) {
      const fact = facts.get(`document ${documentId}`);
      const document = listed.find((other) => other.documentId === documentId);
      if (document === undefined) {
        expect(fact).toBeUndefined();
        continue;
      }
      const version = document.size;
      expect(version).toBeGreaterThanOrEqual(fact?.kind === "document" ? fact.version : 0);
      const own = hits.filter((hit) => hit.documentId === documentId);
      expect(new Set(own.map(({ chunkText }) => chunkText))).toEqual(new Set([`version ${version}`]));
      expect(own).toHaveLength(chunksOf(version));
      expect(document.chunks).toBe(chunksOf(version));
    }
  }
});

function keyOf(fact: Acknowledged): string {
  switch (fact.kind) {
    case "file":
      return `file ${fact.fileId}`;
    case "session":
      return `session ${fact.sessionId}`;
    case "document":
      return `document ${fact.documentId}`;
    case "whole":
      return `whole ${fact.documentId}`;
    case "account":
      return `account ${fact.userId}`;
  }
}

function numberIn(name: string): number {
  return Number.parseInt(name, 10);
}

async function hashOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of bytes) hash.update(piece);
  return hash.digest("hex");
}
