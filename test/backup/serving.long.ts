import { test } from "vitest";
import { backUpWhileWriting } from "./backup-runs.ts";

test("ten backups of a library that is written to, each killed three times, are restored whole elsewhere", async () => {
  await backUpWhileWriting({ rounds: 10, kills: 3 });
}, 3_000_000);
