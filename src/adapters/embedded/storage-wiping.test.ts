import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { calm } from "../../../test/contracts/store-under-test.ts";
import { newFile } from "../../../test/doubles/new-file.ts";
import { storageFolder } from "../../../test/doubles/storage-folder.ts";
import { DIMENSIONS, type Point } from "../../domain/passage.ts";
import type { EmbeddedStorage } from "./storage.ts";

const folder = storageFolder();

/** A word that stands nowhere else, and a way to choose that is the same in every run. */
function chooser(seed: number) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x80000000;
  };
  return {
    next,
    below: (count: number) => Math.floor(next() * count),
    word: () => `zq${hex(next)}${hex(next)}`,
  };
}

function hex(next: () => number): string {
  return Math.floor(next() * 2 ** 32)
    .toString(16)
    .padStart(8, "0");
}

interface Marked {
  documentId: string;
  mark: string;
  sessionId: string;
  /** The bytes of a number that only this document's vectors hold. */
  number: Buffer;
}

/** Puts everything there can be of a document, with one word in all of it. */
async function add(storage: EmbeddedStorage, choose: ReturnType<typeof chooser>): Promise<Marked> {
  const mark = choose.word();
  const file = await storage.files.put(
    newFile(`${mark} bytes`, { userId: "ana", name: `${mark}.txt` }),
    calm,
  );
  const documentId = file.fileId;
  const vector = new Float32Array(DIMENSIONS).fill(0.01 + choose.next());
  const count = choose.below(10) === 0 ? 200 : 1 + choose.below(20);
  const words = "word ".repeat(10 + choose.below(150));
  const points = Array.from(
    { length: count },
    (_, i): Point => ({
      id: crypto.randomUUID(),
      vector,
      chunk: {
        chunkIndex: i,
        text: `${mark} ${words}${mark}`,
        ...{ pageNumber: null, section: mark, part: 0, start: 0, end: 1 },
      },
    }),
  );
  const document = {
    ...{
      documentId,
      userId: "ana",
      documentName: `${mark}.txt`,
      documentType: "TXT",
      category: "General" as const,
    },
    ...{ pages: null, size: 10, indexedAt: new Date().toISOString(), indexVersion: mark, embedder: null },
  };
  await storage.vectors.replaceDocument(document, points, calm);
  const session = {
    userId: "ana",
    title: mark,
    messages: JSON.stringify([mark, words]),
    selectedDocument: documentId,
  };
  const { $id: sessionId } = await storage.sessions.create(session, calm);
  return { documentId, mark, sessionId, number: Buffer.from(vector.slice(0, 2).buffer) };
}

async function remove(storage: EmbeddedStorage, { documentId, sessionId }: Marked): Promise<void> {
  await storage.wholeDocuments.remove(documentId, calm);
  await storage.sessions.remove(sessionId, calm);
}

/** Which files of the folder hold any of these, in their names or bytes. */
function holding(directory: string, wanted: readonly (string | Buffer)[]): string[] {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    const bytes = entry.isFile() ? readFileSync(path) : Buffer.alloc(0);
    const isHeld = wanted.some(
      (one) => bytes.includes(one) || (typeof one === "string" && relative(directory, path).includes(one)),
    );
    return isHeld ? [relative(directory, path)] : [];
  });
}

const tracesOf = ({ documentId, mark, sessionId, number }: Marked) => [documentId, mark, sessionId, number];

describe("what was removed from the embedded storage", () => {
  it.each([2, 3])("is in no byte of the folder, in whatever order it came and went (%i)", async (seed) => {
    const choose = chooser(seed);
    const storage = await folder.openStorage();
    const present: Marked[] = [];
    const gone: Marked[] = [];
    for (let step = 0; step < 80; step++) {
      if (choose.next() < 0.6 || present.length === 0) present.push(await add(storage, choose));
      else {
        const [chosen] = present.splice(choose.below(present.length), 1);
        if (chosen === undefined) throw new Error("There was one");
        await remove(storage, chosen);
        gone.push(chosen);
      }
    }
    expect(await storage.wiping.wipe(calm)).toBe(true);
    expect(gone.length).toBeGreaterThan(20);
    expect(holding(folder.directory, gone.flatMap(tracesOf))).toEqual([]);
    expect(statSync(join(folder.directory, "carrel.db-wal")).size).toBe(0);
    const kept = present[0];
    if (kept === undefined) throw new Error("Some are left");
    expect(holding(folder.directory, tracesOf(kept))).toContain("carrel.db");
    await storage.close();
    expect(soundness(folder.directory)).toEqual("ok");
  });

  it("is overwritten a moment after the removal, without being asked for", async () => {
    const storage = await folder.openStorage();
    const marked = await add(storage, chooser(1));
    await remove(storage, marked);
    await storage.wiping.settle(calm);
    expect(holding(folder.directory, tracesOf(marked))).toEqual([]);
  });

  it("is overwritten later where somebody reads an older state, and nobody waits for that reader", async () => {
    const storage = await folder.openStorage();
    const marked = await add(storage, chooser(1));
    const reader = new DatabaseSync(join(folder.directory, "carrel.db"), { readOnly: true });
    reader.exec("BEGIN");
    expect(reader.prepare("SELECT count(*) AS count FROM chunks").get()).toMatchObject({
      count: expect.any(Number),
    });
    await remove(storage, marked);
    expect(await storage.wiping.wipe(calm)).toBe(false);
    expect(await add(storage, chooser(5))).toMatchObject({ mark: expect.any(String) });
    reader.exec("COMMIT");
    reader.close();
    expect(await storage.wiping.wipe(calm)).toBe(true);
    expect(holding(folder.directory, tracesOf(marked))).toEqual([]);
  });

  it("is overwritten while others search and write, and harms nothing of theirs", async () => {
    const storage = await folder.openStorage();
    const choose = chooser(7);
    const present: Marked[] = [];
    const gone: Marked[] = [];
    const searching = (async () => {
      while (gone.length < 15) await storage.vectors.listDocuments("ana", calm);
    })();
    for (let round = 0; round < 15; round++) {
      present.push(await add(storage, choose), await add(storage, choose));
      const [first] = present.splice(choose.below(present.length), 1);
      if (first === undefined) throw new Error("There was one");
      await remove(storage, first);
      gone.push(first);
      if (round % 5 === 0) void storage.wiping.settle(calm);
    }
    await searching;
    expect(await storage.wiping.wipe(calm)).toBe(true);
    expect(holding(folder.directory, gone.flatMap(tracesOf))).toEqual([]);
    expect((await storage.vectors.listDocuments("ana", calm)).length).toBe(present.length);
    await storage.close();
    expect(soundness(folder.directory)).toEqual("ok");
  });
});

function soundness(directory: string): unknown {
  const database = new DatabaseSync(join(directory, "carrel.db"), { readOnly: true });
  const row = database.prepare("PRAGMA integrity_check").get();
  database.close();
  return row?.integrity_check;
}
