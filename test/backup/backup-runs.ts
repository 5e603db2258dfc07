import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import { type ServiceProcess, startProcess } from "../crash/service-process.ts";
import { expectKept, keepWriting } from "./restless-library.ts";

const PROGRAM = resolve(import.meta.dirname, "../../bin/carrel.js");
const LARGE_BYTES = 30_000_000;
const LONGEST_LIFE_MS = 200;
const PATIENCE = { timeout: 60_000 };

/**
 * Backs a library up while it is written to, each time killing the backup as often as `kills` says, and looks whether
 * what is restored elsewhere fits together and holds all that was acknowledged before the backup began.
 */
export async function backUpWhileWriting({
  rounds,
  kills,
}: {
  rounds: number;
  kills: number;
}): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "carrel-backup-runs-"));
  const dataDirectory = join(folder, "data");
  const service = await startProcess({ dataDirectory });
  let writing: ReturnType<typeof keepWriting> | undefined;
  try {
    // So that a backup takes long enough to be met in its middle.
    expect((await service.upload("large.bin", Buffer.alloc(LARGE_BYTES, "large"))).status).toBe(200);
    writing = keepWriting(service);
    await expect.poll(writing.count, PATIENCE).toBeGreaterThan(10);
    for (let round = 0; round < rounds; round++) {
      const archive = join(folder, `${round}.tar`);
      for (let kill = 0; kill < kills; kill++) await killInTheMiddle({ dataDirectory, archive });
      const acknowledged = writing.soFar();
      const backup = await startProcess({ dataDirectory, words: ["backup", archive] });
      expect(await backup.ended, backup.said.err).toBe(0);
      expect(backup.said.out).toContain("Done and read back");
      expect([existsSync(`${archive}.part`), existsSync(`${archive}.part.db`)]).toEqual([false, false]);
      await expectRestored(folder, archive, (restored) => expectKept(restored, acknowledged));
      await rm(archive);
    }
  } finally {
    await writing?.stop();
    await service.kill();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Ends a backup with SIGKILL, somewhere between its first byte and its last. */
async function killInTheMiddle({ dataDirectory, archive }: { dataDirectory: string; archive: string }) {
  const { PATH = "" } = process.env;
  const env = { PATH, DATA_DIR: dataDirectory };
  const backup = spawn(process.execPath, [PROGRAM, "backup", archive], { env, stdio: "ignore" });
  const ended = once(backup, "exit");
  const hasBegun = () => existsSync(`${archive}.part`) || existsSync(archive);
  await expect.poll(hasBegun, { ...PATIENCE, interval: 5 }).toBe(true);
  await pause(Math.random() * LONGEST_LIFE_MS);
  backup.kill("SIGKILL");
  await ended;
  await rm(archive, { force: true });
}

async function expectRestored(
  folder: string,
  archive: string,
  look: (restored: ServiceProcess) => Promise<void>,
): Promise<void> {
  const dataDirectory = join(folder, "elsewhere");
  const restore = await startProcess({ dataDirectory, words: ["restore", archive] });
  expect(await restore.ended, restore.said.err).toBe(0);
  const doctor = await startProcess({ dataDirectory, words: ["doctor"] });
  expect(await doctor.ended, doctor.said.out).toBe(0);
  const restored = await startProcess({ dataDirectory });
  try {
    await look(restored);
    expect(restored.said.err).not.toContain("quarantine");
  } finally {
    await restored.kill("SIGTERM");
  }
  await rm(dataDirectory, { recursive: true });
}
