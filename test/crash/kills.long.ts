import { test } from "vitest";
import { killRepeatedly } from "./kills.ts";

test("nothing that a service acknowledged is lost or split by two hundred kills, and nothing is left of them", async () => {
  await killRepeatedly(200);
}, 3_000_000);
