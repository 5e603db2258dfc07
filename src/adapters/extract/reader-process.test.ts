import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { DEFAULT_LIMITS } from "./extraction-limits.ts";
import { readerFlags } from "./reader-flags.ts";
import { startReaderProcess } from "./reader-process.ts";
import type { ReaderRequest } from "./reader-protocol.ts";

const directory = mkdtempSync(join(tmpdir(), "carrel-"));
afterAll(() => rmSync(directory, { recursive: true }));

const { signal } = new AbortController();
const requestFor = (name: string): ReaderRequest => ({
  task: { kind: "read", path: join(directory, name), name, ocr: null },
  limits: DEFAULT_LIMITS,
});
const start = () => startReaderProcess({ limits: DEFAULT_LIMITS, spoolDirectory: directory });

describe("a reader process", () => {
  it("can read no file but its code and what lies in the spool", async () => {
    const beside = `${directory}-beside`;
    mkdirSync(beside);
    writeFileSync(join(beside, "a.txt"), "Secret");
    const reader = start();
    const foreign = [
      join(beside, "a.txt"),
      "/etc/hostname",
      `/proc/${process.pid}/environ`,
      "/proc/self/environ",
    ];
    for (const path of [...foreign, `${directory}/../${basename(beside)}/a.txt`]) {
      const request = requestFor("a.txt");
      const asked = { ...request, task: { ...request.task, path } } as ReaderRequest;
      await expect(reader.run(asked, () => undefined, signal)).rejects.toMatchObject({
        code: "extraction-failed",
        cause: expect.objectContaining({ message: expect.stringContaining("restricted") }),
      });
    }
    reader.end();
    await reader.ended;
    rmSync(beside, { recursive: true });
  });

  it("can read no file in a thread of its own either", async () => {
    const flags = readerFlags(directory, DEFAULT_LIMITS.memoryBytes);
    const code = `
      import { readFileSync } from "node:fs";
      import { isMainThread, Worker } from "node:worker_threads";
      try {
        if (!isMainThread) readFileSync("/etc/hostname");
      } catch (error) {
        console.log(error.code);
      }
      if (isMainThread) new Worker(new URL(import.meta.url));`;
    writeFileSync(join(directory, "thread.mjs"), code);
    const { stdout } = spawnSync(process.execPath, [...flags, join(directory, "thread.mjs")], {
      encoding: "utf8",
    });
    expect(stdout).toBe("ERR_ACCESS_DENIED\n");
  });

  it.skipIf(process.platform !== "linux")("is told nothing of the environment", async () => {
    vi.stubEnv("GEMINI_API_KEY", "a-secret-key");
    const reader = start();
    writeFileSync(join(directory, "a.txt"), "Text");
    await reader.run(requestFor("a.txt"), () => undefined, signal);
    const names = readFileSync(`/proc/${reader.processId}/environ`, "latin1")
      .split("\0")
      .map((entry) => entry.split("=")[0]);
    expect(
      names.filter(
        (name) => !["", "NODE_CHANNEL_FD", "NODE_CHANNEL_SERIALIZATION_MODE"].includes(name ?? ""),
      ),
    ).toEqual([]);
    reader.end();
    await reader.ended;
    vi.unstubAllEnvs();
  });

  it("calls its own failure what it is, and reads on", async () => {
    writeFileSync(join(directory, "a.txt"), "Text");
    const reader = start();
    await expect(reader.run(requestFor("absent.txt"), () => undefined, signal)).rejects.toMatchObject({
      code: "extraction-failed",
      cause: expect.objectContaining({ message: expect.stringContaining("ENOENT") }),
    });
    expect(await reader.run(requestFor("a.txt"), () => undefined, signal)).toMatchObject({
      chunks: [{ text: "Text" }],
    });
    reader.end();
    await reader.ended;
  });

  it("is spent after fifty files", async () => {
    writeFileSync(join(directory, "a.txt"), "Text");
    const reader = start();
    for (let file = 1; file <= 50; file++) {
      expect(reader.isSpent).toBe(false);
      await reader.run(requestFor("a.txt"), () => undefined, signal);
    }
    expect(reader.isSpent).toBe(true);
    reader.end();
    await reader.ended;
  });

  it("fails the file when it is ended from outside, and takes no other", async () => {
    const reader = start();
    const reading = reader.run(requestFor("a.txt"), () => undefined, signal);
    reader.end();
    await expect(reading).rejects.toMatchObject({ code: "extraction-failed" });
    expect(reader.isSpent).toBe(true);
    await reader.ended;
  });
});
