import { createHash, randomBytes } from "node:crypto";
import { writeSync } from "node:fs";
import { openEmbeddedStorage } from "../../src/adapters/embedded/storage.ts";
import { newId } from "../../src/domain/id.ts";
import type { Point } from "../../src/domain/passage.ts";
import { seededVectors } from "../contracts/seeded-vectors.ts";
import { inPieces, newFile } from "../doubles/new-file.ts";
import { type Acknowledged, chunksOf, DOCUMENTS, USER } from "./acknowledged.ts";

// Stores for as long as it lives, and says on its standard output what was confirmed.
// Arguments: the directory, and the number that versions start at.

const [directory = "", firstVersion = "0"] = process.argv.slice(2);
const { signal } = new AbortController();
const { accounts, files, sessions, vectors, wholeDocuments } = await openEmbeddedStorage({ directory });
const vector = seededVectors(1).random();

await Promise.all([
  storeFiles(),
  storeSessions(),
  storeAccounts(),
  changeWhole(),
  changeWhole(),
  ...DOCUMENTS.map(replaceDocument),
]);

async function storeFiles(): Promise<never> {
  while (true) {
    const content = randomBytes(1 + Math.floor(Math.random() * 100_000));
    const bytes = inPieces(content, 16_384);
    const stored = await files.put(newFile(content, { userId: USER, name: "a.bin", bytes }), signal);
    const sha256 = createHash("sha256").update(content).digest("hex");
    acknowledge({ kind: "file", fileId: stored.fileId, sha256 });
  }
}

/** Documents with a file and passages, which are renamed and then removed. */
async function changeWhole(): Promise<never> {
  for (let turn = 0; ; turn++) {
    const content = randomBytes(1_000);
    const file = newFile(content, { userId: USER, name: "0.md" });
    const { fileId: documentId } = await files.put(file, signal);
    const document = {
      ...{ documentId, userId: USER, documentName: "0.md", documentType: "MD", category: "General" as const },
      ...{ pages: null, size: 1_000, indexedAt: new Date().toISOString(), indexVersion: "v", embedder: null },
    };
    await vectors.replaceDocument(document, [pointOf(turn, 0)], signal);
    for (let name = 1; name <= 5; name++) {
      await wholeDocuments.rename(documentId, `${name}.md`, signal);
      acknowledge({ kind: "whole", documentId, name: `${name}.md` });
    }
    if (turn % 2 === 0) continue;
    await wholeDocuments.remove(documentId, signal);
    acknowledge({ kind: "whole", documentId, name: null });
  }
}

async function storeSessions(): Promise<never> {
  while (true) {
    const session = { userId: USER, title: "Chat", messages: messagesOf(0), selectedDocument: null };
    const { $id } = await sessions.create(session, signal);
    acknowledge({ kind: "session", sessionId: $id, edits: 0 });
    for (let edits = 1; edits <= 3; edits++) {
      await sessions.update($id, { messages: messagesOf(edits) }, signal);
      acknowledge({ kind: "session", sessionId: $id, edits });
    }
  }
}

/** Accounts with a browser that is signed in; every second one is removed. */
async function storeAccounts(): Promise<never> {
  for (let turn = 0; ; turn++) {
    const userId = newId();
    const hash = newId();
    await accounts.create({ userId, name: userId, isOwner: false, passwordHash: "hash" }, signal);
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const signIn = {
      userId,
      signInId: newId(),
      hash,
      passwordHash: "hash",
      expiresAt,
      address: "",
      agent: "",
    };
    await accounts.addSignIn(signIn, signal);
    const isRemoved = turn % 2 === 1;
    acknowledge({ kind: "account", userId, hash, state: isRemoved ? "leaving" : "there" });
    if (!isRemoved) continue;
    await accounts.remove(userId, signal);
    acknowledge({ kind: "account", userId, hash, state: "gone" });
  }
}

async function replaceDocument(documentId: string): Promise<never> {
  for (let version = Number(firstVersion); ; version++) {
    const points = Array.from({ length: chunksOf(version) }, (_, index) => pointOf(version, index));
    const document = {
      ...{ documentId, userId: USER, documentName: `version ${version}`, documentType: "TXT" },
      ...{ pages: null, size: version, indexedAt: new Date().toISOString(), indexVersion: `v${version}` },
      embedder: null,
    };
    await vectors.replaceDocument({ ...document, category: "General" }, points, signal);
    acknowledge({ kind: "document", documentId, version });
  }
}

function acknowledge(fact: Acknowledged): void {
  // At once and whole: a line that is still in a buffer would die with the process.
  writeSync(1, `${JSON.stringify(fact)}\n`);
}

function messagesOf(edits: number): string {
  return JSON.stringify(new Array(edits).fill({ role: "user", content: "text ".repeat(2_000) }));
}

function pointOf(version: number, chunkIndex: number): Point {
  const text = `version ${version}`;
  return {
    id: `${version}-${chunkIndex}`,
    chunk: { chunkIndex, text, pageNumber: null, section: null, part: 0, start: 0, end: text.length },
    vector,
  };
}
