import { writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../../../test/doubles/temporary-folder.ts";
import { openThread, type Thread } from "./thread.ts";

type EchoOperations = {
  echo(input: unknown): unknown;
  missing(input: undefined): void;
  broken(input: undefined): void;
  sizeOf(input: Float32Array): number;
  setFlag(input: SharedArrayBuffer): void;
  waitFor(input: SharedArrayBuffer): string;
  exit(input: undefined): void;
};

const calm = new AbortController().signal;

describe("a thread", () => {
  const folder = temporaryFolder("suite");
  let script: URL;
  const threads: Thread<EchoOperations>[] = [];

  beforeAll(async () => {
    const path = folder.at("echo-thread.mjs");
    await writeFile(path, echoThread());
    script = pathToFileURL(path);
  });
  afterEach(async () => {
    await Promise.all(threads.splice(0).map((thread) => thread.close()));
  });

  const open = (callLimitMs = 30_000) => {
    const thread = openThread<EchoOperations>({ script, settings: { failsFirst: false }, callLimitMs });
    threads.push(thread);
    return { thread, calls: thread.callsFor("database-failed") };
  };

  it("answers each call with its own result", async () => {
    const { calls } = open();
    const values = Array.from({ length: 50 }, (_, i) => ({ value: i }));
    const answers = await Promise.all(values.map((value) => calls.read("echo", value, { signal: calm })));
    expect(answers).toEqual(values);
  });

  it("lets calls that somebody waits for go before those behind the scenes", async () => {
    const { calls } = open();
    const flag = new SharedArrayBuffer(4);
    const order: string[] = [];
    const note = (name: string, isBackground: boolean) =>
      calls.write("echo", name, { signal: calm, isBackground }).then(() => order.push(name));
    const blocked = calls.read("waitFor", flag, { signal: calm });
    const background = ["b1", "b2", "b3"].map((name) => note(name, true));
    const awaited = ["a1", "a2", "a3", "a4", "a5", "a6"].map((name) => note(name, false));
    Atomics.store(new Int32Array(flag), 0, 1);
    Atomics.notify(new Int32Array(flag), 0);
    await Promise.all([blocked, ...background, ...awaited]);
    // The first one was with the thread before the others came.
    expect(order).toEqual(["b1", "a1", "a2", "a3", "a4", "a5", "a6", "b2", "b3"]);
  });

  it("passes an AppError on with code, message and details", async () => {
    const { calls } = open();
    await expect(calls.read("missing", undefined, { signal: calm })).rejects.toMatchObject({
      name: "AppError",
      code: "file-not-found",
      message: "File not found",
      details: "It never was.",
    });
  });

  it("gives any other failure the code of the port, keeps it as the cause and shows none of it", async () => {
    const { calls, thread } = open();
    await expect(calls.read("broken", undefined, { signal: calm })).rejects.toMatchObject({
      code: "database-failed",
      message: "The database failed",
      cause: { message: "SELECT secret FROM /a/path" },
    });
    const others = thread.callsFor("storage-failed");
    await expect(others.read("broken", undefined, { signal: calm })).rejects.toMatchObject({
      code: "storage-failed",
    });
  });

  it("moves transferred memory instead of copying it", async () => {
    const { calls } = open();
    const numbers = new Float32Array(1_000);
    const options = { signal: calm, transfer: [numbers.buffer] };
    expect(await calls.write("sizeOf", numbers, options)).toBe(1_000);
    expect(numbers.length).toBe(0);
  });

  it("opens what it needs again where that failed", async () => {
    const thread = openThread<EchoOperations>({ script, settings: { failsFirst: true } });
    threads.push(thread);
    const calls = thread.callsFor("database-failed");
    await expect(calls.read("echo", 1, { signal: calm })).rejects.toMatchObject({ code: "database-failed" });
    expect(await calls.read("echo", 2, { signal: calm })).toBe(2);
  });

  it("fails the calls that it had when it ended, and is started again by the next one", async () => {
    const { calls } = open();
    await calls.read("echo", 1, { signal: calm });
    const lost = ["exit", "exit"] as const;
    const outcomes = await Promise.allSettled(
      lost.map((operation) => calls.write(operation, undefined, { signal: calm })),
    );
    expect(outcomes).toMatchObject([
      {
        status: "rejected",
        reason: { code: "database-failed", message: "A thread of the database has ended" },
      },
      { status: "rejected", reason: { code: "database-failed" } },
    ]);
    expect(await calls.read("echo", 2, { signal: calm })).toBe(2);
  });

  it("posts the calls that waited to the thread that follows", async () => {
    const { calls } = open();
    const lost = Array.from({ length: 4 }, () => calls.write("exit", undefined, { signal: calm }));
    const waited = calls.read("echo", "still here", { signal: calm });
    const outcomes = await Promise.allSettled(lost);
    expect(outcomes.map(({ status }) => status)).toEqual(new Array(4).fill("rejected"));
    expect(await waited).toBe("still here");
  });

  it("gives up a thread that does not answer in time", async () => {
    const { calls } = open(2_000);
    const never = new SharedArrayBuffer(4);
    await expect(calls.read("waitFor", never, { signal: calm })).rejects.toMatchObject({
      code: "database-failed",
      message: "The database did not answer in time",
    });
    // The next one has as little time, and on a busy machine a new thread may need more to begin.
    await expect
      .poll(() => calls.read("echo", "again", { signal: calm }).catch(String), { timeout: 30_000 })
      .toBe("again");
  });

  it("does not start a call whose signal has aborted", async () => {
    const { calls } = open();
    const reason = new Error("gone");
    await expect(calls.write("echo", 1, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it("stops waiting for a read when the signal aborts", async () => {
    const { calls } = open();
    const leaving = new AbortController();
    const flag = new SharedArrayBuffer(4);
    const reading = calls.read("waitFor", flag, { signal: leaving.signal });
    const reason = new Error("gone");
    leaving.abort(reason);
    await expect(reading).rejects.toBe(reason);
    raise(flag);
  });

  it("waits for the end of a write that the thread has, whatever the signal does", async () => {
    const { calls } = open();
    const leaving = new AbortController();
    const flag = new SharedArrayBuffer(4);
    const writing = calls.write("waitFor", flag, { signal: leaving.signal });
    leaving.abort(new Error("gone"));
    raise(flag);
    expect(await writing).toBe("raised");
  });

  it("drops a write that still waits for its turn when the signal aborts", async () => {
    const { calls } = open();
    const gate = new SharedArrayBuffer(4);
    const mark = new SharedArrayBuffer(4);
    const before = Array.from({ length: 4 }, () => calls.write("waitFor", gate, { signal: calm }));
    const leaving = new AbortController();
    const waiting = calls.write("setFlag", mark, { signal: leaving.signal });
    const reason = new Error("gone");
    leaving.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    raise(gate);
    await Promise.all(before);
    await calls.read("echo", 1, { signal: calm });
    expect(Atomics.load(new Int32Array(mark), 0)).toBe(0);
  });

  it("lets calls end when it is closed, and refuses later ones", async () => {
    const { calls, thread } = open();
    const pending = Array.from({ length: 10 }, (_, i) => calls.write("echo", i, { signal: calm }));
    await Promise.all([thread.close(), thread.close()]);
    expect(await Promise.all(pending)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    await expect(calls.read("echo", 1, { signal: calm })).rejects.toMatchObject({
      code: "database-failed",
      message: "The store is closed",
    });
  });
});

function raise(flag: SharedArrayBuffer): void {
  Atomics.store(new Int32Array(flag), 0, 1);
  Atomics.notify(new Int32Array(flag), 0);
}

function echoThread(): string {
  const here = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
  return `
    import { workerData } from "node:worker_threads";
    import { AppError } from ${here("../../../../domain/errors.ts")};
    import { serveOperations } from ${here("./serve-operations.ts")};
    let failsNext = workerData.failsFirst;
    const operations = {
      echo: (input) => input,
      missing: () => { throw new AppError("file-not-found", "File not found", { details: "It never was." }); },
      broken: () => { throw new Error("SELECT secret FROM /a/path"); },
      sizeOf: (numbers) => numbers.length,
      setFlag: (flag) => { Atomics.store(new Int32Array(flag), 0, 1); },
      waitFor: (flag) => { Atomics.wait(new Int32Array(flag), 0, 0); return "raised"; },
      exit: () => process.exit(3),
    };
    serveOperations(() => {
      if (failsNext) { failsNext = false; throw new Error("cannot open yet"); }
      return { operations, close() {} };
    });
  `;
}
