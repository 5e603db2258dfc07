import { AppError } from "../../../domain/errors.ts";

/** The AppError of a failed file operation: its message shows no path. An AppError stays what it is. */
export function storageFailure(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError("storage-failed", plainMessage(systemCodeOf(error)), { cause: error });
}

/** Whether the failure says that there is no such file. */
export function isMissing(error: unknown): boolean {
  return systemCodeOf(error) === "ENOENT";
}

function systemCodeOf(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
}

function plainMessage(code: string | null): string {
  switch (code) {
    case "ENOSPC":
    case "EDQUOT":
      return "The disk of the file storage is full";
    case "EACCES":
    case "EPERM":
    case "EROFS":
    case "ENOTDIR":
    case "EEXIST":
      return "The directory of the file storage cannot be read or written";
    case "EMFILE":
    case "ENFILE":
      return "Too many files are open";
    default:
      return "The file storage failed";
  }
}
