import { diskFull } from "../../../../domain/disk-full.ts";
import { AppError, type ErrorCode } from "../../../../domain/errors.ts";

/** A failure on its way from a thread: errors keep neither class nor fields when they are posted. */
export interface ThreadFailure {
  /** Present where the thread threw an AppError. */
  code: ErrorCode | null;
  message: string;
  details: string | null;
  stack: string | null;
  /** SQLite's result code, null where the failure is not SQLite's. */
  sqliteCode: number | null;
}

/** A write found no room, or the memory that connections share could not grow on the disk. */
const FULL: readonly number[] = [13, 4874];

/** Puts what a thread has thrown into words that can be posted. */
export function describeFailure(error: unknown): ThreadFailure {
  if (!(error instanceof Error)) {
    return { code: null, message: String(error), details: null, stack: null, sqliteCode: null };
  }
  return {
    code: error instanceof AppError ? error.code : null,
    message: error.message,
    details: error instanceof AppError ? (error.details ?? null) : null,
    stack: error.stack ?? null,
    sqliteCode: "errcode" in error && typeof error.errcode === "number" ? error.errcode : null,
  };
}

/** The AppError of a failure: the thread's own, or one with `code` that shows neither a path nor SQL. */
export function toAppError(failure: ThreadFailure, code: ErrorCode): AppError {
  const cause = new Error(failure.message);
  if (failure.stack !== null) cause.stack = failure.stack;
  if (failure.code === null) {
    if (failure.sqliteCode !== null && FULL.includes(failure.sqliteCode)) return diskFull(cause);
    return new AppError(code, plainMessage(failure.sqliteCode), { cause });
  }
  return new AppError(
    failure.code,
    failure.message,
    failure.details === null ? { cause } : { details: failure.details, cause },
  );
}

function plainMessage(sqliteCode: number | null): string {
  // The low byte is the kind of failure, the rest narrows it down.
  switch (sqliteCode === null ? null : sqliteCode & 0xff) {
    case 5:
    case 6:
      return "The database is locked by another process";
    case 8:
      return "The database cannot be written";
    case 10:
      return "The disk of the database cannot be read or written";
    case 11:
    case 26:
      return "The database file is damaged";
    case 14:
      return "The database cannot be opened";
    case 18:
      return "A value is too large for the database";
    default:
      return "The database failed";
  }
}
