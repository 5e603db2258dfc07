import { setTimeout as pause } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { inPieces } from "../doubles/new-file.ts";
import { FILES, failureOf, firstPart, newFile, ROWS, session, setUpAppwrite } from "./appwrite-stage.ts";
import { calm } from "./store-under-test.ts";

const stage = setUpAppwrite();
beforeEach(async () => {
  await stage.open().provision(calm);
});

/** Does something just before the first request of this method takes effect. */
function justBefore(method: string, act: () => Promise<unknown>): void {
  stage.double.hooks.before = async (asked) => {
    if (asked.method !== method) return undefined;
    stage.double.hooks.before = undefined;
    // The platform's times are milliseconds.
    await pause(5);
    await act();
    return undefined;
  };
}

describe("sessions of users whose ids Appwrite takes for the same", () => {
  const ids = async (userId: string) =>
    (await Array.fromAsync(stage.open().sessions.list(userId, 100, calm))).map(({ $id }) => $id);

  it("are a hundred each where there are so many, in a few calls", async () => {
    let time = Date.UTC(2026, 0, 1);
    const { sessions } = stage.open({ now: () => new Date(time) });
    const created: Record<string, string[]> = { ana: [], Ana: [], Aná: [] };
    const create = async (userId: string) => {
      time += 1_000;
      created[userId]?.unshift((await sessions.create({ ...session, userId }, calm)).$id);
    };
    for (let i = 0; i < 110; i++) await create("ana");
    for (let i = 0; i < 1_100; i++) await create(i % 20 === 0 ? "Ana" : "Aná");
    for (let i = 0; i < 60; i++) for (const userId of ["Ana", "ana", "Aná"]) await create(userId);
    stage.double.requests.length = 0;
    expect(await ids("ana")).toEqual(created.ana?.slice(0, 100));
    expect(stage.double.requests).toHaveLength(4);
    expect(await ids("Ana")).toEqual(created.Ana?.slice(0, 100));
    expect(await ids("Aná")).toEqual(created.Aná?.slice(0, 100));
    expect(await ids("aná")).toEqual([]);
  });

  it("are not looked for without end", async () => {
    const stranger = { $id: "x", userId: "ANA", $createdAt: "2026-01-01", $updatedAt: "2026-01-01" };
    stage.double.hooks.before = ({ query }) => {
      const limit = [...query.values()]
        .map((text) => JSON.parse(text))
        .find(({ method }) => method === "limit");
      const rows = Array.from({ length: limit.values[0] }, () => stranger);
      return { answer: { status: 200, body: { total: 5_000, rows } } };
    };
    stage.double.requests.length = 0;
    const refused = await failureOf(Array.fromAsync(stage.open().sessions.list("ana", 100, calm)));
    expect(refused).toMatchObject({ code: "database-failed", details: expect.stringContaining("20000") });
    expect(stage.double.requests).toHaveLength(21);
  });

  it("are left alone where one comes in the place of the other just before a change", async () => {
    const { sessions } = stage.open();
    const swapped = async ($id: string) => {
      await stage.send("DELETE", `${ROWS}/${$id}`);
      const at = "2026-01-01T00:00:00.000Z";
      const data = { ...session, userId: "ben", createdAt: at, updatedAt: at };
      await stage.send("POST", ROWS, { body: { rowId: `A${$id.slice(1)}`, data } });
    };
    for (const method of ["PATCH", "DELETE"] as const) {
      const $id = `a-${method.toLowerCase()}`;
      await stage.open({ newId: () => $id }).sessions.create(session, calm);
      justBefore(method, () => swapped($id));
      const changing =
        method === "PATCH" ? sessions.update($id, { title: "Mine" }, calm) : sessions.remove($id, calm);
      expect((await failureOf(changing)).code).toBe("session-not-found");
    }
    expect((await Array.fromAsync(sessions.list("ben", 9, calm))).map(({ title }) => title)).toEqual([
      "Chat",
      "Chat",
    ]);
  });
});

describe("changes of one session by two copies of the service", () => {
  it("both stand, and the time of the update does not go back, whatever their clocks say", async () => {
    const early = stage.open({ now: () => new Date("2026-01-01T00:00:00.000Z") }).sessions;
    const late = stage.open({ now: () => new Date("2026-01-01T00:00:09.000Z") }).sessions;
    const { $id } = await early.create(session, calm);
    justBefore("PATCH", () => late.update($id, { messages: "[1]" }, calm));
    expect(await early.update($id, { title: "Renamed" }, calm)).toMatchObject({
      ...{ title: "Renamed", messages: "[1]", updatedAt: "2026-01-01T00:00:09.000Z" },
    });
  });

  it("come through where somebody else writes all the time", async () => {
    const { sessions } = stage.open();
    const { $id } = await sessions.create(session, calm);
    let writes = 0;
    stage.double.hooks.before = async ({ method, headers }) => {
      if (method !== "PATCH" || headers["x-other"] !== undefined) return undefined;
      writes += 1;
      await pause(5);
      const data = { messages: `[${writes}]` };
      await stage.send("PATCH", `${ROWS}/${$id}`, { body: { data }, headers: { "x-other": "yes" } });
      return undefined;
    };
    expect(await sessions.update($id, { title: "Renamed" }, calm)).toMatchObject({
      ...{ title: "Renamed", messages: "[3]" },
    });
  });
});

describe("files whose ids Appwrite takes for the same", () => {
  const MEGABYTE = 1024 * 1024;
  const large = Buffer.alloc(6 * MEGABYTE, "0123456789abcdef-");
  const stored = { fileId: "AbC", createdAt: "2026-01-01T00:00:00.000Z" };

  it("are not taken for what an upload that died has left", async () => {
    await stage.send("POST", FILES, firstPart("abc", large));
    const { bytes, ...file } = newFile(large);
    const refused = await failureOf(stage.open().archive.putFile({ ...file, ...stored }, bytes, calm));
    expect(refused).toMatchObject({
      code: "storage-failed",
      message: "The file storage holds the file abc and takes AbC for the same",
    });
    expect(await stage.filesInBucket()).toBe(1);
  });

  it("stay as they are when one comes just before the upload of the other", async () => {
    const { archive, files } = stage.open();
    for (const content of [Buffer.from("small"), large]) {
      const { bytes, ...file } = newFile(content);
      const other = content.map((byte) => byte + 1);
      justBefore("POST", () => archive.putFile({ ...file, ...stored, fileId: "abc" }, inPieces(other), calm));
      const refused = await failureOf(archive.putFile({ ...file, ...stored }, bytes, calm));
      expect(refused.code).toBe("storage-failed");
      const kept = Buffer.concat(await Array.fromAsync(await files.read("abc", null, calm)));
      expect(kept.equals(other)).toBe(true);
      await files.remove("abc", calm);
      expect(await stage.filesInBucket()).toBe(0);
    }
  });
});
