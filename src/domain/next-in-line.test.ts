import { expect, test } from "vitest";
import { acceptOrder, type JobRecord } from "./index-job.ts";
import { nextInLine } from "./next-in-line.ts";

let time = Date.UTC(2026, 0, 1);
function jobOf(userId: string, fields: Partial<JobRecord> = {}): JobRecord {
  time += 1_000;
  const order = { documentId: `d${time}`, userId, fileName: "a.txt", isAwaited: false };
  return { ...acceptOrder(null, order, { jobId: `j${time}`, at: new Date(time).toISOString() }), ...fields };
}
const isFree = ({ state }: JobRecord) => state === "waiting";
const next = (jobs: JobRecord[], turns: Record<string, number> = {}) =>
  nextInLine({ jobs, isFree, lastTurn: (userId) => turns[userId] ?? 0 });

test("nobody is next where nothing waits", () => {
  expect(next([])).toBeNull();
  expect(next([jobOf("ann", { state: "running" })])).toBeNull();
});

test("of one user's jobs the oldest is next", () => {
  const [first, second] = [jobOf("ann"), jobOf("ann")];
  expect(next([second, first])).toBe(first);
});

test("what somebody waits for goes before what nobody does, whoever's it is", () => {
  const early = jobOf("ann");
  const urgent = jobOf("bob", { isUrgent: true });
  expect(next([early, jobOf("bob", { state: "running" }), urgent], { bob: 9 })).toBe(urgent);
});

test("a user with a thousand jobs does not keep another waiting", () => {
  const many = Array.from({ length: 1_000 }, () => jobOf("ann"));
  const one = jobOf("bob");
  expect(next([...many, jobOf("ann", { state: "running" }), one])).toBe(one);
  expect(next([...many, one], { ann: 1 })).toBe(one);
  expect(next([...many, one], { ann: 1, bob: 2 })).toBe(many[0]);
});
