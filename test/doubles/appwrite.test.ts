import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AppwriteDouble, openAppwriteDouble } from "./appwrite.ts";

const MEGABYTE = 1024 * 1024;
const TABLE = "/tablesdb/d/tables/t";
const FILES = "/storage/buckets/b/files";

/** What was seen on real servers, and what the service has to cope with. */
describe("the double of Appwrite does as the server:", () => {
  let double: AppwriteDouble;

  const send = (
    method: string,
    path: string,
    init: { body?: string | FormData; headers?: Record<string, string> } = {},
  ) =>
    fetch(`${double.endpoint}${path}`, {
      ...init,
      method,
      headers: {
        ...{ "x-appwrite-project": double.projectId, "x-appwrite-key": "key" },
        ...(typeof init.body === "string" ? { "content-type": "application/json" } : {}),
        ...init.headers,
      },
    });
  const post = async (path: string, body: object) => {
    const response = await send("POST", path, { body: JSON.stringify(body) });
    return { status: response.status, body: Object(await response.json()) };
  };
  const get = async (path: string) => Object(await (await send("GET", path)).json());
  const upload = async (
    fileId: string,
    bytes: Uint8Array<ArrayBuffer>,
    { range = "", name = "a.bin" }: { range?: string; name?: string } = {},
  ) => {
    const body = new FormData();
    body.append("fileId", fileId);
    body.append("file", new File([bytes], name, { type: "text/html" }));
    const headers: Record<string, string> = range === "" ? {} : { "content-range": range };
    return Object(await (await send("POST", FILES, { body, headers })).json());
  };

  beforeAll(async () => {
    double = await openAppwriteDouble({ apiKeys: ["key"] });
    await post("/tablesdb", { databaseId: "d", name: "D" });
    await post("/tablesdb/d/tables", { tableId: "t", name: "T" });
    await post(`${TABLE}/columns/varchar`, { key: "name", size: 99, required: false });
    await post(`${TABLE}/columns/datetime`, { key: "at", required: false });
    await get(TABLE);
    await post("/storage/buckets", { bucketId: "b", name: "B" });
  });
  afterAll(() => double.stop());

  it("texts are compared without case, accents and trailing spaces", async () => {
    await post(`${TABLE}/rows`, { rowId: "row", data: { name: "Zoë " } });
    expect(await get(`${TABLE}/rows/ROW`)).toMatchObject({ $id: "row" });
    expect((await post(`${TABLE}/rows`, { rowId: "Row", data: {} })).status).toBe(409);
    const equal = encodeURIComponent('{"method":"equal","attribute":"name","values":["zOE"]}');
    expect(await get(`${TABLE}/rows?queries[0]=${equal}`)).toMatchObject({ total: 1 });
    await upload("file", new Uint8Array([1]));
    expect(await get(`${FILES}/FILE`)).toMatchObject({ $id: "file" });
    await send("DELETE", `${FILES}/File`);
    expect(await get(`${FILES}/file`)).toMatchObject({ type: "storage_file_not_found" });
  });

  it("times come back with an offset", async () => {
    const { body } = await post(`${TABLE}/rows`, {
      rowId: "timed",
      data: { at: "2026-01-01T00:00:00.000Z" },
    });
    expect(body.at).toBe("2026-01-01T00:00:00.000+00:00");
    expect(body.$updatedAt).toMatch(/\+00:00$/);
  });

  it("an unknown route is a page", async () => {
    const response = await send("GET", "/nowhere");
    expect([response.status, response.headers.get("content-type")]).toEqual([
      404,
      "text/html; charset=UTF-8",
    ]);
    expect(await response.text()).toMatch(/^<!doctype html>/);
  });

  it("a body that is not JSON, or holds half a character, is a 400", async () => {
    for (const body of ['{"rowId":', '{"rowId":"x","data":{"name":"\\ud83d"}}']) {
      expect((await send("POST", `${TABLE}/rows`, { body })).status).toBe(400);
    }
    const query = encodeURIComponent('{"method":"equal","attribute":"name","values":["\\udc00"]}');
    expect((await send("GET", `${TABLE}/rows?queries[0]=${query}`)).status).toBe(400);
  });

  it("a request of more than 12 MiB is cut off", async () => {
    const sending = send("POST", `${TABLE}/rows`, { body: `"${"x".repeat(12 * MEGABYTE - 2)}"` });
    await expect(sending).rejects.toBeInstanceOf(TypeError);
    expect((await send("POST", `${TABLE}/rows`, { body: "x".repeat(12 * MEGABYTE - 5_000) })).status).toBe(
      400,
    );
  });

  it("a range of one byte, one from the end and one beyond the end are refused, a long one is cut", async () => {
    const bytes = new Uint8Array(26 * MEGABYTE);
    const size = bytes.length;
    for (let start = 0; start < size; start += 5 * MEGABYTE) {
      const part = bytes.subarray(start, start + 5 * MEGABYTE);
      await upload("long", part, { range: `bytes ${start}-${start + part.length - 1}/${size}` });
    }
    const read = async (range: string) => {
      const response = await send("GET", `${FILES}/long/download`, { headers: { range: `bytes=${range}` } });
      return [response.status, (await response.arrayBuffer()).byteLength];
    };
    for (const range of ["0-0", "-10", `${size - 5}-${size}`, `${size - 1}-`])
      expect((await read(range))[0]).toBe(416);
    expect(await read("0-1")).toEqual([206, 2]);
    expect(await read("10-")).toEqual([206, 10 * MEGABYTE]);
    expect(await read(`0-${size - 1}`)).toEqual([206, 10 * MEGABYTE]);
    expect(await read("0-19999999")).toEqual([206, 20_000_000]);
  });

  it("parts are counted in steps of 5 MiB, and what is unfinished is listed", async () => {
    const bytes = new Uint8Array(4 * MEGABYTE);
    for (const start of [0, 4 * MEGABYTE, 8 * MEGABYTE]) {
      const range = `bytes ${start}-${start + bytes.length - 1}/${12 * MEGABYTE}`;
      await upload("uneven", bytes, { range });
    }
    const uneven = { $id: "uneven", chunksTotal: 3, chunksUploaded: 2, mimeType: "" };
    expect(await get(`${FILES}/uneven`)).toMatchObject(uneven);
    expect((await get(FILES)).files).toContainEqual(expect.objectContaining(uneven));
  });

  it("the bytes tell the type, whatever the uploader says", async () => {
    expect(await upload("pdf", new TextEncoder().encode("%PDF-1.7"))).toMatchObject({
      mimeType: "application/pdf",
    });
  });

  it("a name is longer at an upload than at a rename", async () => {
    const name = "n".repeat(255);
    expect(await upload("named", new Uint8Array([1]), { name })).toMatchObject({ name });
    const renamed = await send("PUT", `${FILES}/named`, { body: JSON.stringify({ name: "n".repeat(129) }) });
    expect(renamed.status).toBe(400);
  });

  it("a right that a key has not is a 401", async () => {
    const limited = await openAppwriteDouble({ apiKeys: ["key"], scopes: ["rows.read"] });
    const headers = { "x-appwrite-project": limited.projectId, "x-appwrite-key": "key" };
    const status = async (path: string, method: string) =>
      (await fetch(`${limited.endpoint}${path}`, { method, headers })).status;
    expect(await status(`${TABLE}/rows`, "GET")).toBe(404);
    expect(await status(`${TABLE}/rows`, "POST")).toBe(401);
    await limited.stop();
  });
});
