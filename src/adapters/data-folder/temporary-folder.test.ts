import { existsSync } from "node:fs";
import { mkdir, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/doubles/temporary-folder.ts";
import { openTemporaryFolder } from "./temporary-folder.ts";

describe("a temporary folder", () => {
  const home = temporaryFolder();
  let parent: string;
  const open: { close(): Promise<void> }[] = [];

  beforeEach(() => {
    parent = home.at("tmp");
  });
  afterEach(async () => {
    for (const folder of open.splice(0)) await folder.close();
  });

  const openFolder = (onLeftover?: (cause: unknown) => void) => {
    const folder = openTemporaryFolder({ parent, ...(onLeftover && { onLeftover }) });
    open.push(folder);
    return folder;
  };

  it("is not there before it is needed, and gone without a trace when it is closed", async () => {
    const folder = openFolder();
    await folder.check();
    expect(existsSync(parent)).toBe(false);
    await writeFile(join(await folder.ready(), "file"), "text");
    await folder.check();
    await folder.close();
    expect(await readdir(parent)).toEqual([]);
  });

  it("is made once for all who ask at the same time", async () => {
    const folder = openFolder();
    const paths = await Promise.all(Array.from({ length: 10 }, () => folder.ready()));
    expect(new Set(paths)).toEqual(new Set([folder.path]));
    expect(await readdir(parent)).toHaveLength(2);
  });

  it.each(["its parent", "the folder", "its lock"])("is whole again where %s has vanished", async (what) => {
    const folder = openFolder();
    await folder.ready();
    const gone = { "its parent": parent, "the folder": folder.path, "its lock": `${folder.path}.lock` }[what];
    await rm(gone ?? "", { recursive: true });
    await writeFile(join(await folder.ready(), "file"), "text");
    const other = openFolder();
    await other.ready();
    expect(await readdir(folder.path)).toEqual(["file"]);
  });

  it("of one that lives is left alone, those of others go at once, and what nobody knows when it is old", async () => {
    const living = openFolder();
    await living.ready();
    const dead = join(parent, "run-00000000-0000-4000-8000-000000000000");
    const alone = join(parent, "run-11111111-1111-4111-8111-111111111111.lock");
    for (const name of [dead, join(parent, "extract-1-old"), join(parent, "upload-young")]) await mkdir(name);
    for (const name of [`${dead}.lock`, alone, join(dead, "0")]) await writeFile(name, "");
    const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1_000);
    for (const name of ["extract-1-old", living.path.slice(parent.length + 1)]) {
      await utimes(join(parent, name), longAgo, longAgo);
    }
    const next = openFolder();
    await next.ready();
    const own = [living.path, next.path].flatMap((path) => [path, `${path}.lock`]);
    const expected = ["upload-young", ...own.map((path) => path.slice(parent.length + 1))];
    expect((await readdir(parent)).toSorted()).toEqual(expected.toSorted());
  });

  it("says where it cannot be made", async () => {
    await writeFile(parent, "a file in its place");
    await expect(openFolder().ready()).rejects.toMatchObject({
      code: "storage-failed",
      message: "Nothing can be kept in the data folder",
      details: "Set DATA_DIR to a folder that this user may write to",
    });
  });
});
