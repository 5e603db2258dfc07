import { test } from "vitest";
import { killRepeatedly } from "./kills.ts";

test("nothing that a service acknowledged is lost or split by five kills, and nothing is left of them", async () => {
  await killRepeatedly(5);
}, 180_000);
