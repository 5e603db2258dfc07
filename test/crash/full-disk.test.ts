import { execFileSync } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ServiceProcess, startProcess } from "./service-process.ts";

const MIB = 1024 * 1024;
const DISK_MIB = 24;
const FULL = {
  error: "The disk of the service is full",
  details: expect.stringContaining("Make room on the disk that holds DATA_DIR"),
};

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

describe.skipIf(!canMount())("a service whose disk fills up", () => {
  let disk: string;
  let service: ServiceProcess;
  let documentId: string;
  const filler = () => join(disk, "filler");

  beforeAll(async () => {
    disk = await mkdtemp(join(tmpdir(), "carrel-full-disk-"));
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_MIB}m`, "none", disk]);
    service = await startProcess({ dataDirectory: join(disk, "data") });
    documentId = (await service.upload("a.txt", "The text.")).body.documentId;
  });
  afterAll(async () => {
    await service.kill();
    execFileSync("umount", [disk]);
    await rm(disk, { recursive: true });
  });

  const fillUp = () =>
    writeFile(filler(), Buffer.alloc(DISK_MIB * MIB)).catch((error: NodeJS.ErrnoException) => {
      expect(error.code).toBe("ENOSPC");
    });
  const health = async () => {
    const { backends } = await service.ask("/api/health");
    // The embedder may still be on its way.
    const ports = Object.keys(backends).filter((port) => port !== "embedder");
    return ports.filter((port) => backends[port].state === "down").toSorted();
  };
  const index = () => service.ask("/api/documents/index", { documentId, userId: "ada", fileName: "a.txt" });
  const newSession = (size: number) =>
    service.ask("/api/chat/history", {
      userId: "ada",
      messages: [{ role: "user", content: "x".repeat(size) }],
    });

  test("says so where it cannot store, and in its health, until there is room again", async () => {
    expect(await health()).toEqual([]);
    await fillUp();
    expect(await health()).toEqual(["extractor", "files", "sessions", "vectors"]);
    const { status, backends } = await service.ask("/api/health");
    expect(status).toBe("degraded");
    expect(backends.files.reason).toMatch(/^The disk of the service is full/);
    expect(await service.upload("b.txt", Buffer.alloc(MIB))).toEqual({ status: 500, body: FULL });
    expect(await newSession(3 * MIB)).toEqual(FULL);
    expect(await index()).toEqual(FULL);
    await rm(filler());
    expect(await health()).toEqual([]);
    expect((await service.upload("b.txt", "text")).status).toBe(200);
    expect((await newSession(100)).session).toMatchObject({ userId: "ada" });
    expect(await index()).toMatchObject({ success: true });
  });

  test("refuses a file that is too large for it, and leaves nothing of it", async () => {
    // What was kept of an indexing goes a moment after its answer.
    await expect.poll(() => readdir(join(disk, "data/jobs"))).toEqual([]);
    const before = await readdir(disk, { recursive: true });
    const tooLarge = await service.upload("c.bin", Buffer.alloc(DISK_MIB * MIB));
    expect(tooLarge).toEqual({ status: 500, body: FULL });
    expect((await readdir(disk, { recursive: true })).toSorted()).toEqual(before.toSorted());
    expect(await health()).toEqual([]);
  });
});
