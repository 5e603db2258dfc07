import { afterEach, beforeEach, expect, test } from "vitest";
import { type OpenStores, openStores, type StoresUse } from "../src/compose-stores.ts";
import { readConfig } from "../src/config.ts";
import { newId } from "../src/domain/id.ts";
import { type MoveProgress, moveLibrary } from "../src/usecases/move-library.ts";
import { found, putNear, queryOf, world } from "./contracts/indexed-documents.ts";
import { calm } from "./contracts/store-under-test.ts";
import { inPieces, newFile } from "./doubles/new-file.ts";
import { temporaryFolder } from "./doubles/temporary-folder.ts";
import { openProductionStack, type ProductionStack } from "./stacks/production-stack.ts";

const folder = temporaryFolder();
let stack: ProductionStack;
let opened: OpenStores[];
const { vectors, target } = world(31);

beforeEach(async () => {
  stack = await openProductionStack(["appwrite", "qdrant"]);
  opened = [];
});
afterEach(async () => {
  for (const stores of opened) await stores.close();
  await stack.close();
});

async function open(environment: Record<string, string>, use?: StoresUse): Promise<OpenStores> {
  const stores = await openStores(readConfig(environment), () => undefined, use);
  opened.push(stores);
  return stores;
}

const openEmbedded = (name: string) => open({ DATA_DIR: folder.at(name) });
const openProduction = () => open(stack.environment);

/** Sessions, files and documents of two users; one file is not indexed, and one document has no file. */
async function fill({ sessions, files, vectors: store, generations }: OpenStores) {
  await generations.adopt("an embedder", calm);
  const users = [newId(), newId()];
  const documents: string[] = [];
  for (const userId of users) {
    for (let i = 0; i < 3; i++) {
      const messages = JSON.stringify([{ role: "user", content: `Frage ${i} 🌍` }]);
      await sessions.create({ userId, title: `Chat ${i}`, messages, selectedDocument: null }, calm);
      const content = Buffer.alloc(i === 2 ? 6_000_000 : 10 + i, `${userId} ${i}`);
      const file = await files.put(newFile(content, { userId, name: `Größe ${i}.txt` }), calm);
      if (i === 0) continue;
      const fields = {
        documentId: file.fileId,
        documentName: file.name,
        pages: i,
        category: "Legal" as const,
        embedder: "an embedder",
      };
      await putNear(store, userId, { vectors, target, cosines: [0.9, 0.8, 0.7], fields });
      documents.push(file.fileId);
    }
  }
  const orphan = await putNear(store, users[0] ?? "", {
    vectors,
    target,
    cosines: [0.5],
    fields: { embedder: "an embedder" },
  });
  return { users, documents: [...documents, orphan.documentId] };
}

const move = (
  from: OpenStores,
  to: OpenStores,
  onProgress: (progress: MoveProgress) => void = () => undefined,
) => moveLibrary({ from, to }, onProgress, calm);

const WHOLE = { sessions: 6, files: 6, documents: 5, chunks: 13, others: 0 };

test("a library goes to production and back, and is the same in every place", async () => {
  const first = await openEmbedded("first");
  const { users } = await fill(first);
  const production = await openProduction();
  const there = await move(first, production);
  expect(there).toMatchObject({ ...WHOLE, copied: { sessions: 6, files: 6, documents: 5 } });

  const second = await openEmbedded("second");
  const back = await move(production, second);
  expect(back).toMatchObject({ ...WHOLE, checksum: there.checksum });
  expect((await move(first, second)).copied).toEqual({ sessions: 0, files: 0, documents: 0 });

  for (const userId of users) {
    const query = queryOf({ userId, vector: target, embedder: "an embedder", limit: 100 });
    const expected = (await found(first.vectors, query)).toSorted();
    for (const place of [production, second]) {
      expect((await found(place.vectors, query)).toSorted()).toEqual(expected);
      expect(await Array.fromAsync(place.sessions.list(userId, 10, calm))).toEqual(
        await Array.fromAsync(first.sessions.list(userId, 10, calm)),
      );
      expect(await place.generations.identity(calm)).toBe("an embedder");
      const documents = await place.vectors.listDocuments(userId, calm);
      expect(new Set(documents)).toEqual(new Set(await first.vectors.listDocuments(userId, calm)));
    }
  }
});

test("a move that was stopped goes on where it was, with what changed meanwhile", async () => {
  const from = await openEmbedded("from");
  const { documents } = await fill(from);
  const to = await openProduction();
  const stop = new AbortController();
  const reason = new Error("stopped");
  const stopHere = ({ stage, done }: MoveProgress) => {
    if (stage === "documents" && done === 2) stop.abort(reason);
  };
  await expect(moveLibrary({ from, to }, stopHere, stop.signal)).rejects.toBe(reason);
  const [renamed = ""] = documents;
  await from.files.rename(renamed, "new.txt", calm);
  await from.vectors.renameDocument(renamed, "new.txt", calm);
  const result = await move(from, to);
  expect(result).toMatchObject(WHOLE);
  expect(result.copied).toMatchObject({ sessions: 0, files: 0 });
  expect(result.copied.documents).toBeGreaterThanOrEqual(3);
  expect((await to.files.find(renamed, calm)).name).toBe("new.txt");
});

test("a target that holds something else under the same id is named, and its own things are left alone", async () => {
  const from = await openEmbedded("from");
  const { documents } = await fill(from);
  const to = await openEmbedded("to");
  await move(from, to);
  const [documentId = ""] = documents;
  const file = await to.files.find(documentId, calm);
  const own = { userId: "own", title: "Own", messages: "[]", selectedDocument: null };
  await to.sessions.create(own, calm);
  expect(await move(from, to)).toMatchObject({ ...WHOLE, others: 1 });
  await to.files.remove(documentId, calm);
  await to.platformArchive.putFile(file, inPieces(Buffer.alloc(file.sizeBytes, "other")), calm);
  await expect(move(from, to)).rejects.toMatchObject({
    message: expect.stringContaining(`file ${documentId}`),
  });
});

test("a source that holds nothing is taken for a mistyped one", async () => {
  await expect(move(await openEmbedded("mistyped"), await openProduction())).rejects.toMatchObject({
    code: "invalid-input",
    message: expect.stringContaining("holds nothing"),
  });
});

test("vectors of two embedders are kept apart", async () => {
  const from = await openEmbedded("from");
  await fill(from);
  const to = await openEmbedded("to");
  await to.generations.adopt("another embedder", calm);
  await expect(move(from, to)).rejects.toMatchObject({ code: "embedder-changed" });
  expect(await Array.fromAsync(to.platformArchive.sessions(calm))).toEqual([]);
});

test("a file keeps a long name, and one whose name the target cannot keep is named", async () => {
  const from = await openEmbedded("from");
  const put = (name: string) => from.files.put(newFile("x", { name }), calm);
  await put(`${"long".repeat(60)}.txt`);
  expect((await move(from, await openProduction())).copied.files).toBe(1);
  const name = `${"long".repeat(40)} "quoted".txt`;
  await put(name);
  await expect(move(from, await openProduction())).rejects.toMatchObject({
    code: "storage-failed",
    message: expect.stringContaining(name),
    details: expect.stringContaining("start the move again"),
  });
});

test("vectors alone move where both sides share the files", async () => {
  const DATA_DIR = folder.at("shared");
  const serving = await openEmbedded("shared");
  await fill(serving);
  await serving.close();
  const { QDRANT_URL = "", QDRANT_API_KEY = "" } = stack.environment;
  // In the order and with the access of the command.
  const to = await open({ DATA_DIR, QDRANT_URL, QDRANT_API_KEY });
  const from = await open({ DATA_DIR }, { access: "look", command: "carrel move" });
  expect(await move(from, to)).toMatchObject({ ...WHOLE, copied: { sessions: 0, files: 0, documents: 5 } });
});
