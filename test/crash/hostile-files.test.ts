import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTextExtractor } from "../../src/adapters/extract/open-text-extractor.ts";
import { sourceFile } from "../doubles/source-file.ts";
import { temporaryFolder } from "../doubles/temporary-folder.ts";
import { hostileFiles } from "./hostile-files.ts";

const MEBIBYTE = 1024 * 1024;
/** What a reader never reaches, whatever it reads. */
const CHILD_BYTES = 1024 * MEBIBYTE;
const SAMPLE_MS = 20;

const files = hostileFiles();

describe.skipIf(process.platform !== "linux")("a hostile file", () => {
  const folder = temporaryFolder("suite");
  let extractor: ReturnType<typeof openTextExtractor>;

  beforeAll(() => {
    extractor = openTextExtractor({
      temporaryDirectory: folder.path,
      limits: { wallTimeMs: 45_000 },
      ocr: { languages: ["eng"] },
    });
  });
  afterAll(() => extractor.close());

  it.each(Object.keys(files))("harms nobody but itself: %s", async (kind) => {
    const { name, bytes, refusal } = files[kind] ?? { name: "", bytes: new Uint8Array(0), refusal: null };
    const memory = watchMemory();
    const hostile = outcomeOf(name, bytes);
    const other = await outcomeOf("letter.txt", Buffer.from("Still here."));
    const outcome = await hostile;
    const { growthBytes, childBytes } = memory.end();

    expect(other).toMatchObject({ text: "Still here." });
    expect("text" in outcome ? "" : `${outcome.code}: ${outcome.details}`).toMatch(
      refusal ?? /^$|^no-text: \S/,
    );
    if ("code" in outcome) expect(["no-text", "timed-out"]).toContain(outcome.code);
    expect(growthBytes).toBeLessThan(200 * MEBIBYTE);
    expect(childBytes).toBeLessThan(CHILD_BYTES);
  });

  it("is refused before a byte of it is stored where it claims too many", async () => {
    const bytes: AsyncIterable<Uint8Array> = {
      [Symbol.asyncIterator]: () => {
        throw new Error("was asked for");
      },
    };
    const claim = { name: "a.txt", sizeBytes: 2 ** 31, bytes };
    await expect(extractor.extract(claim, () => undefined, AbortSignal.timeout(5_000))).rejects.toMatchObject(
      {
        code: "no-text",
        details: expect.stringContaining("too large"),
      },
    );
  });

  it("leaves an extractor that reads on", async () => {
    expect(await outcomeOf("after.txt", Buffer.from("After all."))).toEqual({ text: "After all." });
  });

  async function outcomeOf(
    name: string,
    content: Uint8Array,
  ): Promise<{ text: string } | { code: string; details: string }> {
    try {
      const file = sourceFile(name, content);
      const { chunks } = await extractor.extract(file, () => undefined, AbortSignal.timeout(55_000));
      return { text: chunks.map((chunk) => chunk.text).join("\n") };
    } catch (error) {
      if (!(error instanceof Error && "code" in error && "details" in error)) throw error;
      return { code: String(error.code), details: String(error.details) };
    }
  }
});

/** Watches how much memory this process gains, and the most that a reader has held. */
function watchMemory(): { end(): { growthBytes: number; childBytes: number } } {
  const before = process.memoryUsage.rss();
  let most = before;
  let childBytes = 0;
  const sample = () => {
    most = Math.max(most, process.memoryUsage.rss());
    for (const pid of childrenOf(process.pid)) childBytes = Math.max(childBytes, peakBytesOf(pid));
  };
  const timer = setInterval(sample, SAMPLE_MS);
  return {
    end() {
      clearInterval(timer);
      sample();
      return { growthBytes: most - before, childBytes };
    },
  };
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").split(" ").filter(Boolean).map(Number);
}

/** The most memory that a process has held since it began, zero where it has just ended. */
function peakBytesOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "latin1");
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ESRCH"))
      return 0;
    throw error;
  }
}
