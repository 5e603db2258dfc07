import { test } from "vitest";
import { openCopies, stormAndExpectTidy } from "./interleaved-calls.ts";

const CALLS = 1_000;

test(`two copies of the service leave no duplicate, no orphan and no mixed version after ${CALLS} interleaved calls`, async () => {
  const opened = await openCopies();
  await stormAndExpectTidy(opened, CALLS);
  await opened.close();
});
