import { describe, expect, it } from "vitest";
import { latestQuestion } from "./message.ts";

const asked = (...contents: string[]) =>
  latestQuestion(contents.map((content) => ({ role: "user" as const, content })));

describe("latestQuestion", () => {
  it("is the newest message by the user, without the white space around it", () => {
    expect(asked("First?", "  Second?\n")).toBe("Second?");
    expect(latestQuestion([{ role: "assistant", content: "Hello" }])).toBeUndefined();
    expect(asked("  ")).toBe("");
  });

  it("is cut to 8,000 characters, never inside one", () => {
    expect(asked("a".repeat(4_000_000))).toBe("a".repeat(8_000));
    expect(asked(`a${"😀".repeat(5_000)}`)).toBe(`a${"😀".repeat(3_999)}`);
    expect(asked(`${" ".repeat(9_000)}a`)).toBe("a");
  });
});
