import { describe, expect, it } from "vitest";
import { formatBytes, formatDate } from "./format.ts";

describe("formatBytes", () => {
  it.each([
    [0, "0 bytes"],
    [999, "999 bytes"],
    [1_500, "1.5 kB"],
    [91_022, "91 kB"],
    [12_345_678, "12 MB"],
  ])("says %d as %s", (bytes, said) => {
    expect(formatBytes(bytes, "en")).toBe(said);
  });
});

describe("formatDate", () => {
  const now = new Date("2026-03-10T15:00:00");
  it("gives the time today and the day otherwise", () => {
    expect(formatDate("2026-03-10T09:05:00", "de", now)).toBe("09:05");
    expect(formatDate("2026-03-01T09:05:00", "en", now)).toBe("Mar 1, 2026");
  });
  it("says nothing of a time that is none", () => {
    expect(formatDate("soon", "en", now)).toBe("");
  });
});
