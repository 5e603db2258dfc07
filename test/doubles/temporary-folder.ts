import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";

/** An empty folder for each test that follows, or one for all of them, which goes with all that was put into it. */
export function temporaryFolder(per: "test" | "suite" = "test") {
  let path = "";
  const [before, after] = per === "test" ? [beforeEach, afterEach] : [beforeAll, afterAll];
  before(async () => {
    path = await mkdtemp(join(tmpdir(), "carrel-"));
  });
  after(() => rm(path, { recursive: true, force: true }));
  return {
    get path() {
      return path;
    },
    /** Where something lies in it. */
    at: (...names: string[]) => join(path, ...names),
  };
}
