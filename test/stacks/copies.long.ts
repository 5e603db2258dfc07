import { expect, test } from "vitest";
import { expectTidy, openCopies, storm, uploadLease } from "./interleaved-calls.ts";

const CALLS = 1_000;

test(`two copies of the service leave no duplicate, no orphan and no mixed version after ${CALLS} interleaved calls`, async () => {
  const { copies, stack, close } = await openCopies();
  const documents = [
    await uploadLease(copies[0]),
    await uploadLease(copies[1]),
    await uploadLease(copies[0]),
  ];
  const done = await storm(copies, documents, CALLS);
  expect(Math.min(...Object.values(done))).toBeGreaterThan(CALLS / 10);
  await expectTidy(stack, copies[0], documents);
  await close();
});
