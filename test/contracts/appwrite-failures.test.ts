import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { sha256 } from "../doubles/sha256.ts";
import { type AppwriteStage, failureOf, newFile, session, setUpAppwrite } from "./appwrite-stage.ts";
import { calm } from "./store-under-test.ts";

const stage = setUpAppwrite();

/** Makes the first request that fits go wrong after it took effect. */
function loseFirstAnswer({ double }: AppwriteStage, method: string, part: string): void {
  let isFirst = true;
  double.hooks.after = (asked) => {
    if (!isFirst || asked.method !== method || !asked.path.includes(part)) return undefined;
    isFirst = false;
    return { drop: true };
  };
}

describe("an Appwrite that fails", () => {
  it("by being away is said to be away, in the words of what was asked for", async () => {
    await stage.open().provision(calm);
    await stage.double.stop();
    const { sessions, files, check } = stage.open();
    expect(await failureOf(Array.fromAsync(sessions.list("anna", 9, calm)))).toMatchObject({
      code: "database-failed",
      message: "The database cannot be reached",
    });
    expect(await failureOf(files.find("f1", calm))).toMatchObject({
      code: "storage-failed",
      message: "The file storage cannot be reached",
    });
    await failureOf(check(calm));
    await stage.double.start();
    await check(calm);
  });

  it("by refusing the key or the project says which setting to look at", async () => {
    const refused = await failureOf(
      Array.fromAsync(stage.open({ apiKey: "wrong" }).sessions.list("anna", 9, calm)),
    );
    expect(refused).toMatchObject({ code: "database-failed", message: "The database refused the key" });
    expect(refused.details).toContain("APPWRITE_API_KEY");
    const elsewhere = await failureOf(stage.open({ projectId: "wrong" }).files.find("f1", calm));
    expect(elsewhere).toMatchObject({ code: "storage-failed", details: "Check APPWRITE_PROJECT_ID" });
  });

  it("by not being set up names the command that does it", async () => {
    const { sessions, files, check } = stage.open();
    expect((await failureOf(sessions.create(session, calm))).details).toContain("carrel -- provision");
    expect(await failureOf(files.put(newFile(Buffer.from("x")), calm))).toMatchObject({
      code: "storage-failed",
      details: expect.stringContaining("carrel -- provision"),
    });
    expect((await failureOf(check(calm))).details).toContain("carrel -- provision");
  });

  it("with words of its own keeps them to itself, and is not asked again", async () => {
    const { sessions } = stage.open();
    stage.double.hooks.before = () => ({
      answer: { status: 500, body: { message: "vendor's words", type: "x" } },
    });
    expect((await failureOf(Array.fromAsync(sessions.list("anna", 9, calm)))).message).toBe(
      "The database refused a request",
    );
    expect(stage.double.requests).toHaveLength(1);
  });

  it("by leading elsewhere is not followed with the key", async () => {
    const { sessions } = stage.open();
    const { endpoint } = stage.double;
    stage.double.hooks.before = () => ({ answer: { status: 307, headers: { location: `${endpoint}/x` } } });
    expect((await failureOf(Array.fromAsync(sessions.list("anna", 9, calm)))).message).toBe(
      "The database cannot be reached",
    );
    expect(new Set(stage.double.requests.map(({ path }) => path)).size).toBe(1);
  });

  it("by packing its answers is understood", async () => {
    const { sessions, provision } = stage.open();
    await provision(calm);
    const created = await sessions.create(session, calm);
    stage.double.hooks.after = ({ headers }, { status, body }) => {
      expect(headers["accept-encoding"]).toBe("gzip");
      const packed = gzipSync(JSON.stringify(body));
      return { answer: { status, headers: { "content-encoding": "gzip" }, body: packed } };
    };
    expect(await Array.fromAsync(sessions.list("anna", 9, calm))).toEqual([created]);
  });

  it("for a moment is asked again", async () => {
    const { sessions, provision } = stage.open();
    await provision(calm);
    let refusals = 2;
    stage.double.hooks.before = () => {
      refusals -= 1;
      return refusals >= 0
        ? { answer: { status: 503, body: "busy", headers: { "retry-after": "0" } } }
        : undefined;
    };
    expect((await sessions.create(session, calm)).title).toBe("Chat");
    expect(refusals).toBeLessThan(0);
  });

  it("by being slow is given up after its time", async () => {
    const { sessions, files } = stage.open({ timeoutMs: 50 });
    stage.double.hooks.before = () => ({ delayMs: 400 });
    expect((await failureOf(Array.fromAsync(sessions.list("a", 9, calm)))).message).toBe(
      "The database did not answer in time",
    );
    expect((await failureOf(files.find("f1", calm))).message).toBe("The file storage did not answer in time");
  });

  it("by losing an answer still does a thing once", async () => {
    const { sessions, files, provision } = stage.open();
    await provision(calm);
    loseFirstAnswer(stage, "POST", "/rows");
    const created = await sessions.create(session, calm);
    expect(await Array.fromAsync(sessions.list("anna", 9, calm))).toEqual([created]);
    loseFirstAnswer(stage, "DELETE", "/rows");
    await sessions.remove(created.$id, calm);
    expect(await Array.fromAsync(sessions.list("anna", 9, calm))).toEqual([]);
    loseFirstAnswer(stage, "POST", "/files");
    const { fileId } = await files.put(newFile(Buffer.from("one")), calm);
    expect(await stage.filesInBucket()).toBe(1);
    loseFirstAnswer(stage, "DELETE", "/files");
    await files.remove(fileId, calm);
    expect(await stage.filesInBucket()).toBe(0);
  });

  it("does not make or remove a key twice", async () => {
    const { keys, provision } = stage.open();
    await provision(calm);
    const key = {
      ...{ keyId: "key-1", userId: "anna", label: "Backup", access: "read" as const, hash: sha256("key") },
      ...{ createdAt: new Date().toISOString(), expiresAt: null, lastUsedAt: null },
    };
    loseFirstAnswer(stage, "POST", "/rows");
    await keys.add(key, calm);
    expect(await keys.use(key.hash, calm)).toMatchObject({ keyId: "key-1" });
    await expect(keys.add({ ...key, keyId: "key-2" }, calm)).rejects.toMatchObject({
      code: "database-failed",
    });
    loseFirstAnswer(stage, "DELETE", "/rows");
    expect(await keys.remove("key-1", "anna", calm)).toBe(true);
    expect(await keys.use(key.hash, calm)).toBeNull();
  });

  it("in the middle of a load loses nothing that was acknowledged", async () => {
    const { sessions, provision } = stage.open();
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
      await stage.double.stop();
      await grown(() => failures, 2);
      await stage.double.start();
    }
    await grown(() => acknowledged.length, 10);
    isOver = true;
    await Promise.all(working);
    const listed = new Set((await Array.fromAsync(sessions.list("anna", 5_000, calm))).map(({ $id }) => $id));
    expect(acknowledged.length).toBeGreaterThanOrEqual(30);
    expect(acknowledged.filter((id) => !listed.has(id))).toEqual([]);
  });
});

describe("sessions in Appwrite", () => {
  it("keep every one of many changes of one session, and a time that only grows", async () => {
    let time = Date.UTC(2026, 0, 1);
    const { sessions, provision } = stage.open({ now: () => new Date(time) });
    await provision(calm);
    const { $id } = await sessions.create(session, calm);
    const times = await Promise.all(
      Array.from({ length: 10 }, async (_, i) => {
        time += i % 2 === 0 ? 5_000 : -3_000;
        return (await sessions.update($id, { title: `Chat ${i}` }, calm)).updatedAt;
      }),
    );
    expect(times).toEqual(times.toSorted());
    expect((await Array.fromAsync(sessions.list("anna", 1, calm)))[0]?.title).toBe("Chat 9");
  });
});
