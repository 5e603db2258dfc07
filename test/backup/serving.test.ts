import { test } from "vitest";
import { backUpWhileWriting } from "./backup-runs.ts";

test("a backup of a library that is written to, killed and gone on with, is restored whole elsewhere", async () => {
  await backUpWhileWriting({ rounds: 1, kills: 2 });
});
