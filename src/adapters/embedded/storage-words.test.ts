import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { newDocument } from "../../../test/contracts/indexed-documents.ts";
import { calm } from "../../../test/contracts/store-under-test.ts";
import { storageFolder } from "../../../test/doubles/storage-folder.ts";
import { DIMENSIONS, type Point } from "../../domain/passage.ts";
import type { IndexedDocument } from "../../ports/vector-store.ts";
import type { EmbeddedStorage } from "./storage.ts";

const folder = storageFolder();

function pointsOf(word: string, count: number): Point[] {
  const vector = new Float32Array(DIMENSIONS);
  vector[0] = 1;
  return Array.from({ length: count }, (_, chunkIndex) => ({
    id: crypto.randomUUID(),
    vector,
    chunk: {
      ...{ chunkIndex, text: `${word} in chunk ${chunkIndex}`, pageNumber: null, section: null },
      ...{ part: 0, start: 0, end: 1 },
    },
  }));
}

async function put(storage: EmbeddedStorage, word: string, count: number): Promise<IndexedDocument> {
  const document = newDocument({ userId: "ana" });
  await storage.vectors.replaceDocument(document, pointsOf(word, count), calm);
  return document;
}

/** Looks into the database past the storage. */
function look<T>(work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(join(folder.directory, "carrel.db"), { timeout: 5_000 });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** In how many chunks the index has a word, also where nobody finds them any more. */
function inIndex(word: string): number {
  return look((database) => {
    database.exec("CREATE VIRTUAL TABLE temp.held USING fts5vocab(main, words, row)");
    const row = database.prepare("SELECT doc FROM temp.held WHERE term = ?").get(word);
    return Number(row?.doc ?? 0);
  });
}

const looseWords = () =>
  look((database) => database.prepare("SELECT number, state FROM loose_words ORDER BY number").all());

it("nothing of the words of removed and replaced documents is left in the index", async () => {
  const storage = await folder.openStorage();
  await put(storage, "kept", 3);
  const long = await put(storage, "longer", 200);
  const short = await put(storage, "shorter", 5);
  expect([inIndex("kept"), inIndex("longer"), inIndex("shorter")]).toEqual([3, 200, 5]);
  await storage.vectors.removeDocument(long.documentId, calm);
  await storage.vectors.replaceDocument(short, pointsOf("tulip", 2), calm);
  expect(await storage.wiping.wipe(calm)).toBe(true);
  expect([inIndex("kept"), inIndex("longer"), inIndex("shorter"), inIndex("tulip")]).toEqual([3, 0, 0, 2]);
  expect(looseWords()).toEqual([]);
});

it("what a process that died had written of a document's words goes at the next start", async () => {
  const storage = await folder.openStorage();
  await put(storage, "kept", 2);
  await storage.close();
  look((database) => {
    const insert = "INSERT INTO loose_words (chunks, state) VALUES (2, 'written') RETURNING number";
    const number = Number(database.prepare(insert).get()?.number);
    const words = database.prepare("INSERT INTO words (rowid, owner, terms) VALUES (?, 'u1', 'orphan')");
    words.run(number * 65_536);
  });
  expect(inIndex("orphan")).toBe(1);
  const next = await folder.openStorage();
  expect(await next.wiping.wipe(calm)).toBe(true);
  expect([inIndex("kept"), inIndex("orphan")]).toEqual([2, 0]);
  expect(looseWords()).toEqual([]);
});

it("an upload that is cancelled in the middle leaves no words, and no document", async () => {
  const storage = await folder.openStorage();
  const cancelled = new AbortController();
  const storing = storage.vectors.replaceDocument(
    newDocument({ userId: "ana" }),
    pointsOf("never", 20_000),
    cancelled.signal,
  );
  while (inIndex("never") === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  cancelled.abort(new Error("Cancelled"));
  await expect(storing).rejects.toThrow();
  expect(await storage.wiping.wipe(calm)).toBe(true);
  expect(inIndex("never")).toBe(0);
  expect(await storage.vectors.listDocuments("ana", calm)).toEqual([]);
});

it("words that were cut by other rules are cut again", async () => {
  const storage = await folder.openStorage();
  const { documentId } = await put(storage, "older", 2);
  await storage.close();
  look((database) => database.exec("UPDATE words_rules SET version = 'older'"));
  const next = await folder.openStorage();
  const pending = await next.words.pending(calm);
  expect(pending.map((document) => document.documentId)).toEqual([documentId]);
  for (const document of pending) expect(await next.words.fill(document, calm)).toBe(true);
  expect(await next.words.pending(calm)).toEqual([]);
  expect(await next.wiping.wipe(calm)).toBe(true);
  expect(inIndex("older")).toBe(2);
});
