import { describe, expect, it } from "vitest";
import { idSchema } from "./id.ts";
import { userIdOf } from "./user-id.ts";

describe("the id of a user of another service", () => {
  it.each(["ada", "65f1c0ffee", "u-ada", "A.b_c-d", "x".repeat(36), "u-0123"])(
    "is %s as it is",
    (subject) => {
      expect(userIdOf(subject)).toBe(subject);
    },
  );

  it.each([
    ["ada@example.org"],
    ["auth0|65f1c0ffee"],
    ["x".repeat(37)],
    ["日本語"],
    [""],
    ["-ada"],
    ["ada "],
    ["x".repeat(100_000)],
  ])("is derived from %j, always in the same way", (subject) => {
    const id = userIdOf(subject);
    expect(id).toMatch(/^u-[0-9a-f]{32}$/);
    expect(idSchema.parse(id)).toBe(id);
    expect(userIdOf(subject)).toBe(id);
  });

  it("is no other user's, whatever name one chooses", () => {
    const derived = userIdOf("ada@example.org");
    expect(userIdOf(derived)).not.toBe(derived);
    expect(userIdOf(derived.toUpperCase())).toMatch(/^u-[0-9a-f]{32}$/);
    expect(userIdOf(derived.toUpperCase())).not.toBe(userIdOf(derived));
    expect(userIdOf("ADA@example.org")).not.toBe(derived);
  });

  it("does not depend on how signs are put together", () => {
    expect(userIdOf("jose\u0301@example.org")).toBe(userIdOf("josé@example.org"));
  });
});
