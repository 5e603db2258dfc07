import { afterEach, beforeEach, expect, test } from "vitest";
import { world } from "../../test/contracts/indexed-documents.ts";
import { wholeDocumentsContract } from "../../test/contracts/whole-documents.ts";
import { newFile } from "../../test/doubles/new-file.ts";
import { temporaryFolder } from "../../test/doubles/temporary-folder.ts";
import { type EmbeddedStorage, openEmbeddedStorage } from "../adapters/embedded/storage.ts";
import { AppError } from "../domain/errors.ts";
import type { WholeDocuments } from "../ports/whole-documents.ts";
import { type BothStores, changeBothStores } from "./change-both-stores.ts";

const calm = new AbortController().signal;
const { put: putPassages, userId } = world(43);
const folder = temporaryFolder();
let storage: EmbeddedStorage;
let time = Date.UTC(2026, 0, 1);
const now = () => new Date(time);

const open = async () => {
  storage = await openEmbeddedStorage({ directory: folder.path, now });
};
const bothStores = (): BothStores => ({
  files: storage.files,
  vectors: storage.vectors,
  intents: storage.intents,
  now,
});
const whole = () => ({ ...bothStores(), whole: changeBothStores(bothStores()) });

beforeEach(open);
afterEach(() => storage.close());

wholeDocumentsContract("two stores", async () => ({
  store: whole(),
  async reopen() {
    await storage.close();
    await open();
    return whole();
  },
  close: async () => undefined,
}));

async function put(): Promise<string> {
  const { fileId } = await storage.files.put(newFile("some words", { userId, name: "a.md" }), calm);
  const fields = { documentId: fileId, documentName: "a.md" };
  await putPassages(storage.vectors, [0.9], fields);
  return fileId;
}

/** The file's name and that of the passages, each null where there are none. */
async function names(documentId: string): Promise<(string | null)[]> {
  const listed = await storage.vectors.listDocuments(userId, calm);
  const [file] = await storage.files.existing([documentId], calm);
  return [
    file === undefined ? null : (await storage.files.find(documentId, calm)).name,
    listed.find((other) => other.documentId === documentId)?.documentName ?? null,
  ];
}

/** Stops for ever before the step of that number, as a process does that is killed. */
function dyingAt(step: number): BothStores {
  let count = 0;
  const stores = bothStores();
  const mortal = <Store extends object>(store: Store): Store =>
    new Proxy(store, {
      get(target, name, receiver) {
        const method: unknown = Reflect.get(target, name, receiver);
        if (typeof method !== "function") return method;
        return (...words: unknown[]) => {
          count += 1;
          return count >= step ? new Promise(() => undefined) : Reflect.apply(method, target, words);
        };
      },
    });
  return {
    files: mortal(stores.files),
    vectors: mortal(stores.vectors),
    intents: mortal(stores.intents),
    now,
  };
}

const change = (stores: WholeDocuments, method: "remove" | "rename", documentId: string) =>
  method === "remove" ? stores.remove(documentId, calm) : stores.rename(documentId, "b.md", calm);

/** Waits until nothing moves any more. */
const untilStill = (work: Promise<unknown>) =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, 150))]);

const finishLater = async () => {
  const whole = changeBothStores(bothStores());
  expect(await whole.finish(calm)).toEqual([]);
  time += 600_000;
  await whole.finish(calm);
  expect(await whole.unfinished(calm)).toEqual([]);
  expect(await storage.intents.all(calm)).toEqual([]);
};

test.each([
  ["a rename that is broken off at any step ends with one name", "rename", 6, "b.md"],
  ["a removal that is broken off at any step ends with everything or nothing", "remove", 4, null],
] as const)("%s", async (_, method, steps, changed) => {
  const seen = new Set<string | null>();
  for (let step = 1; step <= steps; step++) {
    const documentId = await put();
    await untilStill(change(changeBothStores(dyingAt(step)), method, documentId));
    await finishLater();
    const [file, passages] = await names(documentId);
    expect(passages).toBe(file);
    seen.add(file ?? null);
  }
  expect(seen).toEqual(new Set(["a.md", changed]));
});

test("what its own process may still end is left alone", async () => {
  const documentId = await put();
  await untilStill(changeBothStores(dyingAt(2)).remove(documentId, calm));
  const whole = changeBothStores(bothStores());
  time += 60_000;
  expect(await whole.finish(calm)).toEqual([]);
  expect(await names(documentId)).toEqual(["a.md", "a.md"]);
});

const failing = (method: "remove" | "rename"): BothStores => ({
  ...bothStores(),
  files: {
    ...storage.files,
    [method]: async () => {
      throw new AppError("storage-failed", "The storage is away");
    },
  },
});

test("what fails before anything was changed is not done later", async () => {
  const documentId = await put();
  for (const method of ["remove", "rename"] as const) {
    const work = change(changeBothStores(failing(method)), method, documentId);
    await expect(work).rejects.toMatchObject({ message: "The storage is away" });
    expect(await storage.intents.all(calm)).toEqual([]);
  }
  await finishLater();
  expect(await names(documentId)).toEqual(["a.md", "a.md"]);
});

test("a file gets its old name back where the passages cannot have the new one", async () => {
  const documentId = await put();
  const refusing = {
    ...bothStores(),
    vectors: {
      ...storage.vectors,
      renameDocument: async () => {
        throw new AppError("vector-store-failed", "The vector store is away");
      },
    },
  };
  const work = changeBothStores(refusing).rename(documentId, "b.md", calm);
  await expect(work).rejects.toMatchObject({ message: "The vector store is away" });
  expect(await names(documentId)).toEqual(["a.md", "a.md"]);
  await finishLater();
  expect(await names(documentId)).toEqual(["a.md", "a.md"]);
});
