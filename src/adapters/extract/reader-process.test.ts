import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { temporaryFolder } from "../../../test/doubles/temporary-folder.ts";
import { DEFAULT_LIMITS } from "./extraction-limits.ts";
import { readerFlags } from "./reader-flags.ts";
import { startReaderProcess } from "./reader-process.ts";
import type { ReaderRequest } from "./reader-protocol.ts";

const spool = temporaryFolder();

const { signal } = new AbortController();
const requestFor = (name: string): ReaderRequest => ({
  task: { kind: "read", path: spool.at(name), name, ocr: null },
  limits: DEFAULT_LIMITS,
});

/** A reader that is ended with the test. */
function start() {
  const reader = startReaderProcess({ limits: DEFAULT_LIMITS, spoolDirectory: spool.path });
  onTestFinished(() => {
    reader.end();
    return reader.ended;
  });
  const read = (request: ReaderRequest) => reader.run(request, () => undefined, signal);
  return { ...reader, isSpent: () => reader.isSpent, read };
}

describe("a reader process", () => {
  it("can read no file but its code and what lies in the spool", async () => {
    const beside = `${spool.path}-beside`;
    mkdirSync(beside);
    writeFileSync(join(beside, "a.txt"), "Secret");
    const reader = start();
    const foreign = [
      join(beside, "a.txt"),
      "/etc/hostname",
      `/proc/${process.pid}/environ`,
      "/proc/self/environ",
    ];
    for (const path of [...foreign, `${spool.path}/../${basename(beside)}/a.txt`]) {
      const request = requestFor("a.txt");
      const asked = { ...request, task: { ...request.task, path } } as ReaderRequest;
      await expect(reader.read(asked)).rejects.toMatchObject({
        code: "extraction-failed",
        cause: expect.objectContaining({ message: expect.stringContaining("restricted") }),
      });
    }
    rmSync(beside, { recursive: true });
  });

  it("can read no file in a thread of its own either", async () => {
    const flags = readerFlags(spool.path, DEFAULT_LIMITS.memoryBytes);
    const code = `
      import { readFileSync } from "node:fs";
      import { isMainThread, Worker } from "node:worker_threads";
      try {
        if (!isMainThread) readFileSync("/etc/hostname");
      } catch (error) {
        console.log(error.code);
      }
      if (isMainThread) new Worker(new URL(import.meta.url));`;
    writeFileSync(spool.at("thread.mjs"), code);
    const { stdout } = spawnSync(process.execPath, [...flags, spool.at("thread.mjs")], {
      encoding: "utf8",
    });
    expect(stdout).toBe("ERR_ACCESS_DENIED\n");
  });

  it.skipIf(process.platform !== "linux")("is told nothing of the environment", async () => {
    vi.stubEnv("GEMINI_API_KEY", "a-secret-key");
    const reader = start();
    writeFileSync(spool.at("a.txt"), "Text");
    await reader.read(requestFor("a.txt"));
    const names = readFileSync(`/proc/${reader.processId}/environ`, "latin1")
      .split("\0")
      .map((entry) => entry.split("=")[0]);
    expect(
      names.filter(
        (name) => !["", "NODE_CHANNEL_FD", "NODE_CHANNEL_SERIALIZATION_MODE"].includes(name ?? ""),
      ),
    ).toEqual([]);
    vi.unstubAllEnvs();
  });

  it("calls its own failure what it is, and reads on", async () => {
    writeFileSync(spool.at("a.txt"), "Text");
    const reader = start();
    await expect(reader.read(requestFor("absent.txt"))).rejects.toMatchObject({
      code: "extraction-failed",
      cause: expect.objectContaining({ message: expect.stringContaining("ENOENT") }),
    });
    expect(await reader.read(requestFor("a.txt"))).toMatchObject({
      chunks: [{ text: "Text" }],
    });
  });

  it("is spent after fifty files", async () => {
    writeFileSync(spool.at("a.txt"), "Text");
    const reader = start();
    for (let file = 1; file <= 50; file++) {
      expect(reader.isSpent()).toBe(false);
      await reader.read(requestFor("a.txt"));
    }
    expect(reader.isSpent()).toBe(true);
  });

  it("fails the file when it is ended from outside, and takes no other", async () => {
    const reader = start();
    const reading = reader.read(requestFor("a.txt"));
    reader.end();
    await expect(reading).rejects.toMatchObject({ code: "extraction-failed" });
    expect(reader.isSpent()).toBe(true);
  });
});
