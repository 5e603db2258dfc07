import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startProcess } from "../test/crash/service-process.ts";
import { temporaryFolder } from "../test/doubles/temporary-folder.ts";

const home = temporaryFolder();

test("the runtime of the embedder reports its use to nobody, and leaves no files for that", async () => {
  const settings = { HOME: home.path };
  const service = await startProcess({ dataDirectory: home.at("data"), settings, cwd: home.path });
  const found = await service.ask("/api/search/semantic", { query: "badger", userId: "ada" });
  await service.kill("SIGTERM");
  expect(found).toMatchObject({ success: true });
  expect(existsSync(join(tmpdir(), `mat-debug-${service.child.pid}.log`))).toBe(false);
  expect(existsSync(home.at(".cache", "Microsoft"))).toBe(false);
  expect(await readdir(home.path)).toEqual(["data"]);
});
