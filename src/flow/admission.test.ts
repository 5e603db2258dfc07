import { describe, expect, test, vi } from "vitest";
import { type Admission, openAdmission, withPlace } from "./admission.ts";

const never = new AbortController().signal;

/** An admission whose time stands still but for `time.ms`. */
function open(options: { places?: number; maxWaiting?: number; firstTurnMs?: number } = {}) {
  const time = { ms: 0 };
  const admission = openAdmission({
    places: 2,
    maxWaitMs: 20_000,
    maxWaiting: 1_000,
    firstTurnMs: 0,
    now: () => time.ms,
    ...options,
  });
  return { admission, time };
}

/** Lets this many through one after the other, with somebody waiting all the time. */
async function serve(
  admission: Admission,
  time: { ms: number },
  { count, everyMs }: Record<"count" | "everyMs", number>,
) {
  let place = await admission.enter(never);
  for (let i = 0; i < count; i++) {
    const next = admission.enter(never);
    time.ms += everyMs;
    place.leave();
    place = await next;
  }
  place.leave();
}

const outcomes = async (entries: Promise<unknown>[]) =>
  (await Promise.allSettled(entries)).map((one) => (one.status === "fulfilled" ? "in" : one.reason.code));

describe("an admission", () => {
  test("lets only so many in at once, the others in their order", async () => {
    const { admission } = open();
    const order: number[] = [];
    let inside = 0;
    let most = 0;
    await Promise.all(
      [1, 2, 3, 4, 5].map((visitor) =>
        withPlace(
          admission,
          async () => {
            most = Math.max(most, ++inside);
            order.push(visitor);
            await new Promise((resolve) => setImmediate(resolve));
            inside -= 1;
          },
          never,
        ),
      ),
    );
    expect([order, most]).toEqual([[1, 2, 3, 4, 5], 2]);
  });

  test("refuses at once who would wait too long, and says when to come again", async () => {
    const { admission, time } = open({ places: 1 });
    await serve(admission, time, { count: 6, everyMs: 5_000 });
    await admission.enter(never);
    // A turn takes five seconds: the fifth in the queue would wait for 25.
    const waiting = [1, 2, 3, 4].map(() => admission.enter(never));
    await expect(admission.enter(never)).rejects.toMatchObject({ code: "busy", retryAfterMs: 25_000 });
    await expect(Promise.race([...waiting, "still waiting"])).resolves.toBe("still waiting");
  });

  test("refuses at once also before anybody has had a turn", async () => {
    const { admission } = open({ places: 1, firstTurnMs: 5_000 });
    await admission.enter(never);
    for (let i = 0; i < 4; i++) void admission.enter(never);
    await expect(admission.enter(never)).rejects.toMatchObject({ code: "busy" });
  });

  test("refuses those who wait when the work turns out to be slow", async () => {
    const { admission, time } = open({ places: 1 });
    let place = await admission.enter(never);
    const waiting = Array.from({ length: 20 }, () => admission.enter(never));
    const seen = outcomes(waiting);
    for (const next of waiting.slice(0, 9)) {
      time.ms += 2_000;
      place.leave();
      place = await next;
    }
    place.leave();
    // After ten seconds a turn is known to take two, so that ten can be served within the twenty.
    expect((await seen).filter((outcome) => outcome === "busy")).toHaveLength(10);
  });

  test("is not taken in by a first turn that had much to load", async () => {
    const { admission, time } = open({ places: 1 });
    let place = await admission.enter(never);
    const waiting = Array.from({ length: 50 }, () => admission.enter(never));
    time.ms += 10_000;
    for (const next of waiting) {
      place.leave();
      place = await next;
      time.ms += 100;
    }
    expect(await outcomes(waiting)).toEqual(Array(50).fill("in"));
  });

  test("has a bounded queue, however fast it goes", async () => {
    const { admission } = open({ places: 1, maxWaiting: 2 });
    const place = await admission.enter(never);
    const entries = [1, 2, 3].map(() => admission.enter(never));
    await expect(entries[2]).rejects.toMatchObject({ code: "busy" });
    place.leave();
    (await entries[0])?.leave();
    (await entries[1])?.leave();
    (await admission.enter(never)).leave();
  });

  test("lets nobody wait longer than promised where nobody ever leaves", async () => {
    vi.useFakeTimers();
    const { admission } = open({ places: 1 });
    await admission.enter(never);
    const refused = expect(admission.enter(never)).rejects.toMatchObject({ code: "busy" });
    await vi.advanceTimersByTimeAsync(20_000);
    await refused;
    vi.useRealTimers();
  });

  test("gives no place to who has left the queue", async () => {
    const { admission } = open({ places: 1 });
    const place = await admission.enter(never);
    const controller = new AbortController();
    const gone = admission.enter(controller.signal);
    const next = admission.enter(never);
    controller.abort(new Error("gone"));
    place.leave();
    place.leave();
    await expect(gone).rejects.toThrow("gone");
    (await next).leave();
    (await admission.enter(never)).leave();
  });
});
