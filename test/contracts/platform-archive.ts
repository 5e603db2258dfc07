import { describe, expect, it } from "vitest";
import type { StoredFile } from "../../src/domain/document.ts";
import { newId } from "../../src/domain/id.ts";
import type { Session } from "../../src/domain/session.ts";
import type { FileStore } from "../../src/ports/file-store.ts";
import type { PlatformArchive } from "../../src/ports/platform-archive.ts";
import type { SessionStore } from "../../src/ports/session-store.ts";
import { newFile as aFile, inPieces } from "../doubles/new-file.ts";
import { calm, openStoreDuring, type StoreUnderTest } from "./store-under-test.ts";

/** A platform and the archive of all that it holds. */
export interface ArchivedPlatform {
  sessions: SessionStore;
  files: FileStore;
  archive: PlatformArchive;
}

/** What every archive of sessions and files promises. */
export function platformArchiveContract(
  name: string,
  open: () => Promise<StoreUnderTest<ArchivedPlatform>>,
): void {
  describe(`${name} as an archive of sessions and files`, () => {
    let platform: ArchivedPlatform;
    const reopen = openStoreDuring(open, "suite", (now) => {
      platform = now;
    });

    const sessionsOf = async (userId: string) => {
      const all = await Array.fromAsync(platform.archive.sessions(calm));
      return all.filter((session) => session.userId === userId);
    };
    const filesOf = async (userId: string) => {
      const all = await Array.fromAsync(platform.archive.files(calm));
      return all.filter((file) => file.userId === userId);
    };
    const newSession = (fields: Partial<Session> = {}): Session => ({
      $id: newId(),
      userId: newId(),
      title: "Zwölf Boxkämpfer 🥊",
      messages: '[{"role":"user","content":"Hëllo"}]',
      selectedDocument: null,
      createdAt: "2024-02-29T12:00:00.123Z",
      updatedAt: "2025-03-01T08:30:00.456Z",
      ...fields,
    });
    const newFile = (content: Uint8Array, fields: Partial<StoredFile> = {}): StoredFile => ({
      fileId: newId(),
      userId: newId(),
      name: 'Grüße "quer".txt',
      mimeType: "text/plain",
      sizeBytes: content.length,
      createdAt: "2024-02-29T12:00:00.123Z",
      ...fields,
    });
    const read = async (fileId: string) =>
      Buffer.concat(await Array.fromAsync(await platform.files.read(fileId, null, calm)));

    it("lists every session in the order of creation, however many there are", async () => {
      const userId = newId();
      const created: Session[] = [];
      for (let i = 0; i < 23; i++) {
        const session = { userId, title: `${i}`, messages: "[]", selectedDocument: i % 2 ? newId() : null };
        created.push(await platform.sessions.create(session, calm));
      }
      expect(await sessionsOf(userId)).toEqual(created);
    });

    it("puts a session as it is, also in the place of another", async () => {
      const session = newSession({ selectedDocument: newId() });
      await platform.archive.putSession(session, calm);
      expect(await Array.fromAsync(platform.sessions.list(session.userId, 10, calm))).toEqual([session]);
      const later = { ...session, title: "Other", selectedDocument: null, updatedAt: session.createdAt };
      await platform.archive.putSession(later, calm);
      await platform.archive.putSession(later, calm);
      await reopen();
      expect(await sessionsOf(session.userId)).toEqual([later]);
      const changed = await platform.sessions.update(session.$id, { title: "Third" }, calm);
      expect(changed.createdAt).toBe(session.createdAt);
      await platform.sessions.remove(session.$id, calm);
      expect(await sessionsOf(session.userId)).toEqual([]);
    });

    it("puts no session in the place of one whose id differs in capitals alone", async () => {
      const session = newSession({ $id: `a-${newId()}` });
      await platform.archive.putSession(session, calm);
      const other = newSession({ $id: session.$id.toUpperCase() });
      await keptOrRefused(platform.archive.putSession(other, calm), "database-failed");
      expect(await sessionsOf(session.userId)).toEqual([session]);
    });

    it("lists every file of all users", async () => {
      const userId = newId();
      const stored: StoredFile[] = [];
      for (let i = 0; i < 5; i++) {
        const file = aFile(`content ${i}`, { userId, name: `${i}.txt` });
        stored.push(await platform.files.put(file, calm));
      }
      const listed = await filesOf(userId);
      expect(listed.toSorted(byId)).toEqual(stored.toSorted(byId));
    });

    it("puts a file under its own id, and the file store knows it", async () => {
      const content = Buffer.alloc(6 * 1024 * 1024 + 7, "a line of text\n");
      const file = newFile(content);
      await platform.archive.putFile(file, inPieces(content, 1_000_000), calm);
      await reopen();
      const { createdAt: _createdAt, ...kept } = file;
      expect(await platform.files.find(file.fileId, calm)).toMatchObject(kept);
      expect((await filesOf(file.userId)).map(({ fileId }) => fileId)).toEqual([file.fileId]);
      expect((await read(file.fileId)).equals(content)).toBe(true);
      await platform.files.remove(file.fileId, calm);
      expect(await filesOf(file.userId)).toEqual([]);
    });

    it("overwrites no file", async () => {
      const content = Buffer.from("first");
      const file = newFile(content);
      await platform.archive.putFile(file, inPieces(content, 1_000_000), calm);
      const again = platform.archive.putFile(file, inPieces(Buffer.from("other")), calm);
      await expect(again).rejects.toMatchObject({ name: "AppError", code: "storage-failed" });
      expect((await read(file.fileId)).toString()).toBe("first");
    });

    it("puts no file in the place of one whose id differs in capitals alone", async () => {
      for (const sizeBytes of [5, 6 * 1024 * 1024]) {
        const content = Buffer.alloc(sizeBytes, "first");
        const file = newFile(content, { fileId: `a-${newId()}` });
        await platform.archive.putFile(file, inPieces(content, 1_000_000), calm);
        const other = newFile(content, { fileId: file.fileId.toUpperCase() });
        await keptOrRefused(
          platform.archive.putFile(other, inPieces(Buffer.alloc(sizeBytes, "other")), calm),
          "storage-failed",
        );
        expect((await filesOf(file.userId)).map(({ fileId }) => fileId)).toEqual([file.fileId]);
        expect((await read(file.fileId)).equals(content)).toBe(true);
      }
    });

    it("keeps a file that is nobody's", async () => {
      const content = Buffer.from("nobody's");
      const file = newFile(content, { userId: "" });
      await platform.archive.putFile(file, inPieces(content, 1_000_000), calm);
      expect((await platform.files.find(file.fileId, calm)).userId).toBe("");
    });

    it("stores nothing of a file whose bytes end too early or fail, and takes it the next time", async () => {
      const content = Buffer.alloc(5 * 1024 * 1024 + 100, 7);
      const file = newFile(content);
      const broken = async function* () {
        yield content.subarray(0, 5 * 1024 * 1024 + 50);
        throw new Error("broken");
      };
      for (const bytes of [inPieces(content.subarray(1)), broken()]) {
        const put = platform.archive.putFile(file, bytes, calm);
        await expect(put).rejects.toMatchObject({ name: "AppError", code: "storage-failed" });
        expect(await filesOf(file.userId)).toEqual([]);
      }
      await platform.archive.putFile(file, inPieces(content, 1_000_000), calm);
      expect((await read(file.fileId)).equals(content)).toBe(true);
    });

    it("ends with the reason of the signal", async () => {
      const reason = new Error("gone");
      const aborted = AbortSignal.abort(reason);
      await expect(Array.fromAsync(platform.archive.sessions(aborted))).rejects.toBe(reason);
      await expect(Array.fromAsync(platform.archive.files(aborted))).rejects.toBe(reason);
      await expect(platform.archive.putSession(newSession(), aborted)).rejects.toBe(reason);
    });
  });
}

/** Not every platform can hold two ids that differ in capitals alone; one that cannot says so. */
async function keptOrRefused(putting: Promise<void>, code: string): Promise<void> {
  const failure = await putting.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (failure !== undefined) expect(failure).toMatchObject({ name: "AppError", code });
}

function byId(a: StoredFile, b: StoredFile): number {
  return a.fileId < b.fileId ? -1 : 1;
}
