import { describe, expect, it } from "vitest";
import { AppError } from "../../../../domain/errors.ts";
import { describeFailure, toAppError } from "./thread-failure.ts";

describe("a failure that crosses from a thread", () => {
  const cross = (error: unknown) => toAppError(structuredClone(describeFailure(error)), "database-failed");

  it("stays the AppError that it was", () => {
    const error = cross(new AppError("session-not-found", "Session not found", { details: "Look again." }));
    expect(error).toMatchObject({
      code: "session-not-found",
      message: "Session not found",
      details: "Look again.",
    });
  });

  it.each([
    [5, "The database is locked by another process"],
    [517, "The database is locked by another process"],
    [6, "The database is locked by another process"],
    [8, "The database cannot be written"],
    [778, "The disk of the database cannot be read or written"],
    [11, "The database file is damaged"],
    [26, "The database file is damaged"],
    [14, "The database cannot be opened"],
    [18, "A value is too large for the database"],
    [1, "The database failed"],
  ])("says in plain words what SQLite's code %i means", (errcode, message) => {
    const sqlite = Object.assign(new Error("near /srv/x.db: SELECT"), { code: "ERR_SQLITE_ERROR", errcode });
    expect(cross(sqlite)).toMatchObject({
      code: "database-failed",
      message,
      details: undefined,
      cause: { message: "near /srv/x.db: SELECT", stack: sqlite.stack },
    });
  });

  it("is told apart even where no error was thrown", () => {
    expect(cross("just a word")).toMatchObject({
      message: "The database failed",
      cause: { message: "just a word" },
    });
  });

  it.each([13, 4874])("says that the disk is full where SQLite says so by its code %i", (errcode) => {
    const sqlite = Object.assign(new Error("near /srv/x.db: SELECT"), { errcode });
    expect(cross(sqlite)).toMatchObject({ code: "disk-full", message: "The disk of the service is full" });
  });
});
