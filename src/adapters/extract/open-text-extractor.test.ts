import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { assemblePdf, makePdf } from "../../../test/contracts/make-pdf.ts";
import { sourceFile } from "../../../test/doubles/source-file.ts";
import { temporaryFolder } from "../../../test/doubles/temporary-folder.ts";
import type { ExtractionLimits } from "./extraction-limits.ts";
import { openTextExtractor } from "./open-text-extractor.ts";
import { makeZip } from "./testing/make-zip.ts";
import { pdfOfPictures, scanOf } from "./testing/scanned-page.ts";
import { zeroBomb } from "./testing/zero-bomb.ts";

const MEBIBYTE = 1024 * 1024;
const { signal: calm } = new AbortController();

const folder = temporaryFolder();

/** An extractor that is closed when the test is over. */
function openWith(options: Partial<Parameters<typeof openTextExtractor>[0]> = {}) {
  const extractor = openTextExtractor({ temporaryDirectory: folder.path, ...options });
  onTestFinished(extractor.close);
  return extractor;
}

function open(limits: Partial<ExtractionLimits> = {}) {
  const extractor = openWith({ limits, maxProcesses: 1 });
  const extract = (name: string, content: string | Uint8Array, signal = calm) =>
    extractor.extract(sourceFile(name, content), () => undefined, signal);
  return { ...extractor, extract };
}

describe("a file that wants too much", () => {
  it("fails alone when its PDF page inflates beyond the memory limit", async () => {
    const { extract } = open({ memoryBytes: 300 * MEBIBYTE });
    const content = Buffer.concat([Buffer.from([0x78, 0x9c]), zeroBomb(1_500 * MEBIBYTE)]);
    const bomb = assemblePdf([{ dictionary: "/Filter /FlateDecode", content }]);
    await expect(extract("bomb.pdf", bomb)).rejects.toMatchObject({
      code: "no-text",
      details: expect.stringContaining("memory"),
    });
    expect(await extract("next.txt", "Still here.")).toMatchObject({ chunks: [{ text: "Still here." }] });
  });

  it("fails when its archive unpacks to too much", async () => {
    const { extract } = open();
    const bomb = makeZip([
      { name: "word/document.xml", content: zeroBomb(400 * MEBIBYTE), isDeflated: true },
    ]);
    await expect(extract("bomb.docx", bomb)).rejects.toMatchObject({
      code: "no-text",
      details: expect.stringContaining("unpacks"),
    });
  });

  it("fails as timed out when it takes too long", async () => {
    const { extract } = open({ wallTimeMs: 300 });
    const long = makePdf(Array.from({ length: 4_000 }, (_, page) => `Page ${page}`));
    await expect(extract("long.pdf", long)).rejects.toMatchObject({ code: "timed-out" });
  });

  it("fails as timed out when its bytes never come", async () => {
    const extractor = openWith({ limits: { wallTimeMs: 50 } });
    const bytes = (async function* (): AsyncGenerator<Uint8Array> {
      await new Promise(() => undefined);
    })();
    const reading = extractor.extract({ name: "a.txt", sizeBytes: 1, bytes }, () => undefined, calm);
    await expect(reading).rejects.toMatchObject({ code: "timed-out" });
  });

  it.each([
    ["characters", { characters: 10 }],
    ["bytes", { fileBytes: 10 }],
  ])("fails when it has too many %s", async (_, limits) => {
    await expect(open(limits).extract("a.txt", "More than ten letters.")).rejects.toMatchObject({
      code: "no-text",
      details: expect.stringContaining("too large"),
    });
  });

  it("fails when it has too many pages", async () => {
    const { extract } = open({ pages: 2 });
    await expect(extract("a.pdf", makePdf(["a", "b", "c"]))).rejects.toMatchObject({
      code: "no-text",
      details: expect.stringContaining("3 pages"),
    });
  });
});

describe("letters in pictures", () => {
  it("are read where languages are given, and the process has no more rights for it", async () => {
    const scan = pdfOfPictures([await scanOf("The lighthouse keeper")]);
    const extractor = openWith({ maxProcesses: 1, ocr: { languages: ["eng"] } });
    expect(await extractor.extract(sourceFile("scan.pdf", scan), () => undefined, calm)).toMatchObject({
      chunks: [{ text: "The lighthouse keeper", pageNumber: 1 }],
      pages: 1,
    });
  });

  it("are not read where none are given", async () => {
    const scan = pdfOfPictures([await scanOf("The lighthouse keeper")]);
    await expect(open().extract("scan.pdf", scan)).rejects.toMatchObject({
      code: "no-text",
      details: expect.stringContaining("switched off"),
    });
  });

  it.each(["xyz", "../eng", ""])("are not read in %j, which nobody has installed", (language) => {
    expect(() =>
      openTextExtractor({ temporaryDirectory: folder.path, ocr: { languages: ["eng", language] } }),
    ).toThrow(
      expect.objectContaining({ code: "invalid-input", details: expect.stringContaining("Install") }),
    );
  });
});

describe("the files on disk", () => {
  const entries = () => readdirSync(folder.path, { recursive: true }).map(String);

  it("are gone after success, failure and abort, and the directory goes with the extractor", async () => {
    const { extract, close } = open();
    await extract("a.txt", "Text");
    await expect(extract("b.txt", "")).rejects.toMatchObject({ code: "no-text" });
    const controller = new AbortController();
    const aborted = extract("c.pdf", makePdf(Array(500).fill("Text")), controller.signal);
    controller.abort(new Error("enough"));
    await expect(aborted).rejects.toThrow("enough");
    expect(entries()).toHaveLength(1);
    await close();
    expect(entries()).toEqual([]);
  });

  it("lie in a directory that is made anew where it has vanished", async () => {
    const { extract } = open();
    await extract("a.txt", "Text");
    rmSync(folder.path, { recursive: true });
    expect(await extract("b.txt", "Text")).toMatchObject({ chunks: [{ text: "Text" }] });
  });
});

describe("closing", () => {
  it("fails files that are read or wait, and all that come later", async () => {
    const { extract, close } = open();
    const files = ["a.pdf", "b.pdf"].map((name) => extract(name, makePdf(Array(500).fill("Text"))));
    const outcomes = Promise.allSettled(files);
    await close();
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({ status: "rejected", reason: { code: "cancelled" } });
    }
    await expect(extract("late.txt", "Text")).rejects.toMatchObject({ code: "cancelled" });
  });
});

describe("a reader process", () => {
  it("passes on what a listener to its progress throws", async () => {
    const extractor = openWith();
    const reason = new Error("the listener is broken");
    const fail = () => {
      throw reason;
    };
    await expect(extractor.extract(sourceFile("a.pdf", makePdf(["a", "b"])), fail, calm)).rejects.toBe(
      reason,
    );
  });

  it.skipIf(process.platform !== "linux")("is used for the next file", async () => {
    const { extract } = open();
    await extract("a.txt", "Text");
    const first = childrenOf(process.pid);
    await extract("b.txt", "Text");
    expect(childrenOf(process.pid)).toEqual(first);
  });

  it.skipIf(process.platform !== "linux")("ends when no file has come for a while", async () => {
    const extractor = openWith({ idleMs: 50 });
    const before = childrenOf(process.pid);
    await extractor.extract(sourceFile("a.txt", "Text"), () => undefined, calm);
    await expect.poll(() => childrenOf(process.pid), { timeout: 10_000 }).toEqual(before);
    expect(await extractor.extract(sourceFile("b.txt", "Text"), () => undefined, calm)).toMatchObject({
      pages: null,
    });
  });

  it.skipIf(process.platform !== "linux").each(["idle", "busy"])(
    "ends when its parent is killed while it is %s",
    async (way) => {
      const script = fileURLToPath(new URL("./testing/hold-reader.ts", import.meta.url));
      const parent = spawn(process.execPath, [script, folder.path, way], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      await once(parent.stdout, "data");
      const readers = childrenOf(parent.pid ?? 0);
      expect(readers).toHaveLength(1);
      if (way === "busy") {
        const start = cpuTicksOf(readers[0] ?? 0);
        await expect
          .poll(() => cpuTicksOf(readers[0] ?? 0) - start, { timeout: 30_000 })
          .toBeGreaterThan(200);
      }
      parent.kill("SIGKILL");
      await expect.poll(() => readers.filter(isAlive), { timeout: 10_000 }).toEqual([]);
    },
  );
});

describe("a drawing that never ends", () => {
  it("is given up, and the reader with it, while others are read and the service can end", async () => {
    const extractor = openWith({ limits: { pictureTimeMs: 1_500 } });
    const before = childrenOf(process.pid);
    const drawings = Array.from({ length: 3 }, () =>
      extractor.prepareImage(sourceFile("a.svg", ENDLESS_SVG), calm),
    );
    for (const outcome of await Promise.allSettled(drawings)) {
      expect(outcome).toMatchObject({
        status: "rejected",
        reason: { code: "no-text", details: expect.stringContaining("took too long to draw") },
      });
    }
    const text = extractor.extract(sourceFile("next.txt", "Still here."), () => undefined, calm);
    expect(await text).toMatchObject({ chunks: [{ text: "Still here." }] });
    await extractor.close();
    expect(childrenOf(process.pid)).toEqual(before);
  });

  it("is given up where its letters are looked for", async () => {
    const ocr = { languages: ["eng"] };
    const extractor = openWith({ ocr, limits: { pictureTimeMs: 1_500 } });
    await expect(extractor.transcribe(sourceFile("a.svg", ENDLESS_SVG), calm)).rejects.toMatchObject({
      code: "no-text",
      details: expect.stringContaining("took too long to draw"),
    });
  });

  it("does not keep the extractor from closing", async () => {
    const extractor = openWith();
    const before = childrenOf(process.pid);
    const drawing = extractor.prepareImage(sourceFile("a.svg", ENDLESS_SVG), calm);
    const outcome = expect(drawing).rejects.toMatchObject({ code: "cancelled" });
    await expect.poll(() => childrenOf(process.pid).length, { timeout: 10_000 }).toBe(before.length + 1);
    await extractor.close();
    await outcome;
    expect(childrenOf(process.pid)).toEqual(before);
  });
});

/** A few lines that ask for years of computing. */
const ENDLESS_SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000"><filter id="f">${'<feTurbulence type="fractalNoise" baseFrequency="0.9" numOctaves="9000"/>'.repeat(30)}</filter><rect width="2000" height="2000" filter="url(#f)"/></svg>`;

/** The processor time that a process has used, in hundredths of a second. */
function cpuTicksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]?.split(" ") ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").split(" ").filter(Boolean).map(Number);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
