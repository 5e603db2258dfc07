import { diskFull, isDiskFull } from "../../../../domain/disk-full.ts";
import { AppError } from "../../../../domain/errors.ts";
import { systemCodeOf } from "../../../data-folder/system-code.ts";

/** The AppError of a failed file operation: its message shows no path. An AppError stays what it is. */
export function storageFailure(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDiskFull(error)) return diskFull(error);
  return new AppError("storage-failed", plainMessage(systemCodeOf(error)), { cause: error });
}

function plainMessage(code: string | null): string {
  switch (code) {
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
