import { QdrantClient } from "@qdrant/js-client-rest";
import { Client, Query, Storage, TablesDB } from "node-appwrite";
import { InputFile } from "node-appwrite/file";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openAppwritePlatform } from "../../src/adapters/appwrite/open-appwrite-platform.ts";
import { openQdrantVectorStore } from "../../src/adapters/qdrant/open-qdrant-vector-store.ts";
import { newId } from "../../src/domain/id.ts";
import { type AppwriteDouble, openAppwriteDouble } from "../doubles/appwrite.ts";
import { newFile } from "../doubles/new-file.ts";
import { openQdrantDouble, type QdrantDouble } from "../doubles/qdrant.ts";
import { NAMES } from "./appwrite-stage.ts";
import { found, newDocument, pointsOf, putNear, queryOf, world } from "./indexed-documents.ts";
import { calm } from "./store-under-test.ts";

const API_KEY = "a-key";
type PooledInit = RequestInit & { dispatcher?: unknown };

describe("Qdrant's own client", () => {
  let double: QdrantDouble;
  let client: QdrantClient;
  beforeAll(async () => {
    // The client brings a connection pool that is too old for this Node's fetch; fetch has one of its own.
    const nodeFetch = globalThis.fetch;
    vi.stubGlobal("fetch", (input: string, { dispatcher: _pool, ...init }: PooledInit) =>
      nodeFetch(input, init),
    );
    double = await openQdrantDouble({ apiKeys: [API_KEY], version: "1.18.3" });
    // It warns of a key that is sent without TLS, as it is to a double.
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    client = new QdrantClient({ url: double.url, apiKey: API_KEY, checkCompatibility: false });
    warn.mockRestore();
  });
  afterAll(async () => {
    vi.unstubAllGlobals();
    await double.stop();
  });

  it("works with the double as with a server", async () => {
    await client.createCollection("colours", { vectors: { size: 2, distance: "Cosine" } });
    await client.createPayloadIndex("colours", { field_name: "family", field_schema: "keyword", wait: true });
    await client.upsert("colours", {
      wait: true,
      points: [
        { id: 1, vector: [1, 0], payload: { family: "warm", name: "red" } },
        { id: 2, vector: [3, 1], payload: { family: "warm", name: "orange" } },
        { id: 3, vector: [0, 1], payload: { family: "cold", name: "blue" } },
      ],
    });
    const nearest = await client.query("colours", { query: [1, 0], limit: 2, with_payload: true });
    expect(nearest.points.map(({ id, payload }) => [id, payload?.name])).toEqual([
      [1, "red"],
      [2, "orange"],
    ]);
    expect(nearest.points[1]?.score).toBeCloseTo(3 / Math.sqrt(10), 6);
    const strict = await client.query("colours", { query: [1, 0], score_threshold: 0.95 });
    expect(strict.points.map(({ id }) => id)).toEqual([1]);
    const groups = await client.queryGroups("colours", { query: [1, 0], group_by: "family", group_size: 1 });
    expect(groups.groups.map(({ id, hits }) => [id, hits.map((hit) => hit.id)])).toEqual([
      ["warm", [1]],
      ["cold", [3]],
    ]);
    const facets = await client.facet("colours", { key: "family", exact: true });
    expect(facets.hits).toEqual([
      { value: "warm", count: 2 },
      { value: "cold", count: 1 },
    ]);
    const filter = { must: [{ key: "family", match: { value: "warm" } }] };
    await client.setPayload("colours", { payload: { seen: true }, filter, wait: true });
    expect(
      (await client.count("colours", { filter: { must_not: [{ is_empty: { key: "seen" } }] } })).count,
    ).toBe(2);
    await client.batchUpdate("colours", {
      wait: true,
      operations: [
        { set_payload: { payload: { family: "gone" }, points: [1] } },
        { delete: { filter: { must: [{ key: "family", match: { any: ["gone", "cold"] } }] } } },
      ],
    });
    const left = await client.scroll("colours", { with_payload: true, with_vector: true });
    expect(left.points.map(({ id }) => id)).toEqual([2]);
    expect(left.next_page_offset).toBe(null);
    expect((await client.getCollection("colours")).points_count).toBe(1);
    await expect(client.query("shapes", { query: [1, 0] })).rejects.toMatchObject({ status: 404 });
    expect(double.problems).toEqual([]);
  });

  it("finds what the adapter stored, with every field of the interface", async () => {
    const store = await openQdrantVectorStore({ urls: [double.url], apiKey: API_KEY });
    const { vectors, target, userId } = world(1);
    const document = await putNear(store, userId, { vectors, target, cosines: [0.9, 0.5] });
    const { points } = await client.query("service_documents", {
      query: Array.from(target),
      filter: { must: [{ key: "userId", match: { value: userId } }] },
      with_payload: true,
    });
    expect(points.map(({ payload }) => payload)).toMatchObject([
      {
        documentId: document.documentId,
        userId,
        documentName: document.documentName,
        documentType: "MD",
        category: "Notes",
        chunkText: expect.stringContaining(document.indexVersion),
        chunkIndex: 0,
        pageNumber: null,
        section: "Guide > Übersicht",
      },
      { chunkIndex: 1, pageNumber: 1, section: null },
    ]);
    expect((await client.getCollection("service_documents")).config).toMatchObject({
      params: { vectors: { size: 768, distance: "Cosine" } },
      hnsw_config: { m: 0, payload_m: 16 },
    });
    await store.close();
  });

  it("may have stored points that the adapter finds, lists, renames, replaces and removes", async () => {
    const store = await openQdrantVectorStore({ urls: [double.url], apiKey: API_KEY });
    await store.provision(calm);
    const { vectors, target, userId } = world(2);
    const documentId = newId();
    const put = () =>
      client.upsert("service_documents", {
        wait: true,
        points: [0, 1].map((chunkIndex) => ({
          id: crypto.randomUUID(),
          vector: Array.from(vectors.near(target, 0.9 - chunkIndex / 10)),
          payload: {
            ...{ documentId, userId, documentName: "old.pdf", documentType: "PDF", category: "Report" },
            ...{ chunkText: `chunk ${chunkIndex}`, chunkIndex, pageNumber: 1, section: null },
          },
        })),
      });
    await put();
    const query = queryOf({ userId, vector: target });
    expect(await found(store, query)).toEqual([`${documentId} 0`, `${documentId} 1`]);
    await store.renameDocument(documentId, "new.pdf", calm);
    expect(await store.listDocuments(userId, calm)).toMatchObject([{ documentName: "new.pdf", chunks: 2 }]);
    const document = newDocument({ userId, documentId });
    await store.replaceDocument(document, pointsOf(document, [vectors.near(target, 0.7)]), calm);
    expect(await found(store, query)).toEqual([`${documentId} 0`]);
    expect(await store.removeDocument(documentId, calm)).toBe(1);
    await put();
    expect(await store.removeDocument(documentId, calm)).toBe(2);
    expect(await found(store, query)).toEqual([]);
    await store.close();
  });
});

describe("Appwrite's own client", () => {
  let double: AppwriteDouble;
  let client: Client;
  const { databaseId, sessionsTableId: tableId, bucketId } = NAMES;
  const ids = { databaseId, tableId };
  const open = () => {
    const { endpoint, projectId } = double;
    return openAppwritePlatform({ endpoint, projectId, apiKey: API_KEY, ...NAMES });
  };

  beforeAll(async () => {
    double = await openAppwriteDouble({ apiKeys: [API_KEY] });
    client = new Client().setEndpoint(double.endpoint).setProject(double.projectId).setKey(API_KEY);
    await open().provision(calm);
  });
  afterAll(() => double.stop());

  it("reads and writes the rows that the adapter reads and writes", async () => {
    const rows = new TablesDB(client);
    const { sessions } = open();
    const created = await sessions.create(
      { userId: "u1", title: "First", messages: "[]", selectedDocument: null },
      calm,
    );
    const row = await rows.getRow({ ...ids, rowId: created.$id });
    expect(row).toMatchObject({ $id: created.$id, userId: "u1", title: "First", messages: "[]" });
    await rows.createRow({
      ...ids,
      rowId: "outside",
      data: {
        ...{ userId: "u1", title: "Second", messages: '[{"role":"user","content":"Hi"}]' },
        ...{ createdAt: "2030-01-01T00:00:00.000Z", updatedAt: "2030-01-01T00:00:00.000Z" },
      },
    });
    expect((await Array.fromAsync(sessions.list("u1", 10, calm))).map(({ title }) => title)).toEqual([
      "Second",
      "First",
    ]);
    await sessions.update("outside", { title: "Renamed" }, calm);
    const listed = await rows.listRows({
      ...ids,
      queries: [Query.equal("userId", "u1"), Query.orderAsc("updatedAt")],
    });
    expect(listed.rows.map(({ $id }) => $id)).toEqual([created.$id, "outside"]);
    await rows.deleteRow({ ...ids, rowId: created.$id });
    await expect(sessions.remove(created.$id, calm)).rejects.toMatchObject({ code: "session-not-found" });
    await expect(rows.getRow({ ...ids, rowId: created.$id })).rejects.toMatchObject({
      code: 404,
      type: "row_not_found",
    });
  });

  it("may have put files that the adapter finds, reads, renames and removes", async () => {
    const storage = new Storage(client);
    const { files } = open();
    const bytes = Buffer.alloc(6 * 1024 * 1024 + 5, "a line of text\n");
    const file = await storage.createFile({
      bucketId,
      fileId: "direct",
      file: InputFile.fromBuffer(bytes, "notes.txt"),
      permissions: ['read("user:anna")', 'read("user:ben")', 'update("user:anna")', 'delete("user:anna")'],
    });
    expect(file).toMatchObject({ chunksTotal: 2, chunksUploaded: 2, mimeType: "text/plain" });
    expect(await files.find("direct", calm)).toMatchObject({
      ...{ fileId: "direct", userId: "anna", name: "notes.txt", mimeType: "text/plain" },
      sizeBytes: bytes.length,
    });
    const read = Buffer.concat(await Array.fromAsync(await files.read("direct", null, calm)));
    expect(read.equals(bytes)).toBe(true);
    await files.rename("direct", 'a "quoted" name.txt', calm);
    expect((await storage.getFile({ bucketId, fileId: "direct" })).name).toBe('a "quoted" name.txt');
    await storage.createFile({
      bucketId,
      fileId: "ownerless",
      file: InputFile.fromBuffer(bytes.subarray(0, 9), "x"),
    });
    expect((await files.find("ownerless", calm)).userId).toBe("");
    await files.remove("direct", calm);
    expect(await files.existing(["direct", "ownerless"], calm)).toEqual(new Set(["ownerless"]));
  });

  it("downloads what the adapter put, and both know whose it is", async () => {
    const { files } = open();
    const content = Buffer.from("Zwölf Boxkämpfer");
    const name = 'Grüße "quer".txt';
    const stored = await files.put(newFile(content, { userId: "carla", name }), calm);
    const storage = new Storage(client);
    const file = await storage.getFile({ bucketId, fileId: stored.fileId });
    expect(file).toMatchObject({ name, $permissions: ['read("user:carla")'], sizeOriginal: content.length });
    const downloaded = await storage.getFileDownload({ bucketId, fileId: stored.fileId });
    expect(Buffer.from(downloaded).toString()).toBe("Zwölf Boxkämpfer");
    expect([...new Set(double.problems)]).toEqual([]);
  });
});
