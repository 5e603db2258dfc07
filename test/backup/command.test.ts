import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { calm } from "../contracts/store-under-test.ts";
import { startProcess } from "../crash/service-process.ts";
import { archives, at, base, order, restore, write } from "./backed-up-library.ts";

const PROGRAM = resolve(import.meta.dirname, "../../bin/carrel.js");

async function carrel(...words: string[]) {
  const { ended, said } = await startProcess({ dataDirectory: at("data"), words });
  return { code: await ended, ...said };
}

test("an archive is checked alone, and words that do not fit are sentences", async () => {
  const archive = join(base, "b.tar");
  const [verified, without, two, both] = await Promise.all([
    carrel("backup", "--verify", archive),
    carrel("backup"),
    carrel("restore", "a.tar", "b.tar"),
    carrel("restore", "--force", archive),
  ]);
  expect([verified.code, verified.err]).toEqual([0, ""]);
  expect(verified.out).toContain(`Whole: ${archive} holds 2 sessions, 4 files and 3 documents`);
  expect([without.code, without.err]).toEqual([1, expect.stringContaining("FILE is missing")]);
  expect([two.code, two.err]).toEqual([1, expect.stringContaining("Nobody knows what to do with b.tar")]);
  expect([both.code, both.err]).toEqual([1, expect.stringContaining("--force")]);
  expect(existsSync(at("data"))).toBe(false);
});

test("a backup that is asked to end says how to go on, and leaves what it has written", async () => {
  execFileSync("cp", ["-r", "--preserve=timestamps", join(base, "data"), at("data")]);
  const { PATH = "" } = process.env;
  const env = { PATH, DATA_DIR: at("data") };
  const backup = spawn(process.execPath, [PROGRAM, "backup", at("b.tar")], { env });
  let said = "";
  backup.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const ended = once(backup, "close");
  await expect.poll(() => existsSync(at("b.tar.part")), { timeout: 60_000, interval: 1 }).toBe(true);
  backup.kill("SIGTERM");
  const [code] = await ended;
  const names = (await readdir(at("."))).toSorted();
  // On a fast machine it may have been done by then.
  if (code === 0) expect(names).toEqual(["b.tar", "data"]);
  else
    expect([names, said]).toEqual([
      ["b.tar.part", "data"],
      expect.stringContaining("Start the same backup again"),
    ]);
  await rm(at("b.tar"), { force: true });
  await write();
});

/** Only the system's own user may mount a small disk, and not in every container. */
function canMount(): boolean {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  try {
    execFileSync("unshare", ["--mount", "mount", "-t", "tmpfs", "none", "/mnt"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

test.skipIf(!canMount())("a full disk is a sentence, and a backup goes on when there is room", async () => {
  execFileSync("cp", ["-r", "--preserve=timestamps", join(base, "data"), at("data")]);
  await mkdir(at("disk"));
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=2m", "none", at("disk")]);
  try {
    const toDisk = () => archives.write(order("disk/b.tar"), () => undefined, calm);
    await expect(toDisk()).rejects.toMatchObject({
      code: "disk-full",
      message: `The disk of ${at("disk/b.tar")} is full`,
      details: expect.stringContaining("is gone on with"),
    });
    expect(await readdir(at("disk"))).toEqual(["b.tar.part"]);
    execFileSync("mount", ["-o", "remount,size=20m", at("disk")]);
    expect((await toDisk()).files).toBe(4);
    await writeFile(at("disk/filler"), Buffer.alloc(16_000_000));
    await expect(restore("disk/data", "disk/b.tar")).rejects.toMatchObject({ code: "disk-full" });
    expect((await readdir(at("disk"))).toSorted()).toEqual(["b.tar", "filler"]);
  } finally {
    execFileSync("umount", [at("disk")]);
  }
});
