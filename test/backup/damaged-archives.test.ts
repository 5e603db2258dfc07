import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeAll, describe, expect, test } from "vitest";
import { packHeader, unpackHeader } from "../../src/adapters/embedded/backup/tar-header.ts";
import { at, base, restore, verify } from "./backed-up-library.ts";

describe("an archive is refused", () => {
  let whole: Buffer;
  beforeAll(async () => {
    whole = await readFile(join(base, "b.tar"));
  });

  async function expectRefused(bytes: Buffer, message: string | RegExp): Promise<void> {
    await writeFile(at("bad.tar"), bytes);
    await expect(verify("bad.tar")).rejects.toMatchObject({ message: expect.stringMatching(message) });
    await expect(restore("target", "bad.tar")).rejects.toMatchObject({ name: "AppError" });
    expect(existsSync(at("target"))).toBe(false);
  }
  const changed = (change: (bytes: Buffer) => void) => {
    const bytes = Buffer.from(whole);
    change(bytes);
    return bytes;
  };
  /** Every entry: where it begins and ends. */
  function entries(bytes = whole) {
    const found: { name: string; start: number; end: number; sizeBytes: number }[] = [];
    for (let start = 0; start < bytes.length - 1024; ) {
      const header = unpackHeader(bytes.subarray(start, start + 1536));
      if (typeof header === "string") throw new Error(header);
      const end = start + 1536 + Math.ceil(header.sizeBytes / 512) * 512;
      found.push({ name: header.name, start, end, sizeBytes: header.sizeBytes });
      start = end;
    }
    return found;
  }
  const entry = (name: string) => {
    const found = entries().find((one) => one.name.startsWith(name));
    if (found === undefined) throw new Error(`There is no ${name}`);
    return found;
  };

  test("where one byte of anything is another", async () => {
    for (const { start, sizeBytes, name } of entries()) {
      for (const place of [
        start,
        start + 520,
        start + 1030,
        ...(sizeBytes > 0 ? [start + 1536 + Math.floor(sizeBytes / 2)] : []),
      ]) {
        await expectRefused(
          changed((bytes) => bytes.writeUInt8((bytes[place] ?? 0) ^ 1, place)),
          /is no whole backup: /,
        );
      }
      expect(name).not.toBe("");
    }
  });

  test("where it is cut off, longer, or something else", async () => {
    for (const length of [
      0,
      100,
      512,
      1536,
      5000,
      whole.length - 1025,
      whole.length - 1024,
      whole.length - 512,
      whole.length - 1,
    ]) {
      await expectRefused(whole.subarray(0, length), /cut off|not written to its end|damaged/);
    }
    await expectRefused(Buffer.concat([whole, Buffer.alloc(512)]), "something follows its end");
    await expectRefused(Buffer.from("PK\x03\x04".repeat(1000)), "a header is damaged");
    await expect(verify("absent.tar")).rejects.toMatchObject({ message: `${at("absent.tar")} is not there` });
    await expect(verify("data")).rejects.toMatchObject({ message: expect.stringContaining("data") });
  });

  test("where entries are missing, twice there, strange, or lead out of the folder", async () => {
    const file = entry("files/");
    const manifest = entry("manifest.jsonl");
    const without = Buffer.concat([whole.subarray(0, file.start), whole.subarray(file.end)]);
    await expectRefused(without, "is missing");
    const piece = whole.subarray(file.start, file.end);
    await expectRefused(Buffer.concat([piece, whole]), "twice");
    const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    for (const name of [
      "/etc/passwd",
      "../up",
      "files/../../up",
      "files/",
      "files/a/b",
      "carrel.db-wal",
      "audit/../x.jsonl",
    ]) {
      const strange = packHeader({ name, sizeBytes: 0, sha256: empty, modifiedAtSeconds: 0 });
      await expectRefused(Buffer.concat([strange, whole]), "which no backup does");
    }
    const unlisted = packHeader({
      name: "files/unlisted",
      sizeBytes: 0,
      sha256: empty,
      modifiedAtSeconds: 0,
    });
    await expectRefused(Buffer.concat([unlisted, whole]), "is not listed");
    const early = Buffer.concat([whole.subarray(manifest.start, manifest.end), whole]);
    await expectRefused(early, "follows its list");
    await expectRefused(
      Buffer.concat([whole.subarray(0, manifest.start), Buffer.alloc(1024)]),
      "not written to its end",
    );
  });

  test("where a newer version has written it", async () => {
    const living = new DatabaseSync(join(base, "data/carrel.db"));
    const { user_version } = living.prepare("PRAGMA user_version").get() ?? {};
    living.close();
    const { start, sizeBytes } = entry("manifest.jsonl");
    const text = whole.toString("utf8", start + 1536, start + 1536 + sizeBytes);
    const newer = Buffer.from(text.replace(`"schema":${user_version}`, '"schema":999'));
    const sha256 = createHash("sha256").update(newer).digest("hex");
    const header = packHeader({
      name: "manifest.jsonl",
      sizeBytes: newer.length,
      sha256,
      modifiedAtSeconds: 0,
    });
    const padding = Buffer.alloc((512 - (newer.length % 512)) % 512);
    const bytes = Buffer.concat([whole.subarray(0, start), header, newer, padding, Buffer.alloc(1024)]);
    await expectRefused(bytes, "newer version of Carrel");
  });
});
