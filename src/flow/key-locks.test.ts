import { describe, expect, test } from "vitest";
import { openKeyLocks } from "./key-locks.ts";

const never = new AbortController().signal;

describe("locks by key", () => {
  test("keep the tasks of one key apart, in their order, and let others pass", async () => {
    const locks = openKeyLocks();
    const gate = Promise.withResolvers<void>();
    const seen: string[] = [];
    const slow = locks.run("a", () => gate.promise.then(() => void seen.push("a1")), never);
    const behind = ["a2", "a3", "a4"].map((name) => locks.run("a", async () => void seen.push(name), never));
    await locks.run("b", async () => void seen.push("b"), never);
    gate.resolve();
    await Promise.all([slow, ...behind]);
    expect(seen).toEqual(["b", "a1", "a2", "a3", "a4"]);
  });

  test("are free again when a task fails", async () => {
    const locks = openKeyLocks();
    await expect(locks.run("a", () => Promise.reject(new Error("broken")), never)).rejects.toThrow("broken");
    expect(await locks.run("a", () => Promise.resolve("next"), never)).toBe("next");
  });

  test("let a waiting caller leave, and the one behind it in, but not before the first", async () => {
    const locks = openKeyLocks();
    const gate = Promise.withResolvers<void>();
    const seen: string[] = [];
    const first = locks.run("a", () => gate.promise.then(() => void seen.push("first")), never);
    const impatient = new AbortController();
    const second = locks.run("a", async () => void seen.push("second"), impatient.signal);
    const third = locks.run("a", async () => void seen.push("third"), never);
    impatient.abort(new Error("gone"));
    await expect(second).rejects.toThrow("gone");
    expect(seen).toEqual([]);
    gate.resolve();
    await Promise.all([first, third]);
    expect(seen).toEqual(["first", "third"]);
  });

  test("do nothing for a caller who has left already", async () => {
    const seen: string[] = [];
    const gone = AbortSignal.abort(new Error("gone"));
    await expect(openKeyLocks().run("a", async () => void seen.push("a"), gone)).rejects.toThrow("gone");
    expect(seen).toEqual([]);
  });
});
