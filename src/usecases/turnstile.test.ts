import { describe, expect, test } from "vitest";
import { openDocumentLocks, openTurnstile } from "./turnstile.ts";

const never = new AbortController().signal;

describe("a turnstile", () => {
  test("lets only so many in at once, the others in their order", async () => {
    const turnstile = openTurnstile(2);
    const order: number[] = [];
    let inside = 0;
    let most = 0;
    const visits = [1, 2, 3, 4, 5].map((visitor) =>
      turnstile.pass(async () => {
        inside += 1;
        most = Math.max(most, inside);
        order.push(visitor);
        await new Promise((done) => setTimeout(done, 2));
        inside -= 1;
      }, never),
    );
    await Promise.all(visits);
    expect(order).toEqual([1, 2, 3, 4, 5]);
    expect(most).toBe(2);
  });

  test("frees its place when the task fails", async () => {
    const turnstile = openTurnstile(1);
    await expect(turnstile.pass(() => Promise.reject(new Error("broken")), never)).rejects.toThrow("broken");
    expect(await turnstile.pass(() => Promise.resolve("next"), never)).toBe("next");
  });

  test("lets a waiting caller leave, and the one behind it in", async () => {
    const turnstile = openTurnstile(1);
    const gate = Promise.withResolvers<void>();
    const first = turnstile.pass(() => gate.promise, never);
    const impatient = new AbortController();
    const second = turnstile.pass(() => Promise.resolve("second"), impatient.signal);
    const third = turnstile.pass(() => Promise.resolve("third"), never);
    impatient.abort(new Error("gone"));
    await expect(second).rejects.toThrow("gone");
    gate.resolve();
    await first;
    expect(await third).toBe("third");
  });
});

describe("document locks", () => {
  test("keep one document's changes apart and let others pass", async () => {
    const locks = openDocumentLocks();
    const gate = Promise.withResolvers<void>();
    const seen: string[] = [];
    const slow = locks.hold("a", () => gate.promise.then(() => void seen.push("a1")), never);
    const behind = locks.hold("a", async () => void seen.push("a2"), never);
    await locks.hold("b", async () => void seen.push("b"), never);
    gate.resolve();
    await Promise.all([slow, behind]);
    expect(seen).toEqual(["b", "a1", "a2"]);
  });
});
