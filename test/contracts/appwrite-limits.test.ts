import { beforeEach, describe, expect, it } from "vitest";
import { failureOf, newFile, session, setUpAppwrite } from "./appwrite-stage.ts";
import { calm } from "./store-under-test.ts";

const MEGABYTE = 1024 * 1024;

describe("the limits of Appwrite", () => {
  const stage = setUpAppwrite();
  beforeEach(async () => {
    await stage.open().provision(calm);
  });

  it("let a conversation of 4 MB through however much of it is escaped on the way, and refuse more with the reason", async () => {
    const { sessions } = stage.open();
    const { $id } = await sessions.create({ ...session, messages: '"'.repeat(4 * MEGABYTE) }, calm);
    const messages = '"'.repeat(7 * MEGABYTE);
    stage.double.requests.length = 0;
    const refused = [
      await failureOf(sessions.create({ ...session, messages }, calm)),
      await failureOf(sessions.update($id, { messages }, calm)),
    ];
    for (const { code, message, details } of refused) {
      expect([code, message]).toEqual([
        "database-failed",
        "The database takes at most 12 MiB in one request",
      ]);
      expect(details).toMatch(/^This one has 14\.\d MiB/);
    }
    const [kept] = await Array.fromAsync(sessions.list("anna", 9, calm));
    expect(kept?.messages.length).toBe(4 * MEGABYTE);
  });

  it("are unseen by who reads a range of a file, be it one byte or more than 20 MB", async () => {
    const { files } = stage.open();
    const content = Buffer.alloc(26 * MEGABYTE, "0123456789abcdef-");
    const { length } = content;
    const { fileId } = await files.put(newFile(content), calm);
    const ranges = [
      [0, 0],
      [length - 1, length - 1],
      [length - 10, length - 1],
      [5 * MEGABYTE - 1, 5 * MEGABYTE],
      [1, 10 * MEGABYTE + 1],
      [7, length - 1],
    ] as const;
    for (const [start, end] of ranges) {
      const read = Buffer.concat(await Array.fromAsync(await files.read(fileId, { start, end }, calm)));
      expect(read.equals(content.subarray(start, end + 1))).toBe(true);
    }
    for (const size of [1, 2]) {
      const small = await files.put(newFile(content.subarray(0, size)), calm);
      const last = { start: size - 1, end: size - 1 };
      expect(Buffer.concat(await Array.fromAsync(await files.read(small.fileId, last, calm)))).toEqual(
        content.subarray(size - 1, size),
      );
    }
  });

  it("say so where a file is not as long as its record says", async () => {
    const { files } = stage.open();
    const { fileId } = await files.put(newFile(Buffer.from("short")), calm);
    stage.double.hooks.after = ({ path }, answered) => {
      if (!path.endsWith(fileId)) return undefined;
      return { answer: { ...answered, body: { ...Object(answered.body), sizeOriginal: 50 } } };
    };
    const reading = async () => Array.fromAsync(await files.read(fileId, { start: 0, end: 49 }, calm));
    expect(await failureOf(reading())).toMatchObject({
      code: "storage-failed",
      message: "The file storage does not have this part of the file",
    });
  });

  it("show where something else than Appwrite answers", async () => {
    const { sessions, files } = stage.open();
    const page = { body: "<!doctype html><title>Welcome</title>", headers: { "content-type": "text/html" } };
    stage.double.hooks.before = () => ({ answer: { status: 200, ...page } });
    const senseless = { details: "Does APPWRITE_ENDPOINT end in /v1?" };
    expect(await failureOf(Array.fromAsync(sessions.list("anna", 9, calm)))).toMatchObject({
      ...{
        code: "database-failed",
        message: "The database gave an answer that makes no sense",
        ...senseless,
      },
    });
    expect(await failureOf(files.find("f1", calm))).toMatchObject({ code: "storage-failed", ...senseless });
    stage.double.hooks.before = () => ({ answer: { status: 404, ...page } });
    expect(await failureOf(files.find("f1", calm))).toMatchObject({
      message: "The file storage has no such interface",
    });
    stage.double.hooks.before = () => ({ answer: { status: 413, ...page } });
    expect(await failureOf(sessions.create(session, calm))).toMatchObject({
      message: "The database refused a request as too large",
    });
  });
});

describe("a key without all the rights", () => {
  const stage = setUpAppwrite({ scopes: ["databases.read", "rows.read", "files.read"] });

  it("is told from one that is wrong by nothing, so both are named", async () => {
    const { sessions, files, provision } = stage.open();
    const refused = { details: "Check APPWRITE_API_KEY and the scopes that it has" };
    expect(await failureOf(provision(calm))).toMatchObject({
      ...{ code: "database-failed", message: "The database refused the key", ...refused },
    });
    expect(await failureOf(sessions.create(session, calm))).toMatchObject(refused);
    expect(await failureOf(files.put(newFile(Buffer.from("x")), calm))).toMatchObject({
      ...{ code: "storage-failed", message: "The file storage refused the key", ...refused },
    });
  });
});
