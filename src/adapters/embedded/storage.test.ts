import { readdir, rm, truncate } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { newDocument, pointsOf, queryOf } from "../../../test/contracts/indexed-documents.ts";
import { calm } from "../../../test/contracts/store-under-test.ts";
import { newFile } from "../../../test/doubles/new-file.ts";
import { storageFolder } from "../../../test/doubles/storage-folder.ts";
import { AppError } from "../../domain/errors.ts";
import { DIMENSIONS } from "../../domain/passage.ts";

describe("the embedded storage", () => {
  const home = storageFolder();
  const { openStorage, filesOnDisk } = home;

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
      await expect(files.put({ ...newFile("x"), sizeBytes: 2 }, calm)).rejects.toMatchObject({
        code: "storage-failed",
        message: "The file does not have the size that was announced",
      });
      const failing = { ...newFile("12345678"), bytes: broken() };
      await expect(files.put(failing, calm)).rejects.toMatchObject({ code: "body-too-large" });
      const abandoned = { ...newFile("all!"), bytes: left() };
      await expect(files.put(abandoned, leaving.signal)).rejects.toThrow("gone");
      expect(await filesOnDisk()).toEqual([]);
    });

    it("leaves no bytes behind of a file whose record could not be made", async () => {
      const { files } = await openStorage();
      const database = new DatabaseSync(join(home.directory, "carrel.db"));
      database.exec("CREATE TRIGGER full BEFORE INSERT ON files BEGIN SELECT raise(ABORT, 'no room'); END");
      database.close();
      await expect(files.put(newFile("too much"), calm)).rejects.toMatchObject({
        code: "storage-failed",
        message: "The database failed",
      });
      expect(await filesOnDisk()).toEqual([]);
    });

    it("never writes over the bytes of another file", async () => {
      const { files } = await openStorage({ newId: () => "same" });
      await files.put(newFile("first"), calm);
      await expect(files.put(newFile("second"), calm)).rejects.toMatchObject({ code: "storage-failed" });
      expect((await filesOnDisk()).map(({ name }) => name)).toEqual(["same"]);
      expect(Buffer.concat(await Array.fromAsync(await files.read("same", null, calm))).toString()).toBe(
        "first",
      );
    });

    it("removes the bytes with the record", async () => {
      const { files } = await openStorage();
      const { fileId } = await files.put(newFile("soon gone"), calm);
      await files.remove(fileId, calm);
      expect(await filesOnDisk()).toEqual([]);
    });

    it("does not give out a file that lost bytes on the disk", async () => {
      const { files } = await openStorage();
      const { fileId } = await files.put(newFile("whole"), calm);
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
      const { fileId } = await files.put(newFile("12345"), calm);
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
      await one.vectors.replaceDocument(documentOf("v1"), points(3), calm);
      expect(await other.vectors.search(query, calm)).toHaveLength(3);
      await one.vectors.replaceDocument(documentOf("v2"), points(2), calm);
      expect(await other.vectors.search(query, calm)).toHaveLength(2);
      await other.vectors.removeDocument("doc", calm);
      expect(await one.vectors.search(query, calm)).toEqual([]);
    });

    it("takes thousands of points in one replacement", async () => {
      const { vectors } = await openStorage();
      await vectors.replaceDocument(documentOf("v1"), points(5_000), calm);
      const hits = await vectors.search({ ...query, limit: 6_000 }, calm);
      expect(hits.map(({ chunkIndex }) => chunkIndex)).toEqual(Array.from({ length: 5_000 }, (_, i) => i));
    });

    it("keeps the points of the caller usable", async () => {
      const { vectors } = await openStorage();
      const given = points(2);
      await vectors.replaceDocument(documentOf("v1"), given, calm);
      expect(given.map(({ vector }) => vector.length)).toEqual([DIMENSIONS, DIMENSIONS]);
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
      const odd = points(2).map((point, i) => ({
        ...point,
        chunk: { ...point.chunk, text: i === 0 ? "a\0b" : "half \ud83d" },
      }));
      await vectors.replaceDocument(documentOf("v1"), odd, calm);
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
    expect((await readdir(home.directory)).toSorted()).toEqual(["carrel.db", "carrel.lock", "files"]);
  });
});

const vector = new Float32Array(DIMENSIONS).fill(1, 0, 1);
const query = queryOf({ userId: "ada", vector, scoreFloor: 0.5 });
const documentOf = (indexVersion: string) => newDocument({ documentId: "doc", userId: "ada", indexVersion });
const points = (count: number) => pointsOf(documentOf("v1"), new Array(count).fill(vector));
