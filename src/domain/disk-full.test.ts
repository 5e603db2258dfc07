import { describe, expect, it } from "vitest";
import { diskFull, isDiskFull } from "./disk-full.ts";
import { AppError } from "./errors.ts";

const systemError = (code: string) => Object.assign(new Error(code), { code });

describe("a full disk", () => {
  it.each([systemError("ENOSPC"), systemError("EDQUOT"), diskFull()])("is known by %s", (error) => {
    expect(isDiskFull(error)).toBe(true);
  });

  it("is known by what caused a failure", () => {
    const cause = new Error("the stream broke", { cause: systemError("ENOSPC") });
    expect(isDiskFull(new AppError("storage-failed", "The file storage failed", { cause }))).toBe(true);
  });

  it.each([systemError("ENOENT"), new Error("no code"), "ENOSPC", null])("is nothing else: %s", (error) => {
    expect(isDiskFull(error)).toBe(false);
  });
});
