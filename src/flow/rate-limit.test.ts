import { expect, test } from "vitest";
import { openRateLimit } from "./rate-limit.ts";

function open(quota = 3, maxKeys = 100) {
  const clock = { now: 1_000 };
  const limit = openRateLimit({ quota, windowMs: 60_000, maxKeys, now: () => clock.now });
  return { clock, limit };
}

test("lets as many come at once as the quota says, and then one whenever one has come back", () => {
  const { clock, limit } = open();
  expect([1, 2, 3].map(() => limit.take("a"))).toEqual([
    { isAllowed: true, remaining: 2, waitMs: 20_000 },
    { isAllowed: true, remaining: 1, waitMs: 40_000 },
    { isAllowed: true, remaining: 0, waitMs: 20_000 },
  ]);
  expect(limit.take("a")).toEqual({ isAllowed: false, remaining: 0, waitMs: 20_000 });
  clock.now += 19_900;
  expect(limit.take("a").isAllowed).toBe(false);
  clock.now += 100;
  expect(limit.take("a")).toEqual({ isAllowed: true, remaining: 0, waitMs: 20_000 });
  expect(limit.take("a").isAllowed).toBe(false);
});

test("does not make one wait for another", () => {
  const { limit } = open(1);
  expect(limit.take("a").isAllowed).toBe(true);
  expect(limit.take("a").isAllowed).toBe(false);
  expect(limit.take("b").isAllowed).toBe(true);
});

test("never lets more than two quotas pass within a window, wherever it begins", () => {
  const { clock, limit } = open(7);
  let allowed = 0;
  for (let ms = 0; ms < 60_000; ms += 100, clock.now += 100) allowed += limit.take("a").isAllowed ? 1 : 0;
  expect(allowed).toBe(13);
});

test("holds quotas whose share of a window is no whole number", () => {
  const { limit } = open(1_200);
  const taken = Array.from({ length: 1_201 }, () => limit.take("a").isAllowed);
  expect(taken.filter(Boolean)).toHaveLength(1_200);
  const uneven = open(7).limit;
  expect(Array.from({ length: 8 }, () => uneven.take("a").isAllowed).filter(Boolean)).toHaveLength(7);
});

test("remembers no more keys than it may, and forgets those first that rest longest", () => {
  const { limit } = open(1, 2);
  for (const key of ["a", "b", "b", "c"]) limit.take(key);
  expect(limit.take("b").isAllowed).toBe(false);
  expect(limit.take("a").isAllowed).toBe(true);
});
