import { describe, expect, it } from "vitest";
import { cleanText, isJunk } from "./clean-text.ts";

describe("cleanText", () => {
  it("ends every line with LF", () => {
    expect(cleanText("a\r\nb\rc\u2028d\fe\u0085f\ng")).toBe("a\nb\nc\nd\ne\nf\ng");
  });

  it("removes controls, soft hyphens and byte order marks, but keeps tabs", () => {
    expect(cleanText("\ufeffa\u0000b\u0007\tc\u00add\u009be")).toBe("ab\tcde");
  });

  it("removes the colours of a terminal and nothing that only looks like them", () => {
    expect(cleanText("\u001b[1;31mError\u001b[0m: see\n[m]")).toBe("Error: see\n[m]");
  });

  it("leaves no half of a surrogate pair", () => {
    expect(cleanText("a\ud83db🙂")).toBe("a\ufffdb🙂");
  });
});

describe("isJunk", () => {
  it.each([
    ["prose", "Plain words.\n\tAnd more.\r\n", false],
    ["a coloured log", "\u001b[32mok\u001b[0m\n".repeat(50), false],
    ["a text with a stray zero", `${"word ".repeat(50)}\u0000`, false],
    ["controls among letters", "a\u0001b\u0002c\u0003", true],
    ["what could not be decoded", "\ufffd\ufffda\ufffd", true],
  ])("judges %s", (_, text, expected) => {
    expect(isJunk(text)).toBe(expected);
  });
});
