import { execFileSync } from "node:child_process";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hasSystemTar } from "../../../../test/doubles/system-tar.ts";
import { END_BYTES, HEADER_BYTES, packHeader, paddedBytes, unpackHeader } from "./tar-header.ts";

const SHA256 = "0123456789abcdef".repeat(4);
const GIB = 1024 ** 3;
const header = { name: "files/a.b_C-1", sizeBytes: 12, sha256: SHA256, modifiedAtSeconds: 1_790_000_000 };

/** The header with other bytes at a place, and sums that fit them where `isSummed`. */
function changed(at: number, bytes: string, isSummed = true): Buffer {
  const blocks = packHeader(header);
  blocks.write(bytes, at, "latin1");
  if (!isSummed) return blocks;
  for (const start of [0, 1024]) {
    const block = blocks.subarray(start, start + 512);
    block.write("        ", 148);
    const sum = block.reduce((total, byte) => total + byte, 0);
    block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  }
  return blocks;
}

describe("the header of an entry", () => {
  it.each([0, 1, 511, 512, 8 * GIB - 1, 8 * GIB, 9_000 * GIB])("says that it has %d bytes", (sizeBytes) => {
    const blocks = packHeader({ ...header, sizeBytes });
    expect(blocks).toHaveLength(HEADER_BYTES);
    expect(unpackHeader(blocks)).toEqual({ ...header, sizeBytes });
  });

  it.each([
    ["a byte is another", changed(1030, "x", false), "a header is damaged"],
    ["it is no archive", Buffer.alloc(HEADER_BYTES, "no archive "), "a header is damaged"],
    ["it is a link", changed(1024 + 156, "2"), '"files/a.b_C-1" is no plain file'],
    ["it is a hard link", changed(1024 + 157, "/etc/passwd"), '"files/a.b_C-1" is no plain file'],
    ["it has a negative size", changed(1024 + 124, "-0000000001"), "a header is damaged"],
    ["it has a size in binary", changed(1024 + 124, "\x80\0\0\0\0\0\0\0\0\0\0\x01"), "a header is damaged"],
    [
      "it has no checksum",
      changed(156, "0"),
      "an entry has no checksum, so it was not written by carrel backup",
    ],
    ["its checksum is none", changed(512, "91 comment=sha256 x"), "an extended header cannot be understood"],
    ["it has a path", changed(512, "20 path=/etc/passwd\n"), "an extended header cannot be understood"],
    ["its records have no end", changed(512, "9999"), "an extended header cannot be understood"],
  ])("is refused where %s", (_, blocks, expected) => {
    expect(unpackHeader(blocks)).toBe(expected);
  });

  it.skipIf(!hasSystemTar())(
    "is understood by the tar of the system, also of an entry of 9 GiB",
    async () => {
      const folder = await mkdtemp(join(tmpdir(), "carrel-tar-"));
      const path = join(folder, "sparse.tar");
      const handle = await open(path, "wx");
      const sizes = [0, 700, 9 * GIB, 3];
      let at = 0;
      for (const [i, sizeBytes] of sizes.entries()) {
        await handle.write(packHeader({ ...header, name: `files/${i}`, sizeBytes }), 0, HEADER_BYTES, at);
        at += HEADER_BYTES + paddedBytes(sizeBytes);
      }
      await handle.truncate(at + END_BYTES);
      await handle.close();
      const listed = execFileSync("tar", ["-tvf", path], { encoding: "utf8" }).trim().split("\n");
      await rm(folder, { recursive: true });
      expect(listed.map((line) => line.split(/\s+/)[2])).toEqual(sizes.map(String));
      expect(listed.map((line) => line.split(/\s+/).at(-1))).toEqual(sizes.map((_, i) => `files/${i}`));
    },
  );
});
