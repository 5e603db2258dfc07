import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { BackupProgress } from "../../src/ports/backup-archives.ts";
import { calm } from "../contracts/store-under-test.ts";
import {
  archives,
  at,
  base,
  expectSame,
  folder,
  ids,
  openAt,
  openLibrary,
  order,
  put,
  restore,
  verify,
  write,
} from "./backed-up-library.ts";

describe("a backup that was broken off", () => {
  test("goes on wherever it was, and leaves nothing else behind", async () => {
    const stores = await openLibrary();
    const whole = await readFile(join(base, "b.tar"));
    const cuts = [
      0,
      1,
      1535,
      1536,
      3000,
      5000,
      1_000_000,
      whole.length - 2000,
      whole.length - 1024,
      whole.length - 1,
    ];
    for (const cut of cuts) {
      await writeFile(at("b.tar.part"), whole.subarray(0, cut));
      await writeFile(at("b.tar.part.db"), "left by one that was killed");
      await write();
      expect((await readdir(folder)).toSorted(), `cut at ${cut}`).toEqual(["b.tar", "data"]);
      await rm(at("b.tar"));
    }
    await writeFile(at("b.tar.part"), whole.subarray(0, 4_000).fill("z", 3_000));
    await write();
    await restore("elsewhere");
    await expectSame(stores, await openAt("elsewhere"));
  });

  test("does not copy again what is there, and wipes what was removed since", async () => {
    const stores = await openLibrary();
    const secret = await put(stores, "a secret");
    const stop = new AbortController();
    const stopAt = ({ stage }: BackupProgress) => {
      if (stage === "database") stop.abort(new Error("stopped"));
    };
    await expect(write(stopAt, stop.signal)).rejects.toThrow("stopped");
    expect((await readdir(folder)).toSorted()).toEqual(["b.tar.part", "data"]);
    const before = await readFile(at("b.tar.part"));
    expect(before.includes("a secret")).toBe(true);
    await stores.wholeDocuments.remove(secret, calm);
    await write();
    const after = await readFile(at("b.tar"));
    expect(after.includes("a secret")).toBe(false);
    const place = before.indexOf(ids[2] ?? "");
    expect([place > 0, after.indexOf(ids[2] ?? "")]).toEqual([true, place]);
    expect((await verify()).files).toBe(4);
  });

  test("begins anew where what is there is of another library", async () => {
    await put(await openAt("other"), Buffer.alloc(2_000_000), false);
    await archives.write(
      { ...order(), directory: at("other"), accounts: at("other") },
      () => undefined,
      calm,
    );
    const other = await readFile(at("b.tar"));
    await rm(at("b.tar"));
    await writeFile(at("b.tar.part"), other.subarray(0, -1));
    await put(await openAt("data"), "small", false);
    expect((await write()).sizeBytes).toBeLessThan(1_000_000);
  });
});
