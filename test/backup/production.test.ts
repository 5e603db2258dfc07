import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type OpenStores, openArchives, openStores } from "../../src/compose-stores.ts";
import { readConfig } from "../../src/config.ts";
import { checkDocuments } from "../../src/usecases/check-documents.ts";
import { compareLibraries } from "../../src/usecases/compare-libraries.ts";
import { gatherLibrary } from "../../src/usecases/gather-library.ts";
import { type MoveProgress, moveLibrary } from "../../src/usecases/move-library.ts";
import { putNear, world } from "../contracts/indexed-documents.ts";
import { calm } from "../contracts/store-under-test.ts";
import { startProcess } from "../crash/service-process.ts";
import { newFile } from "../doubles/new-file.ts";
import { openProductionStack, type ProductionStack } from "../stacks/production-stack.ts";

const { vectors, target } = world(15);
let folder: string;
let stacks: ProductionStack[];
let opened: OpenStores[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "carrel-backup-production-"));
  stacks = [];
  opened = [];
});
afterEach(async () => {
  for (const stores of opened) await stores.close();
  for (const stack of stacks) await stack.close();
  await rm(folder, { recursive: true });
});

async function openStack(...parts: ("appwrite" | "qdrant")[]): Promise<ProductionStack> {
  const stack = await openProductionStack(parts);
  stacks.push(stack);
  return stack;
}

async function open(environment: Record<string, string>): Promise<OpenStores> {
  const stores = await openStores(readConfig(environment), () => undefined);
  opened.push(stores);
  return stores;
}

async function put(stores: OpenStores, name: string): Promise<string> {
  const { fileId } = await stores.files.put(newFile(`The text of ${name}`, { userId: "ada", name }), calm);
  const fields = { documentId: fileId, documentName: name, embedder: "an embedder" };
  await putNear(stores.vectors, "ada", { vectors, target, cosines: [0.9, 0.5], fields });
  return fileId;
}

async function fill(stores: OpenStores): Promise<string[]> {
  await stores.generations.adopt("an embedder", calm);
  for (const title of ["one", "two"]) {
    await stores.sessions.create({ userId: "ada", title, messages: "[]", selectedDocument: null }, calm);
  }
  return [await put(stores, "a.txt"), await put(stores, "b.txt"), await put(stores, "c.txt")];
}

async function carrel(words: readonly string[], dataDirectory: string, settings: Record<string, string>) {
  const { ended, said } = await startProcess({ dataDirectory, words, settings, cwd: folder });
  return { code: await ended, ...said };
}

async function expectSame(from: OpenStores, to: OpenStores): Promise<void> {
  expect((await compareLibraries({ from, to }, () => undefined, calm)).others).toBe(0);
}

const wrongIn = async (stores: OpenStores) =>
  (await Array.fromAsync(checkDocuments(stores, false, calm))).filter(({ state }) => state === "wrong");

test("a library in other stores goes into an archive, and from there into others or into a folder", async () => {
  const stack = await openStack("appwrite", "qdrant");
  const library = await open(stack.environment);
  await fill(library);
  // What belongs to no library is in the data folder on every stack.
  const home = join(folder, "home");
  await (await open({ DATA_DIR: home })).close();
  const own = new DatabaseSync(join(home, "carrel.db"));
  own.exec("INSERT INTO sessions VALUES (1, 'left', 'ada', 'of an earlier stack', '[]', NULL, '', '', NULL)");
  own.close();
  const archive = join(folder, "b.tar");
  const backup = await carrel(["backup", archive], home, stack.environment);
  expect([backup.code, backup.err]).toEqual([0, ""]);
  expect(backup.out).toContain("holds 2 sessions, 3 files and 3 documents");
  expect((await readdir(folder)).toSorted()).toEqual(["b.tar", "home"]);

  const other = await openStack("appwrite", "qdrant");
  const elsewhere = join(folder, "elsewhere");
  const restore = await carrel(["restore", archive], elsewhere, other.environment);
  expect([restore.code, restore.err]).toEqual([0, ""]);
  await expectSame(library, await open(other.environment));
  expect(existsSync(join(elsewhere, "restoring"))).toBe(false);
  const again = await carrel(["restore", archive], join(folder, "third"), other.environment);
  expect([again.code, again.err]).toEqual([1, expect.stringContaining("are not empty: they hold")]);

  expect((await carrel(["restore", archive], join(folder, "embedded"), {})).code).toBe(0);
  await expectSame(library, await open({ DATA_DIR: join(folder, "embedded") }));
});

test("what changes while a library is gathered fits together, and what was there before is in it", async () => {
  const library = await open((await openStack("appwrite", "qdrant")).environment);
  const [removed = "", renamed = "", kept = ""] = await fill(library);
  const copy = await open({ DATA_DIR: join(folder, "copy") });
  const changes: Promise<unknown>[] = [];
  const seen = new Set<string>();
  const change = ({ stage, done }: MoveProgress) => {
    const moment = `${stage} ${done}`;
    if (seen.has(moment)) return;
    seen.add(moment);
    if (moment === "files 1") changes.push(library.wholeDocuments.remove(removed, calm));
    if (moment === "documents 1") changes.push(library.wholeDocuments.rename(renamed, "new.txt", calm));
    if (moment === "documents 2") changes.push(put(library, "late.txt"));
  };
  await gatherLibrary({ from: library, to: copy }, change, calm);
  await Promise.all(changes);
  expect(changes).toHaveLength(3);
  expect(await wrongIn(copy)).toEqual([]);
  expect((await copy.files.find(kept, calm)).name).toBe("c.txt");
  expect(["b.txt", "new.txt"]).toContain((await copy.files.find(renamed, calm)).name);
  // Gone on with when all is quiet, it is the same.
  await gatherLibrary({ from: library, to: copy }, () => undefined, calm);
  await expectSame(library, copy);
  expect(await wrongIn(copy)).toEqual([]);
});

test("a gathering that was stopped goes on, and forgets what was removed since", async () => {
  const library = await open((await openStack("appwrite", "qdrant")).environment);
  const [first = ""] = await fill(library);
  const copy = await open({ DATA_DIR: join(folder, "copy") });
  const stop = new AbortController();
  const stopHere = ({ stage, done }: MoveProgress) => {
    if (stage === "documents" && done === 2) stop.abort(new Error("stopped"));
  };
  await expect(gatherLibrary({ from: library, to: copy }, stopHere, stop.signal)).rejects.toThrow("stopped");
  await library.wholeDocuments.remove(first, calm);
  const [session] = await Array.fromAsync(library.platformArchive.sessions(calm));
  await library.sessions.remove(session?.$id ?? "", calm);
  await gatherLibrary({ from: library, to: copy }, () => undefined, calm);
  await expectSame(library, copy);
});

test("a mixture comes back, and a restore that was killed while it filled other stores goes on", async () => {
  const home = join(folder, "home");
  const stack = await openStack("qdrant");
  const library = await open({ ...stack.environment, DATA_DIR: home });
  await fill(library);
  const archive = join(folder, "b.tar");
  expect((await carrel(["backup", archive], home, stack.environment)).code).toBe(0);
  const { environment } = await openStack("qdrant");
  const elsewhere = join(folder, "elsewhere");
  const unpacked = await openArchives("0").unpack({ archive, directory: elsewhere }, () => undefined, calm);
  await unpacked.handOver();
  const to = await open({ ...environment, DATA_DIR: elsewhere });
  const stop = new AbortController();
  const stopHere = ({ stage }: MoveProgress) => {
    if (stage === "documents") stop.abort(new Error("killed"));
  };
  const from = await open({ DATA_DIR: unpacked.folder });
  await expect(moveLibrary({ from, to }, stopHere, stop.signal)).rejects.toThrow("killed");
  await from.close();
  await to.close();

  const goneOn = await carrel(["restore", archive], elsewhere, environment);
  expect([goneOn.code, goneOn.err]).toEqual([0, ""]);
  await expectSame(library, await open({ ...environment, DATA_DIR: elsewhere }));
  expect(existsSync(join(elsewhere, "restoring"))).toBe(false);
  await opened.pop()?.close();
  const refused = await carrel(["restore", archive], elsewhere, environment);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("is not empty")]);
});
