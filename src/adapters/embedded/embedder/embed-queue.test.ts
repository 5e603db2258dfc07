import { afterEach, describe, expect, it } from "vitest";
import { type EmbedQueue, openEmbedQueue } from "./embed-queue.ts";

const { signal } = new AbortController();
const ignore = () => undefined;

/** A thread that answers every text with its length, names itself by a number, and does what some texts tell it. */
const THREAD = `
  import { parentPort, threadId } from "node:worker_threads";
  parentPort.on("message", (texts) => {
    if (texts.includes("crash")) throw new Error("told to crash");
    if (texts.includes("exit")) process.exit(3);
    if (texts.includes("refuse")) return parentPort.postMessage({ failure: "told to refuse" });
    parentPort.postMessage({ vectors: texts.map((text) => Float32Array.of(text.length, threadId)) });
  });
`;

describe("embed queue", () => {
  const opened: EmbedQueue[] = [];

  function open(code = THREAD, idleMs: number | null = null): EmbedQueue {
    const entry = new URL(`data:text/javascript,${encodeURIComponent(code)}`);
    const queue = openEmbedQueue({ entry, idleMs, processors: 1, givesWay: false });
    opened.push(queue);
    return queue;
  }

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((queue) => queue.close()));
  });

  it.each(["crash", "exit"])(
    "rejects the call during which its thread ends (%s), and starts another",
    async (text) => {
      const queue = open();
      const [before] = await queue.embed(["a"], ignore, signal);
      await expect(queue.embed([text], ignore, signal)).rejects.toMatchObject({ code: "embedding-failed" });
      const [after] = await queue.embed(["ab"], ignore, signal);
      expect(after?.[0]).toBe(2);
      expect(after?.[1]).not.toBe(before?.[1]);
    },
  );

  it("serves the calls that waited behind a crash", async () => {
    const queue = open();
    const crashing = queue.embed(["crash"], ignore, signal);
    const waiting = queue.embed(["abc"], ignore, signal);
    await expect(crashing).rejects.toMatchObject({
      code: "embedding-failed",
      cause: { message: "told to crash" },
    });
    expect((await waiting)[0]?.[0]).toBe(3);
  });

  it("rejects a call whose texts fail, and keeps its thread", async () => {
    const queue = open();
    const [before] = await queue.embed(["a"], ignore, signal);
    await expect(queue.embed(["refuse"], ignore, signal)).rejects.toMatchObject({ cause: "told to refuse" });
    const [after] = await queue.embed(["a"], ignore, signal);
    expect(after).toEqual(before);
  });

  it("rejects a call whose thread cannot load", async () => {
    const queue = open('throw new Error("no model here");');
    await expect(queue.embed(["a"], ignore, signal)).rejects.toMatchObject({
      code: "embedding-failed",
      cause: { message: "no model here" },
    });
    await expect(queue.warmUp()).rejects.toMatchObject({ code: "embedding-failed" });
  });

  it("lets a short call through between the turns of a long one", async () => {
    const queue = open();
    const finished: string[] = [];
    const long = queue.embed(Array(800).fill("long"), ignore, signal).then(() => finished.push("long"));
    const short = queue.embed(["short"], ignore, signal).then(() => finished.push("short"));
    await Promise.all([long, short]);
    expect(finished).toEqual(["short", "long"]);
  });

  it("drops what an aborted call still had to do", async () => {
    const queue = open();
    const controller = new AbortController();
    const reason = new Error("left");
    const told: number[] = [];
    const call = queue.embed(
      Array(80).fill("text"),
      (from) => {
        told.push(from);
        if (from === 8) controller.abort(reason);
      },
      controller.signal,
    );
    await expect(call).rejects.toBe(reason);
    await queue.embed(["after"], ignore, signal);
    expect(told).toEqual([0, 8]);
  });

  it("rejects an aborted call at once, even while it waits for its turn", async () => {
    const queue = open(
      'import { parentPort } from "node:worker_threads"; parentPort.on("message", () => {});',
    );
    const controller = new AbortController();
    const stuck = queue.embed(["never answered"], ignore, signal);
    const waiting = queue.embed(["waits"], ignore, controller.signal);
    const reason = new Error("left");
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    await expect(queue.embed(["comes late"], ignore, controller.signal)).rejects.toBe(reason);
    await queue.close();
    await expect(stuck).rejects.toMatchObject({ code: "embedding-failed" });
  });

  it("ends its thread when it has been idle, and starts another for the next call", async () => {
    const queue = open(THREAD, 0);
    const [before] = await queue.embed(["a"], ignore, signal);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const [after] = await queue.embed(["a"], ignore, signal);
    expect(after?.[1]).not.toBe(before?.[1]);
  });

  it("rejects calls once it is closed", async () => {
    const queue = open();
    await queue.close();
    await expect(queue.embed(["a"], ignore, signal)).rejects.toMatchObject({ code: "embedding-failed" });
  });
});
