import type { StoredFile } from "./document.ts";
import { AppError } from "./errors.ts";

const MEBIBYTE = 1024 * 1024;

/** Refuses a file for which there is no room left among the user's. */
export function expectRoomFor(
  { sizeBytes }: Pick<StoredFile, "sizeBytes">,
  { usedBytes, quotaBytes }: { usedBytes: number; quotaBytes: number | null },
): void {
  if (quotaBytes === null || usedBytes + sizeBytes <= quotaBytes) return;
  const used = (usedBytes / MEBIBYTE).toFixed(1);
  throw new AppError("quota-exceeded", "There is no room left for this file", {
    details: `${used} of ${quotaBytes / MEBIBYTE} MB are used, and it has ${(sizeBytes / MEBIBYTE).toFixed(1)}: delete documents first`,
  });
}
