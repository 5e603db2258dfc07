import { isDiskFull } from "../../../domain/disk-full.ts";
import { AppError } from "../../../domain/errors.ts";
import { systemCodeOf } from "../../data-folder/system-code.ts";

/** SQLite's word for a disk without room. */
const SQLITE_FULL = 13;

/** An archive that does not hold what it should. */
export function damagedArchive(path: string, what: string): AppError {
  return new AppError("storage-failed", `${path} is no whole backup: ${what}`, {
    details: "Nothing of it was used. Take another backup",
  });
}

/** The AppError of a failed operation on a file or folder of the administrator's own. An AppError stays what it is. */
export function archiveFailure(error: unknown, path: string, wayOn: string): unknown {
  if (error instanceof AppError && error.code !== "disk-full") return error;
  if (isDiskFull(error) || isSqliteFull(error)) {
    return new AppError("disk-full", `The disk of ${path} is full`, {
      details: `Make room on it, then start the same command again. ${wayOn}`,
      cause: error,
    });
  }
  const code = systemCodeOf(error);
  const reason = code === null ? undefined : REASONS[code];
  if (reason === undefined) return error;
  return new AppError("storage-failed", `${path} ${reason}`, { cause: error });
}

/** What a system's code means for whoever has given a path. */
const REASONS: Record<string, string> = {
  ENOENT: "is not there",
  ENOTDIR: "lies in something that is no folder",
  EISDIR: "is a folder, not a file",
  ELOOP: "is a link, not a file",
  EACCES: "may not be read or written by this user",
  EPERM: "may not be read or written by this user",
  EROFS: "is on a disk that cannot be written",
  EIO: "is on a disk that cannot be read or written",
  EFBIG: "has become larger than its file system takes: use another one",
  ENAMETOOLONG: "has too long a name",
};

function isSqliteFull(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === SQLITE_FULL;
}
