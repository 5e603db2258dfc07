import { describe, expect, it } from "vitest";
import type { StoredFile } from "../../src/domain/document.ts";
import { newId } from "../../src/domain/id.ts";
import type { FileStore, NewFile } from "../../src/ports/file-store.ts";
import { inPieces } from "../doubles/new-file.ts";
import { seededNumbers } from "./seeded-vectors.ts";
import { calm, openStoreDuring, type StoreUnderTest } from "./store-under-test.ts";

/** What every file store promises. */
export function fileStoreContract(name: string, open: () => Promise<StoreUnderTest<FileStore>>): void {
  describe(`${name} as a file store`, () => {
    let store: FileStore;
    const reopen = openStoreDuring(open, "suite", (now) => {
      store = now;
    });

    const newFile = (content: Uint8Array, fields: Partial<NewFile> = {}): NewFile => ({
      userId: newId(),
      name: "notes.txt",
      mimeType: "text/plain",
      sizeBytes: content.length,
      bytes: inPieces(content, 1_000),
      ...fields,
    });
    const contentOf = async (fileId: string) => collect(await store.read(fileId, null, calm));
    /** A file whose id can be written in capitals. */
    const putWithLetters = async (content: Uint8Array): Promise<StoredFile> => {
      const stored = await store.put(newFile(content), calm);
      return /[a-z]/.test(stored.fileId) ? stored : putWithLetters(content);
    };

    it("gives back the bytes and the record of a file", async () => {
      const content = randomBytes(10_000, 1);
      const file = newFile(content, { name: "scan.pdf", mimeType: "application/pdf" });
      const stored = await store.put(file, calm);
      expect(stored).toEqual({
        fileId: expect.stringMatching(/^[a-zA-Z0-9][a-zA-Z0-9._-]{0,35}$/),
        userId: file.userId,
        name: "scan.pdf",
        mimeType: "application/pdf",
        sizeBytes: 10_000,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      });
      expect(await store.find(stored.fileId, calm)).toEqual(stored);
      expect(await contentOf(stored.fileId)).toEqual(content);
    });

    it("lists the files of a user as they are, and nobody else's", async () => {
      const id = newId();
      const [userId, other] = [`ana-${id}`, `ANA-${id}`];
      const listed = async (owner: string) => new Set(await Array.fromAsync(store.ofUser(owner, calm)));
      expect(await listed(userId)).toEqual(new Set());
      const put = (owner: string) => store.put(newFile(randomBytes(10, 3), { userId: owner }), calm);
      const [first, second, third] = [await put(userId), await put(other), await put(userId)];
      expect(await listed(userId)).toEqual(new Set([first, third]));
      expect(await listed(other)).toEqual(new Set([second]));
      await store.remove(third.fileId, calm);
      const renamed = await store.rename(first.fileId, "new.txt", calm);
      expect(await listed(userId)).toEqual(new Set([renamed]));
      const fourth = await put(userId);
      expect(await listed(userId)).toEqual(new Set([renamed, fourth]));
    });

    it("stores an empty file", async () => {
      const { fileId } = await store.put(newFile(new Uint8Array()), calm);
      expect((await store.find(fileId, calm)).sizeBytes).toBe(0);
      expect(await contentOf(fileId)).toEqual(new Uint8Array());
    });

    it("stores a file of several megabytes byte by byte as it came", async () => {
      const content = randomBytes(6 * 1024 * 1024 + 17, 2);
      const { fileId } = await store.put(newFile(content, { bytes: inPieces(content, 70_001) }), calm);
      expect(Buffer.compare(await contentOf(fileId), content)).toBe(0);
    });

    it("reads a range, both ends included", async () => {
      const content = randomBytes(5_000, 3);
      const { fileId } = await store.put(newFile(content), calm);
      const range = async (start: number, end: number) =>
        collect(await store.read(fileId, { start, end }, calm));
      expect(await range(100, 199)).toEqual(content.slice(100, 200));
      expect(await range(0, 0)).toEqual(content.slice(0, 1));
      expect(await range(4_999, 4_999)).toEqual(content.slice(4_999));
      expect(await range(0, 4_999)).toEqual(content);
    });

    it("lets a reader leave early and another one read on", async () => {
      const content = randomBytes(2_000_000, 4);
      const { fileId } = await store.put(newFile(content), calm);
      for await (const piece of await store.read(fileId, null, calm)) {
        expect(piece.length).toBeGreaterThan(0);
        break;
      }
      expect((await contentOf(fileId)).length).toBe(content.length);
    });

    it("keeps every character of a name", async () => {
      const name = "Grüße 日本語 👩‍👩‍👧 'a' & b.txt";
      const { fileId } = await store.put(newFile(randomBytes(10, 5), { name }), calm);
      expect((await store.find(fileId, calm)).name).toBe(name);
    });

    it("puts the replacement character in the place of half a character of a name", async () => {
      const stored = await store.put(newFile(randomBytes(10, 18), { name: "smile \ud83d.txt" }), calm);
      expect(stored.name).toBe("smile \ufffd.txt");
      expect(await store.find(stored.fileId, calm)).toEqual(stored);
      const renamed = await store.rename(stored.fileId, "\udc00.txt", calm);
      expect(renamed.name).toBe("\ufffd.txt");
      expect(await store.find(stored.fileId, calm)).toEqual(renamed);
    });

    it("keeps a name of 255 characters", async () => {
      const name = "ü".repeat(251).concat(".txt");
      const { fileId } = await store.put(newFile(randomBytes(10, 17), { name }), calm);
      expect((await store.find(fileId, calm)).name).toBe(name);
    });

    it("says which of some ids have a file", async () => {
      const a = await store.put(newFile(randomBytes(10, 6)), calm);
      const b = await store.put(newFile(randomBytes(10, 7)), calm);
      const asked = [a.fileId, newId(), b.fileId, newId()];
      expect(await store.existing(asked, calm)).toEqual(new Set([a.fileId, b.fileId]));
      expect(await store.existing([], calm)).toEqual(new Set());
    });

    it("renames a file without touching its bytes", async () => {
      const content = randomBytes(100, 8);
      const stored = await store.put(newFile(content), calm);
      const renamed = await store.rename(stored.fileId, "renamed.md", calm);
      expect(renamed).toEqual({ ...stored, name: "renamed.md" });
      expect(await store.find(stored.fileId, calm)).toEqual(renamed);
      expect(await contentOf(stored.fileId)).toEqual(content);
    });

    it("removes a file for good", async () => {
      const { fileId } = await store.put(newFile(randomBytes(100, 9)), calm);
      await store.remove(fileId, calm);
      await expect(store.find(fileId, calm)).rejects.toMatchObject({ code: "file-not-found" });
      expect(await store.existing([fileId], calm)).toEqual(new Set());
    });

    it("says that an unknown file is not found", async () => {
      const expected = { name: "AppError", code: "file-not-found", message: "File not found" };
      await expect(store.find(newId(), calm)).rejects.toMatchObject(expected);
      await expect(store.read(newId(), null, calm)).rejects.toMatchObject(expected);
      await expect(store.rename(newId(), "x", calm)).rejects.toMatchObject(expected);
      await expect(store.remove(newId(), calm)).rejects.toMatchObject(expected);
    });

    it("knows a file by no other writing of its id", async () => {
      const content = randomBytes(100, 15);
      const stored = await putWithLetters(content);
      const capitals = stored.fileId.toUpperCase();
      const expected = { name: "AppError", code: "file-not-found", message: "File not found" };
      await expect(store.find(capitals, calm)).rejects.toMatchObject(expected);
      await expect(store.read(capitals, null, calm)).rejects.toMatchObject(expected);
      await expect(store.rename(capitals, "taken-over.txt", calm)).rejects.toMatchObject(expected);
      await expect(store.remove(capitals, calm)).rejects.toMatchObject(expected);
      expect(await store.existing([capitals, stored.fileId], calm)).toEqual(new Set([stored.fileId]));
      expect(await store.find(stored.fileId, calm)).toEqual(stored);
      expect(await contentOf(stored.fileId)).toEqual(content);
    });

    it("keeps the owner as it was written", async () => {
      const userId = `Ana-${newId()}`;
      const { fileId } = await store.put(newFile(randomBytes(10, 16), { userId }), calm);
      expect((await store.find(fileId, calm)).userId).toBe(userId);
    });

    it("refuses bytes that are fewer or more than announced", async () => {
      const content = randomBytes(1_000, 10);
      const expected = { name: "AppError", code: "storage-failed" };
      await expect(store.put(newFile(content, { sizeBytes: 999 }), calm)).rejects.toMatchObject(expected);
      await expect(store.put(newFile(content, { sizeBytes: 1_001 }), calm)).rejects.toMatchObject(expected);
    });

    it("fails when the source of the bytes fails", async () => {
      async function* broken() {
        yield randomBytes(500, 11);
        throw new Error("the line went dead");
      }
      const file = newFile(randomBytes(1_000, 11), { bytes: broken() });
      await expect(store.put(file, calm)).rejects.toMatchObject({ code: "storage-failed" });
    });

    it("stops waiting for a source that is stuck when the signal aborts", async () => {
      const leaving = new AbortController();
      const reason = new Error("gone");
      async function* stuck() {
        yield randomBytes(500, 12);
        leaving.abort(reason);
        await new Promise(() => undefined);
      }
      const file = newFile(randomBytes(1_000, 12), { bytes: stuck() });
      await expect(store.put(file, leaving.signal)).rejects.toBe(reason);
    });

    it("ends a read with the reason of the signal", async () => {
      const { fileId } = await store.put(newFile(randomBytes(2_000_000, 13)), calm);
      const leaving = new AbortController();
      const reason = new Error("gone");
      const reading = async () => {
        for await (const _ of await store.read(fileId, null, leaving.signal)) leaving.abort(reason);
      };
      await expect(reading()).rejects.toBe(reason);
    });

    it("knows a file as its owner's alone, where an owner is named", async () => {
      const content = randomBytes(2_000, 15);
      const stored = await putWithLetters(content);
      const { fileId: id, userId: owner } = stored;
      const expected = { name: "AppError", code: "file-not-found" };
      for (const stranger of [newId(), owner.toUpperCase(), ""].filter((other) => other !== owner)) {
        const named = { id, owner: stranger };
        await expect(store.find(named, calm)).rejects.toMatchObject(expected);
        await expect(store.read(named, null, calm)).rejects.toMatchObject(expected);
        await expect(store.rename(named, "taken.txt", calm)).rejects.toMatchObject(expected);
        await expect(store.remove(named, calm)).rejects.toMatchObject(expected);
        expect(await store.owned([id, newId()], stranger, calm)).toEqual(new Set());
      }
      expect(await store.find({ id, owner }, calm)).toEqual(stored);
      expect(await collect(await store.read({ id, owner }, null, calm))).toEqual(content);
      expect(await store.owned([id, newId()], owner, calm)).toEqual(new Set([id]));
      expect(await store.rename({ id, owner }, "mine.txt", calm)).toMatchObject({ name: "mine.txt" });
      await store.remove({ id, owner }, calm);
      await expect(store.find(id, calm)).rejects.toMatchObject(expected);
    });

    it("says of a file that was removed before its first byte was read that it is not there", async () => {
      const { fileId } = await store.put(newFile(randomBytes(100, 16)), calm);
      const bytes = await store.read(fileId, null, calm);
      await store.remove(fileId, calm);
      await expect(collect(bytes)).rejects.toMatchObject({ code: "file-not-found" });
    });

    it("keeps files apart that are stored at once", async () => {
      const contents = Array.from({ length: 20 }, (_, i) => randomBytes(5_000 + i, 100 + i));
      const stored = await Promise.all(contents.map((content) => store.put(newFile(content), calm)));
      expect(new Set(stored.map(({ fileId }) => fileId)).size).toBe(20);
      const found = await Promise.all(stored.map(({ fileId }) => contentOf(fileId)));
      expect(found).toEqual(contents);
    });

    it("has everything after it was opened again", async () => {
      const content = randomBytes(3_000, 14);
      const stored = await store.put(newFile(content), calm);
      await reopen();
      expect(await store.find(stored.fileId, calm)).toEqual(stored);
      expect(await contentOf(stored.fileId)).toEqual(content);
    });
  });
}

function randomBytes(length: number, seed: number): Uint8Array {
  const next = seededNumbers(seed);
  return Uint8Array.from({ length }, () => next() * 256);
}

async function collect(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  return new Uint8Array(Buffer.concat(await Array.fromAsync(bytes)));
}
