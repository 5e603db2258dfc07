import { appendFile, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AuditEntry } from "../../ports/audit-log.ts";
import { openAuditFile } from "./audit-file.ts";

describe("the file of the audit log", () => {
  let directory: string;
  beforeEach(async () => {
    directory = join(await mkdtemp(join(tmpdir(), "carrel-audit-")), "data");
  });
  afterEach(() => rm(join(directory, ".."), { recursive: true }));

  const entry = (number: number, fields: Partial<AuditEntry> = {}): AuditEntry => ({
    ...{ at: new Date(Date.UTC(2026, 0, 1) + number * 1_000).toISOString(), action: "file-read" },
    ...{ userId: "ana", by: "key", subject: `file-${number}`, from: "192.0.2.7" },
    ...fields,
  });
  const path = () => join(directory, "audit.jsonl");
  const subjects = async (limit = 100_000, log = openAuditFile({ directory })) =>
    (await log.read({ limit })).map(({ subject }) => subject);

  it("is made with its folder, for nobody else to read", async () => {
    const log = openAuditFile({ directory });
    expect(await log.read({ limit: 1 })).toEqual([]);
    await log.write(entry(1));
    expect((await stat(path())).mode & 0o777).toBe(0o600);
  });

  it("skips lines that were cut, and loses none after them", async () => {
    const log = openAuditFile({ directory });
    await log.write(entry(1));
    await appendFile(path(), '{"at":"2026-01-01T00:00:00.000Z","acti');
    await log.write(entry(2));
    await appendFile(path(), "\0".repeat(200_000));
    await log.write(entry(3));
    await appendFile(path(), '{"action":"unknown"}\n');
    expect(await subjects()).toEqual(["file-3", "file-2", "file-1"]);
  });

  it("reads across blocks, whatever lies on their edges", async () => {
    const log = openAuditFile({ directory });
    const subjectOf = (number: number) => `${number} ${"日本語🙂".repeat(number % 40)}`;
    const entries = Array.from({ length: 2_000 }, (_, i) => entry(i, { subject: subjectOf(i) }));
    await Promise.all(entries.map((one) => log.write(one)));
    expect((await stat(path())).size).toBeGreaterThan(3 * 64 * 1024);
    expect(await log.read({ limit: 10_000 })).toEqual(entries.toReversed());
  });

  it("cuts what no name is as long as", async () => {
    const log = openAuditFile({ directory });
    await log.write(entry(1, { subject: "x".repeat(1_000_000) }));
    expect((await subjects())[0]).toHaveLength(256);
    expect((await stat(path())).size).toBeLessThan(1_000);
  });

  it("sets the file aside when it is large, and forgets the oldest after four", async () => {
    const log = openAuditFile({ directory, rotateAtBytes: 1_000 });
    for (let number = 0; number < 100; number++) await log.write(entry(number));
    const names = (await readdir(directory)).filter((name) => name.endsWith(".jsonl")).toSorted();
    expect(names.slice(0, 4)).toEqual(["audit-1.jsonl", "audit-2.jsonl", "audit-3.jsonl", "audit-4.jsonl"]);
    const found = await subjects(100_000, log);
    expect(found.length).toBeGreaterThan(20);
    expect(found.length).toBeLessThan(60);
    expect(found).toEqual(Array.from(found, (_, i) => `file-${99 - i}`));
  });

  it("fills a gap that a crash left while files were set aside", async () => {
    const log = openAuditFile({ directory, rotateAtBytes: 1 });
    for (let number = 1; number <= 5; number++) await log.write(entry(number));
    await rm(join(directory, "audit-2.jsonl"));
    await log.write(entry(6));
    expect(await subjects()).toEqual(["file-6", "file-5", "file-3", "file-2"]);
  });

  it("takes the lines of several that append and set aside at once", async () => {
    const logs = Array.from({ length: 4 }, () => openAuditFile({ directory, rotateAtBytes: 20_000 }));
    const written = logs.flatMap((log, i) =>
      Array.from({ length: 100 }, (_, number) => ({
        log,
        one: entry(number, { subject: `${i}-${number}` }),
      })),
    );
    const found: unknown[] = [];
    for (let from = 0; from < 100; from += 5) {
      const now = written.filter((_, place) => place % 100 >= from && place % 100 < from + 5);
      await Promise.all(now.map(({ log, one }) => log.write(one)));
      found.push(...(await subjects(20)));
    }
    expect(new Set(found)).toEqual(new Set(written.map(({ one }) => one.subject)));
  });

  it("says what is wrong where it cannot be written or read", async () => {
    await writeFile(directory, "no folder");
    const log = openAuditFile({ directory });
    await expect(log.write(entry(1))).rejects.toMatchObject({
      code: "storage-failed",
      message: "The audit log cannot be written",
    });
    await expect(log.read({ limit: 1 })).rejects.toMatchObject({ code: "storage-failed" });
  });
});
