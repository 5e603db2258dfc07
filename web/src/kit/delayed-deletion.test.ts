import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createDelayedDeletions } from "./delayed-deletion.ts";

describe("createDelayedDeletions", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function recorder() {
    const sent: { id: string; keepalive: boolean }[] = [];
    const remove = async (id: string, { keepalive }: { keepalive: boolean }) => {
      sent.push({ id, keepalive });
    };
    return { sent, remove };
  }

  it("hides at once and deletes after the time to think", async () => {
    const deletions = createDelayedDeletions(10_000);
    const { sent, remove } = recorder();
    const { finished } = deletions.start(["a", "b"], remove);
    expect([...deletions.pending.get()]).toEqual(["a", "b"]);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent.map(({ id }) => id)).toEqual(["a", "b"]);
    expect(await finished).toEqual([]);
    expect([...deletions.pending.get()]).toEqual([]);
  });

  it("deletes nothing that was taken back", async () => {
    const deletions = createDelayedDeletions(10_000);
    const { sent, remove } = recorder();
    const first = deletions.start(["a"], remove);
    deletions.start(["b"], remove);
    first.undo();
    expect([...deletions.pending.get()]).toEqual(["b"]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(sent.map(({ id }) => id)).toEqual(["b"]);
  });

  it("sends everything at once when the page goes, and nothing twice", async () => {
    const deletions = createDelayedDeletions(10_000);
    const { sent, remove } = recorder();
    deletions.start(["a"], remove);
    deletions.flush();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(sent).toEqual([{ id: "a", keepalive: true }]);
  });

  it("shows again what could not be deleted, and says why", async () => {
    const deletions = createDelayedDeletions(10);
    const { finished } = deletions.start(["a"], () => Promise.reject(new Error("no")));
    await vi.advanceTimersByTimeAsync(10);
    expect(await finished).toEqual([new Error("no")]);
    expect([...deletions.pending.get()]).toEqual([]);
  });
});
