import { execFileSync } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { type OpenStores, openArchives, openStores } from "../../src/compose-stores.ts";
import { readConfig } from "../../src/config.ts";
import type { BackupProgress } from "../../src/ports/backup-archives.ts";
import { checkDocuments } from "../../src/usecases/check-documents.ts";
import { compareLibraries } from "../../src/usecases/compare-libraries.ts";
import { putNear, world } from "../contracts/indexed-documents.ts";
import { calm } from "../contracts/store-under-test.ts";
import { newFile } from "../doubles/new-file.ts";

export const archives = openArchives("0.0.0-test");
const { vectors, target } = world(14);
export let folder: string;
let opened: OpenStores[] = [];

/** A library that was filled once, with its archive and the ids of its files. */
export let base: string;
export let ids: string[];
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), "carrel-backup-base-"));
  folder = base;
  const stores = await openAt("data");
  ids = await fill(stores);
  await stores.close();
  await write();
});
afterAll(() => rm(base, { recursive: true }));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "carrel-backup-"));
  opened = [];
});
afterEach(async () => {
  for (const stores of opened) await stores.close();
  await rm(folder, { recursive: true });
});

export const at = (name: string) => join(folder, name);
export async function openAt(name: string): Promise<OpenStores> {
  const stores = await openStores(readConfig({ DATA_DIR: at(name) }), () => undefined);
  opened.push(stores);
  return stores;
}

/** Opens a copy of the library that was filled. */
export async function openLibrary(): Promise<OpenStores> {
  await cp(join(base, "data"), at("data"), { recursive: true, preserveTimestamps: true });
  return openAt("data");
}

/** Puts a file, with its passages where it is indexed, and gives its id. */
export async function put(stores: OpenStores, content: string | Buffer, isIndexed = true): Promise<string> {
  const { fileId, name } = await stores.files.put(newFile(content, { userId: "ada" }), calm);
  const fields = { documentId: fileId, documentName: name, embedder: "an embedder" };
  if (isIndexed) await putNear(stores.vectors, "ada", { vectors, target, cosines: [0.9, 0.5], fields });
  return fileId;
}

async function fill(stores: OpenStores): Promise<string[]> {
  await stores.generations.adopt("an embedder", calm);
  for (const title of ["one", "two 🌍"]) {
    await stores.sessions.create({ userId: "ada", title, messages: "[]", selectedDocument: null }, calm);
  }
  const ids = [
    await put(stores, ""),
    await put(stores, "x".repeat(512)),
    await put(stores, Buffer.alloc(3_000_000, "y")),
  ];
  return [...ids, await put(stores, "not indexed", false)];
}

type OnProgress = (progress: BackupProgress) => Promise<void> | void;
export const order = (archive = "b.tar", isReplaced = false) => ({
  ...{ directory: at("data"), accounts: at("data"), archive: at(archive), isReplaced },
});
export const write = (onProgress: OnProgress = () => undefined, signal = calm) =>
  archives.write(order(), onProgress, signal);
export const verify = (archive = "b.tar") => archives.verify(at(archive), () => undefined, calm);
export async function restore(to: string, archive = "b.tar") {
  const unpacked = await archives.unpack({ archive: at(archive), directory: at(to) }, () => undefined, calm);
  await unpacked.settle();
  await unpacked.close(true);
  return unpacked.contents;
}

export async function expectSame(first: OpenStores, second: OpenStores): Promise<void> {
  const { others } = await compareLibraries({ from: first, to: second }, () => undefined, calm);
  expect(others).toBe(0);
  const findings = await Array.fromAsync(checkDocuments(second, false, calm));
  expect(findings.filter(({ state }) => state === "wrong")).toEqual([]);
}

export function readFilesUnder(path: string): string[] {
  return execFileSync("find", [path, "-type", "f"], { encoding: "utf8" }).trim().split("\n");
}
