import type { ByteRange } from "../ports/file-store.ts";

/**
 * The range that a `Range` header asks of a file: null for the whole file (no header, several ranges, another unit),
 * `unsatisfiable` where the file has no such bytes.
 */
export function byteRangeOf(
  header: string | undefined,
  sizeBytes: number,
): ByteRange | null | "unsatisfiable" {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "");
  if (match === null) return null;
  const [, from = "", to = ""] = match;
  if (from === "" && to === "") return null;
  if (from === "") return lastBytes(Number(to), sizeBytes);
  const start = Number(from);
  const end = Math.min(to === "" ? sizeBytes - 1 : Number(to), sizeBytes - 1);
  if (to !== "" && Number(to) < start) return null;
  return start >= sizeBytes ? "unsatisfiable" : { start, end };
}

function lastBytes(count: number, sizeBytes: number): ByteRange | "unsatisfiable" {
  if (count === 0 || sizeBytes === 0) return "unsatisfiable";
  return { start: Math.max(0, sizeBytes - count), end: sizeBytes - 1 };
}
