import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { forEachAtOnce } from "./for-each-at-once.ts";

const never = new AbortController().signal;

describe("work on several items at a time", () => {
  test("does each once, no more than so many together", async () => {
    const seen: number[] = [];
    let running = 0;
    let most = 0;
    await forEachAtOnce(
      [1, 2, 3, 4, 5, 6, 7],
      3,
      async (item, index) => {
        running += 1;
        most = Math.max(most, running);
        await wait(1);
        seen.push(item * 10 + index);
        running -= 1;
      },
      never,
    );
    expect(seen.toSorted((a, b) => a - b)).toEqual([10, 21, 32, 43, 54, 65, 76]);
    expect(most).toBe(3);
  });

  test("begins nothing more after a failure, tells those under way, and throws it when they have ended", async () => {
    const begun: number[] = [];
    const stopped: number[] = [];
    const work = async (item: number, _index: number, signal: AbortSignal) => {
      begun.push(item);
      if (item === 2) throw new Error("broken");
      await wait(60_000, undefined, { signal }).catch(() => stopped.push(item));
    };
    await expect(forEachAtOnce([1, 2, 3, 4], 2, work, never)).rejects.toThrow("broken");
    expect([begun, stopped]).toEqual([[1, 2], [1]]);
  });

  test("ends with the caller's reason where the caller leaves", async () => {
    const leaving = new AbortController();
    const work = (_item: number, _index: number, signal: AbortSignal) => wait(60_000, undefined, { signal });
    const working = forEachAtOnce([1, 2, 3], 2, work, leaving.signal);
    leaving.abort(new Error("gone"));
    await expect(working).rejects.toThrow("gone");
  });
});
