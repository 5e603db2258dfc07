import { AppError } from "./errors.ts";

/** What systems say where a disk, or the part of it that one may use, has no room left. */
const SYSTEM_CODES: readonly unknown[] = ["ENOSPC", "EDQUOT"];

/** The failure of a write for which the disk has no room. */
export function diskFull(cause?: unknown): AppError {
  return new AppError("disk-full", "The disk of the service is full", {
    details: "Nothing was stored. Make room on the disk that holds DATA_DIR, then try again",
    cause,
  });
}

/** Whether a failure, or what caused it, says that the disk has no room. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AppError && error.code === "disk-full") return true;
  return ("code" in error && SYSTEM_CODES.includes(error.code)) || isDiskFull(error.cause);
}
