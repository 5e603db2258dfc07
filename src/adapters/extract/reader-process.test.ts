import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "./extraction-limits.ts";
import { startReaderProcess } from "./reader-process.ts";

const directory = mkdtempSync(join(tmpdir(), "carrel-"));
afterAll(() => rmSync(directory, { recursive: true }));

const { signal } = new AbortController();
const requestFor = (name: string) => ({
  path: join(directory, name),
  name,
  limits: DEFAULT_LIMITS,
  ocr: null,
});

describe("a reader process", () => {
  it("calls its own failure what it is, and reads on", async () => {
    writeFileSync(join(directory, "a.txt"), "Text");
    const reader = startReaderProcess(DEFAULT_LIMITS);
    await expect(reader.read(requestFor("absent.txt"), () => undefined, signal)).rejects.toMatchObject({
      code: "extraction-failed",
      cause: expect.objectContaining({ message: expect.stringContaining("ENOENT") }),
    });
    expect(await reader.read(requestFor("a.txt"), () => undefined, signal)).toMatchObject({
      parts: [{ text: "Text" }],
    });
    reader.end();
    await reader.ended;
  });

  it("is spent after fifty files", async () => {
    writeFileSync(join(directory, "a.txt"), "Text");
    const reader = startReaderProcess(DEFAULT_LIMITS);
    for (let file = 1; file <= 50; file++) {
      expect(reader.isSpent).toBe(false);
      await reader.read(requestFor("a.txt"), () => undefined, signal);
    }
    expect(reader.isSpent).toBe(true);
    reader.end();
    await reader.ended;
  });

  it("fails the file when it is ended from outside, and takes no other", async () => {
    const reader = startReaderProcess(DEFAULT_LIMITS);
    const reading = reader.read(requestFor("a.txt"), () => undefined, signal);
    reader.end();
    await expect(reading).rejects.toMatchObject({ code: "extraction-failed" });
    expect(reader.isSpent).toBe(true);
    await reader.ended;
  });
});
