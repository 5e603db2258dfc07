import { describe, expect, it } from "vitest";
import { AppError } from "../domain/errors.ts";
import { waitAsAsked } from "./wait-as-asked.ts";

const { signal } = new AbortController();

/** Work of which each attempt gets further by so much and then asks to be left alone. */
function limitedWork(steps: readonly number[], retryAfterMs: number | undefined) {
  const work = { done: 0, attempts: 0, waits: [] as number[] };
  const options = retryAfterMs === undefined ? {} : { retryAfterMs };
  const attempt = async () => {
    const step = steps[work.attempts];
    work.attempts += 1;
    if (step === undefined) return "done";
    work.done += step;
    throw new AppError("embedding-failed", "Too many requests", options);
  };
  const patience = {
    done: () => work.done,
    onWait: () => undefined,
    wait: async (ms: number) => void work.waits.push(ms),
  };
  return { work, result: waitAsAsked(attempt, patience, signal) };
}

const refused = { message: "Too many requests" };

describe("work that waits as it is asked to", () => {
  it("goes on for as long as it gets further", async () => {
    const { work, result } = limitedWork([1, 0, 0, 1, 0, 0, 1, 1, 1, 1], 60_000);
    expect(await result).toBe("done");
    expect(work.waits).toEqual(Array(10).fill(60_000));
  });

  it("gives up where it does not", async () => {
    const { work, result } = limitedWork([1, 0, 0, 0, 0, 0], 60_000);
    await expect(result).rejects.toMatchObject(refused);
    expect(work.waits).toHaveLength(3);
  });

  it("waits a second at least and five minutes at most", async () => {
    const short = limitedWork([1], 1);
    await short.result;
    const long = limitedWork([1], 300_000);
    await long.result;
    expect([short.work.waits, long.work.waits]).toEqual([[1_000], [300_000]]);
    const tooLong = limitedWork([1], 300_001);
    await expect(tooLong.result).rejects.toMatchObject(refused);
    expect(tooLong.work.waits).toEqual([]);
  });

  it("fails at once where nobody asked it to wait", async () => {
    const { work, result } = limitedWork([1], undefined);
    await expect(result).rejects.toMatchObject(refused);
    expect(work.attempts).toBe(1);
  });
});
