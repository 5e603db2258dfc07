import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AppError } from "../../domain/errors.ts";
import { DIMENSIONS, type Point } from "../../domain/passage.ts";
import type { NewFile } from "../../ports/file-store.ts";
import type { IndexedDocument, VectorQuery } from "../../ports/vector-store.ts";
import { type EmbeddedStorage, type EmbeddedStorageOptions, openEmbeddedStorage } from "./storage.ts";

const calm = new AbortController().signal;

describe("the embedded storage", () => {
  let directory: string;
  const open: EmbeddedStorage[] = [];

  beforeEach(async () => {
    directory = join(await mkdtemp(join(tmpdir(), "carrel-storage-")), "data");
  });
  afterEach(async () => {
    for (const storage of open.splice(0)) await storage.close();
    await rm(join(directory, ".."), { recursive: true });
  });

  const openStorage = async (options: Partial<EmbeddedStorageOptions> = {}) => {
    const storage = await openEmbeddedStorage({ directory, ...options });
    open.push(storage);
    return storage;
  };
  const filesOnDisk = async () => {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile() && !/^carrel\.|\.lock$/.test(entry.name));
  };

  describe("opening", () => {
    it("makes a directory that only its owner can enter", async () => {
      const storage = await openStorage();
      await storage.check(calm);
      expect((await stat(directory)).mode & 0o777).toBe(0o700);
    });

    it("says so where the directory cannot be made", async () => {
      const file = join(directory, "..", "a-file");
      await writeFile(file, "");
      await expect(openEmbeddedStorage({ directory: join(file, "data") })).rejects.toMatchObject({
        name: "AppError",
        code: "storage-failed",
        message: "The directory of the file storage cannot be read or written",
      });
    });

    it.skipIf(process.getuid?.() === 0)("says so where the directory cannot be written", async () => {
      await mkdir(directory);
      await chmod(directory, 0o500);
      await expect(openEmbeddedStorage({ directory })).rejects.toMatchObject({ code: "storage-failed" });
      await chmod(directory, 0o700);
    });

    it("refuses a database of a newer version", async () => {
      await mkdir(directory);
      const newer = new DatabaseSync(join(directory, "carrel.db"));
      newer.exec("PRAGMA user_version = 99");
      newer.close();
      await expect(openEmbeddedStorage({ directory })).rejects.toMatchObject({
        code: "database-failed",
        message: "The database was written by a newer version of Carrel",
      });
    });

    it("says so where the database is damaged", async () => {
      await mkdir(directory);
      await writeFile(join(directory, "carrel.db"), "this is no database ".repeat(1_000));
      await expect(openEmbeddedStorage({ directory })).rejects.toMatchObject({
        code: "database-failed",
        message: "The database file is damaged",
      });
    });

    it("sets aside what no record knows, brings back what one knows again, and keeps it for 30 days", async () => {
      const first = await openStorage();
      const { fileId } = await first.files.put(fileOf("kept"), calm);
      const [entry] = await filesOnDisk();
      const folder = entry?.parentPath ?? "";
      await first.close();
      await writeFile(join(folder, "orphan"), "left behind");
      await rename(join(folder, fileId), join(folder, "..", "moved"));
      await mkdir(join(directory, "quarantine", "2026-01-01"), { recursive: true });
      await rename(join(folder, "..", "moved"), join(directory, "quarantine", "2026-01-01", fileId));
      const said: string[] = [];
      const openAt = async (day: string) => {
        const now = () => new Date(`${day}T12:00:00Z`);
        const storage = await openEmbeddedStorage({
          directory,
          now,
          onTidied: (message) => said.push(message),
        });
        await storage.close();
      };
      await openAt("2026-01-31");
      expect((await filesOnDisk()).map(({ name }) => name).toSorted()).toEqual([fileId, "orphan"].toSorted());
      expect(await readdir(folder)).toEqual([fileId]);
      expect(await readdir(join(directory, "quarantine", "2026-01-31"))).toEqual(["orphan"]);
      expect(said).toEqual([expect.stringContaining("came back"), expect.stringContaining("30 days")]);
      await openAt("2026-03-02");
      expect((await filesOnDisk()).map(({ name }) => name)).toContain("orphan");
      await openAt("2026-03-03");
      expect((await filesOnDisk()).map(({ name }) => name)).toEqual([fileId]);
    });

    it("starts where what was left behind cannot be tidied, and says so", async () => {
      const first = await openStorage();
      await first.files.put(fileOf("kept"), calm);
      const [entry] = await filesOnDisk();
      await first.close();
      await writeFile(join(entry?.parentPath ?? "", "orphan"), "left behind");
      await writeFile(join(directory, "quarantine"), "in the way");
      const said: string[] = [];
      await openStorage({ onTidied: (message) => said.push(message) });
      expect(said).toEqual(["what was left behind could not be tidied"]);
    });

    it("belongs to one owner, beside whom others may look and join", async () => {
      const owner = await openStorage({ command: "carrel serve" });
      await expect(openEmbeddedStorage({ directory })).rejects.toMatchObject({
        code: "storage-failed",
        message: `The data folder ${directory} is in use`,
        details: expect.stringMatching(/^By carrel serve \(process \d+ on .+\) since 20\d\d-/),
      });
      const looker = await openStorage({ access: "look" });
      const guest = await openStorage({ access: "join" });
      const session = { userId: "ada", title: "t", messages: "[]", selectedDocument: null };
      await guest.sessions.create(session, calm);
      await owner.sessions.create(session, calm);
      expect(await Array.fromAsync(looker.sessions.list("ada", 10, calm))).toHaveLength(2);
      await expect(looker.sessions.create(session, calm)).rejects.toMatchObject({
        message: "The database cannot be written",
      });
    });

    it("is kept from owners by those who look while nobody writes, and leave no trace", async () => {
      await (await openStorage()).close();
      const before = await readdir(directory);
      const lookers = [await openStorage({ access: "look" }), await openStorage({ access: "look" })];
      for (const looker of lookers) await looker.check(calm);
      expect(await readdir(directory)).toEqual(before);
      await expect(openEmbeddedStorage({ directory })).rejects.toMatchObject({
        details: expect.stringContaining("By a command that reads it"),
      });
      for (const looker of lookers) await looker.close();
      await openStorage();
    });

    it("says to who looks that the database is of an older version, and changes nothing", async () => {
      await mkdir(directory);
      const older = new DatabaseSync(join(directory, "carrel.db"));
      older.exec("PRAGMA user_version = 1");
      older.close();
      const looker = await openStorage({ access: "look" });
      await expect(looker.check(calm)).rejects.toMatchObject({
        code: "database-failed",
        message: "The database was written by an older version of Carrel",
        details: expect.stringContaining("doctor --fix"),
      });
      expect(await readdir(directory)).toEqual(["carrel.db"]);
    });
  });

  describe("files", () => {
    it("leaves nothing on the disk of a file that could not be stored", async () => {
      const { files } = await openStorage();
      async function* broken() {
        yield Buffer.from("half");
        throw new AppError("body-too-large", "The file is too large");
      }
      const leaving = new AbortController();
      async function* left() {
        yield Buffer.from("all!");
        leaving.abort(new Error("gone"));
      }
      await expect(files.put({ ...fileOf("x"), sizeBytes: 2 }, calm)).rejects.toMatchObject({
        code: "storage-failed",
        message: "The file does not have the size that was announced",
      });
      const failing = { ...fileOf("12345678"), bytes: broken() };
      await expect(files.put(failing, calm)).rejects.toMatchObject({ code: "body-too-large" });
      const abandoned = { ...fileOf("all!"), bytes: left() };
      await expect(files.put(abandoned, leaving.signal)).rejects.toThrow("gone");
      expect(await filesOnDisk()).toEqual([]);
    });

    it("leaves no bytes behind of a file whose record could not be made", async () => {
      const { files } = await openStorage();
      const database = new DatabaseSync(join(directory, "carrel.db"));
      database.exec("CREATE TRIGGER full BEFORE INSERT ON files BEGIN SELECT raise(ABORT, 'no room'); END");
      database.close();
      await expect(files.put(fileOf("too much"), calm)).rejects.toMatchObject({
        code: "storage-failed",
        message: "The database failed",
      });
      expect(await filesOnDisk()).toEqual([]);
    });

    it("never writes over the bytes of another file", async () => {
      const { files } = await openStorage({ newId: () => "same" });
      await files.put(fileOf("first"), calm);
      await expect(files.put(fileOf("second"), calm)).rejects.toMatchObject({ code: "storage-failed" });
      expect((await filesOnDisk()).map(({ name }) => name)).toEqual(["same"]);
      expect(await textOf(await files.read("same", null, calm))).toBe("first");
    });

    it("removes the bytes with the record", async () => {
      const { files } = await openStorage();
      const { fileId } = await files.put(fileOf("soon gone"), calm);
      await files.remove(fileId, calm);
      expect(await filesOnDisk()).toEqual([]);
    });

    it("does not give out a file that lost bytes on the disk", async () => {
      const { files } = await openStorage();
      const { fileId } = await files.put(fileOf("whole"), calm);
      const [entry] = await filesOnDisk();
      const path = join(entry?.parentPath ?? "", entry?.name ?? "");
      await truncate(path, 3);
      await expect(files.read(fileId, null, calm)).rejects.toMatchObject({
        code: "storage-failed",
        message: "The stored file is damaged",
      });
      await rm(path);
      await expect(files.read(fileId, null, calm)).rejects.toMatchObject({ code: "storage-failed" });
    });

    it("refuses a range that is not inside the file", async () => {
      const { files } = await openStorage();
      const { fileId } = await files.put(fileOf("12345"), calm);
      for (const range of [
        { start: 0, end: 5 },
        { start: 3, end: 2 },
        { start: -1, end: 2 },
      ]) {
        await expect(files.read(fileId, range, calm)).rejects.toMatchObject({ code: "storage-failed" });
      }
    });
  });

  describe("vectors", () => {
    it("shows another process's writes to the next search", async () => {
      const one = await openStorage();
      const other = await openStorage({ access: "join" });
      await one.vectors.replaceDocument(documentOf("v1"), pointsOf(3), calm);
      expect(await other.vectors.search(query, calm)).toHaveLength(3);
      await one.vectors.replaceDocument(documentOf("v2"), pointsOf(2), calm);
      expect(await other.vectors.search(query, calm)).toHaveLength(2);
      await other.vectors.removeDocument("doc", calm);
      expect(await one.vectors.search(query, calm)).toEqual([]);
    });

    it("takes thousands of points in one replacement", async () => {
      const { vectors } = await openStorage();
      await vectors.replaceDocument(documentOf("v1"), pointsOf(5_000), calm);
      const hits = await vectors.search({ ...query, limit: 6_000 }, calm);
      expect(hits.map(({ chunkIndex }) => chunkIndex)).toEqual(Array.from({ length: 5_000 }, (_, i) => i));
    });

    it("keeps the points of the caller usable", async () => {
      const { vectors } = await openStorage();
      const points = pointsOf(2);
      await vectors.replaceDocument(documentOf("v1"), points, calm);
      expect(points.map(({ vector }) => vector.length)).toEqual([DIMENSIONS, DIMENSIONS]);
      expect(await vectors.search(query, calm)).toHaveLength(2);
      expect(query.vector.length).toBe(DIMENSIONS);
    });

    it("refuses a query of another size", async () => {
      const { vectors } = await openStorage();
      const wrong = { ...query, vector: new Float32Array(384) };
      await expect(vectors.search(wrong, calm)).rejects.toMatchObject({ code: "vector-store-failed" });
    });

    it("keeps zero characters and replaces halves of characters", async () => {
      const { vectors } = await openStorage();
      const points = pointsOf(2).map((point, i) => ({
        ...point,
        chunk: { ...point.chunk, text: i === 0 ? "a\0b" : "half \ud83d" },
      }));
      await vectors.replaceDocument(documentOf("v1"), points, calm);
      const texts = (await vectors.search(query, calm)).map(({ chunkText }) => chunkText);
      expect(texts).toEqual(["a\0b", "half \ufffd"]);
    });
  });

  it("refuses every call after it was closed, with the code of each port", async () => {
    const { sessions, files, vectors, close } = await openStorage();
    await close();
    await close();
    await expect(Array.fromAsync(sessions.list("ada", 10, calm))).rejects.toMatchObject({
      code: "database-failed",
    });
    await expect(files.find("x", calm)).rejects.toMatchObject({ code: "storage-failed" });
    await expect(vectors.search(query, calm)).rejects.toMatchObject({ code: "vector-store-failed" });
  });

  it("leaves one database file behind when it is closed", async () => {
    const { sessions, close } = await openStorage();
    await sessions.create({ userId: "ada", title: "t", messages: "[]", selectedDocument: null }, calm);
    await close();
    expect((await readdir(directory)).toSorted()).toEqual(["carrel.db", "carrel.lock", "files"]);
  });
});

const query: VectorQuery = {
  embedder: null,
  ...{ vector: unitVector(), userId: "ada", limit: 10, scoreFloor: 0.5 },
  ...{ documentTypes: [], documentIds: [], excludedDocumentId: null },
};

function unitVector(): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  vector[0] = 1;
  return vector;
}

function documentOf(indexVersion: string): IndexedDocument {
  return {
    ...{ documentId: "doc", userId: "ada", documentName: "a.txt", documentType: "TXT", category: "General" },
    ...{ pages: null, size: 1, indexedAt: "2026-01-01T00:00:00.000Z", indexVersion },
    embedder: null,
  };
}

function pointsOf(count: number): Point[] {
  return Array.from({ length: count }, (_, chunkIndex) => ({
    id: `point-${chunkIndex}`,
    chunk: { chunkIndex, text: "text", pageNumber: null, section: null, part: 0, start: 0, end: 4 },
    vector: unitVector(),
  }));
}

function fileOf(text: string): NewFile {
  async function* bytes() {
    yield Buffer.from(text);
  }
  return { userId: "ada", name: "a.txt", mimeType: "text/plain", sizeBytes: text.length, bytes: bytes() };
}

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}
