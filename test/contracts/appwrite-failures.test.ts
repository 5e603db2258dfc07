import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type AppwriteOptions,
  openAppwritePlatform,
} from "../../src/adapters/appwrite/open-appwrite-platform.ts";
import type { NewFile } from "../../src/ports/file-store.ts";
import { type AppwriteDouble, openAppwriteDouble } from "../doubles/appwrite.ts";
import { calm } from "./store-under-test.ts";

const API_KEY = "the-secret-key";
let double: AppwriteDouble;
const open = (options: Partial<AppwriteOptions> = {}) =>
  openAppwritePlatform({
    endpoint: double.endpoint,
    projectId: double.projectId,
    apiKey: API_KEY,
    databaseId: "carrel",
    sessionsTableId: "sessions",
    bucketId: "documents",
    ...options,
  });

beforeEach(async () => {
  double = await openAppwriteDouble({ apiKeys: [API_KEY] });
});
afterEach(() => double.stop());

const session = { userId: "anna", title: "Chat", messages: "[]", selectedDocument: null };

function newFile(content: Uint8Array, fields: Partial<NewFile> = {}): NewFile {
  async function* once() {
    yield content;
  }
  return {
    userId: "anna",
    name: "a.txt",
    mimeType: "text/plain",
    sizeBytes: content.length,
    bytes: once(),
    ...fields,
  };
}

async function failureOf(
  call: Promise<unknown>,
): Promise<{ code: string; message: string; details?: string }> {
  const failure = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({ name: "AppError" });
  const { code, message, details } = Object(failure);
  for (const secret of [API_KEY, "127.0.0.1", "vendor's words"])
    expect(`${message} ${details}`).not.toContain(secret);
  return { code, message, details };
}

/** Makes the first request that fits go wrong after it took effect. */
function loseFirstAnswer(method: string, part: string): void {
  let isFirst = true;
  double.hooks.after = (asked) => {
    if (!isFirst || asked.method !== method || !asked.path.includes(part)) return undefined;
    isFirst = false;
    return { drop: true };
  };
}

const filesInBucket = async () => {
  const response = await fetch(`${double.endpoint}/storage/buckets/documents/files`, {
    headers: { "x-appwrite-project": double.projectId, "x-appwrite-key": API_KEY },
  });
  return Object(await response.json()).total;
};

describe("an Appwrite that fails", () => {
  it("by being away is said to be away, in the words of what was asked for", async () => {
    await open().provision(calm);
    await double.stop();
    const { sessions, files, check } = open();
    expect(await failureOf(sessions.list("anna", 9, calm))).toMatchObject({
      code: "database-failed",
      message: "The database cannot be reached",
    });
    expect(await failureOf(files.find("f1", calm))).toMatchObject({
      code: "storage-failed",
      message: "The file storage cannot be reached",
    });
    await failureOf(check(calm));
    await double.start();
    await check(calm);
  });

  it("by refusing the key or the project says which setting to look at", async () => {
    const refused = await failureOf(open({ apiKey: "wrong" }).sessions.list("anna", 9, calm));
    expect(refused).toMatchObject({ code: "database-failed", message: "The database refused the key" });
    expect(refused.details).toContain("APPWRITE_API_KEY");
    const elsewhere = await failureOf(open({ projectId: "wrong" }).files.find("f1", calm));
    expect(elsewhere).toMatchObject({ code: "storage-failed", details: "Check APPWRITE_PROJECT_ID" });
  });

  it("by not being set up names the command that does it", async () => {
    const { sessions, files, check } = open();
    expect((await failureOf(sessions.create(session, calm))).details).toContain("carrel -- provision");
    expect(await failureOf(files.put(newFile(Buffer.from("x")), calm))).toMatchObject({
      code: "storage-failed",
      details: expect.stringContaining("carrel -- provision"),
    });
    expect((await failureOf(check(calm))).details).toContain("carrel -- provision");
  });

  it("with words of its own keeps them to itself, and is not asked again", async () => {
    const { sessions } = open();
    double.hooks.before = () => ({ answer: { status: 500, body: { message: "vendor's words", type: "x" } } });
    expect((await failureOf(sessions.list("anna", 9, calm))).message).toBe("The database refused a request");
    expect(double.requests).toHaveLength(1);
  });

  it("for a moment is asked again", async () => {
    const { sessions, provision } = open();
    await provision(calm);
    let refusals = 2;
    double.hooks.before = () => {
      refusals -= 1;
      return refusals >= 0
        ? { answer: { status: 503, body: "busy", headers: { "retry-after": "0" } } }
        : undefined;
    };
    expect((await sessions.create(session, calm)).title).toBe("Chat");
    expect(refusals).toBeLessThan(0);
  });

  it("by being slow is given up after its time", async () => {
    const { sessions, files } = open({ timeoutMs: 50 });
    double.hooks.before = () => ({ delayMs: 400 });
    expect((await failureOf(sessions.list("a", 9, calm))).message).toBe(
      "The database did not answer in time",
    );
    expect((await failureOf(files.find("f1", calm))).message).toBe("The file storage did not answer in time");
  });

  it("by losing an answer still does a thing once", async () => {
    const { sessions, files, provision } = open();
    await provision(calm);
    loseFirstAnswer("POST", "/rows");
    const created = await sessions.create(session, calm);
    expect(await sessions.list("anna", 9, calm)).toEqual([created]);
    loseFirstAnswer("DELETE", "/rows");
    await sessions.remove(created.$id, calm);
    expect(await sessions.list("anna", 9, calm)).toEqual([]);
    loseFirstAnswer("POST", "/files");
    const { fileId } = await files.put(newFile(Buffer.from("one")), calm);
    expect(await filesInBucket()).toBe(1);
    loseFirstAnswer("DELETE", "/files");
    await files.remove(fileId, calm);
    expect(await filesInBucket()).toBe(0);
  });

  it("in the middle of a load loses nothing that was acknowledged", async () => {
    const { sessions, provision } = open();
    await provision(calm);
    const acknowledged: string[] = [];
    let isOver = false;
    let failures = 0;
    const work = async () => {
      while (!isOver) {
        try {
          acknowledged.push((await sessions.create(session, calm)).$id);
        } catch (error) {
          expect(error).toMatchObject({ code: "database-failed" });
          failures += 1;
        }
      }
    };
    const working = Array.from({ length: 4 }, work);
    const grown = async (count: () => number, by: number) => {
      for (const goal = count() + by; count() < goal; ) await pause(10);
    };
    for (let round = 0; round < 2; round++) {
      await grown(() => acknowledged.length, 10);
      await double.stop();
      await grown(() => failures, 2);
      await double.start();
    }
    await grown(() => acknowledged.length, 10);
    isOver = true;
    await Promise.all(working);
    const listed = new Set((await sessions.list("anna", 5_000, calm)).map(({ $id }) => $id));
    expect(acknowledged.length).toBeGreaterThanOrEqual(30);
    expect(acknowledged.filter((id) => !listed.has(id))).toEqual([]);
  });
});

describe("files in Appwrite", () => {
  const MEGABYTE = 1024 * 1024;
  const large = Buffer.alloc(12 * MEGABYTE + 3, "0123456789abcdef-");
  beforeEach(async () => {
    await open().provision(calm);
  });

  it("arrive whole when an answer to a part is lost, and come back whole when downloads break", async () => {
    const { files } = open();
    let count = 0;
    double.hooks.after = (asked) => {
      if (asked.method !== "POST") return undefined;
      count += 1;
      return count === 2 ? { drop: true } : undefined;
    };
    const { fileId, sizeBytes } = await files.put(newFile(large), calm);
    expect(sizeBytes).toBe(large.length);
    expect(count).toBe(4);
    count = 0;
    double.hooks.after = (asked) => {
      if (!asked.path.endsWith("/download")) return undefined;
      count += 1;
      return count % 2 === 1 ? { cutAfter: 2 * MEGABYTE } : undefined;
    };
    const read = Buffer.concat(await Array.fromAsync(await files.read(fileId, null, calm)));
    expect(read.equals(large)).toBe(true);
    expect(count).toBeGreaterThan(3);
  });

  it("that break every time end in a failure", async () => {
    const { files } = open();
    const { fileId } = await files.put(newFile(large), calm);
    double.hooks.after = (asked) => (asked.path.endsWith("/download") ? { cutAfter: 0 } : undefined);
    const reading = async () => Array.fromAsync(await files.read(fileId, null, calm));
    expect(await failureOf(reading())).toMatchObject({ code: "storage-failed" });
  });

  it("whose upload fails leave nothing", async () => {
    const { files } = open();
    let count = 0;
    double.hooks.before = (asked) => {
      if (asked.method !== "POST") return undefined;
      count += 1;
      return count === 3 ? { answer: { status: 500, body: "vendor's words" } } : undefined;
    };
    await failureOf(files.put(newFile(large), calm));
    expect(await filesInBucket()).toBe(0);
    double.hooks = {};
    await failureOf(files.put(newFile(large, { sizeBytes: large.length + 1 }), calm));
    await failureOf(files.put(newFile(large, { sizeBytes: large.length - 1 }), calm));
    expect(await filesInBucket()).toBe(0);
  });

  it("that have only half arrived are not there", async () => {
    const { files } = open();
    const form = new FormData();
    form.append("fileId", "half");
    form.append("file", new File([large.subarray(0, 5 * MEGABYTE)], "half.txt"));
    await fetch(`${double.endpoint}/storage/buckets/documents/files`, {
      method: "POST",
      headers: {
        "x-appwrite-project": double.projectId,
        "x-appwrite-key": API_KEY,
        "content-range": `bytes 0-${5 * MEGABYTE - 1}/${large.length}`,
      },
      body: form,
    });
    expect(await filesInBucket()).toBe(1);
    expect((await failureOf(files.find("half", calm))).code).toBe("file-not-found");
    expect((await failureOf(files.read("half", null, calm))).code).toBe("file-not-found");
    expect(await files.existing(["half"], calm)).toEqual(new Set());
  });

  it("take names of 128 characters and no more", async () => {
    const { files } = open();
    const longest = "👩".repeat(124).concat(".txt");
    const { fileId, name } = await files.put(newFile(Buffer.from("x"), { name: longest }), calm);
    expect(name).toBe(longest);
    const refused = await failureOf(files.rename(fileId, `a${longest}`, calm));
    expect(refused).toMatchObject({ code: "storage-failed" });
    expect(refused.message).toContain("128");
    expect((await files.find(fileId, calm)).name).toBe(longest);
    await failureOf(files.put(newFile(Buffer.from("x"), { name: `a${longest}` }), calm));
    expect(await filesInBucket()).toBe(1);
  });
});

describe("provisioning", () => {
  it("creates what is missing, says so, and then has nothing left to do", async () => {
    const { provision, check } = open();
    expect(await provision(calm)).toEqual([
      "Created the Appwrite database carrel",
      "Created the table sessions",
      "Created the column sessions.userId",
      "Created the column sessions.title",
      "Created the column sessions.messages",
      "Created the column sessions.selectedDocument",
      "Created the column sessions.createdAt",
      "Created the column sessions.updatedAt",
      "Created the index sessions.userId_updatedAt",
      "Created the bucket documents",
    ]);
    expect(await provision(calm)).toEqual([]);
    await check(calm);
  });

  it("makes do with strings where the server knows no other texts", async () => {
    double.hooks.before = (asked) =>
      /columns\/(varchar|longtext)$/.test(asked.path)
        ? {
            answer: {
              status: 404,
              body: { message: "", code: "404", type: "general_route_not_found", version: "" },
            },
          }
        : undefined;
    const { provision, sessions } = open();
    await provision(calm);
    expect(double.requests.filter(({ path }) => path.endsWith("columns/string"))).toHaveLength(4);
    expect((await sessions.create(session, calm)).userId).toBe("anna");
  });
});

describe("sessions in Appwrite", () => {
  it("keep every one of many changes of one session, and a time that only grows", async () => {
    let time = Date.UTC(2026, 0, 1);
    const { sessions, provision } = open({ now: () => new Date(time) });
    await provision(calm);
    const { $id } = await sessions.create(session, calm);
    const times = await Promise.all(
      Array.from({ length: 10 }, async (_, i) => {
        time += i % 2 === 0 ? 5_000 : -3_000;
        return (await sessions.update($id, { title: `Chat ${i}` }, calm)).updatedAt;
      }),
    );
    expect(times).toEqual(times.toSorted());
    expect((await sessions.list("anna", 1, calm))[0]?.title).toBe("Chat 9");
  });
});
