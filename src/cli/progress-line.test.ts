import { describe, expect, it } from "vitest";
import { openProgressLine } from "./progress-line.ts";

function openWith({ isTTY, columns = 80 }: { isTTY: boolean; columns?: number }) {
  const clock = { ms: 0 };
  let written = "";
  const output = {
    isTTY,
    columns,
    write: (text: string) => {
      written += text;
    },
  };
  return { line: openProgressLine(output, () => clock.ms), clock, written: () => written };
}

describe("the progress on a terminal", () => {
  it("is one line that is drawn again, with bar, share, text and the time left", () => {
    const { line, clock, written } = openWith({ isTTY: true, columns: 120 });
    line.show({ share: 0, text: "0/4 documents" });
    clock.ms = 60_000;
    line.show({ share: 0.25, text: "1/4 documents" });
    line.end();
    expect(written().split("\r\u001b[2K")).toEqual([
      "",
      "░░░░░░░░░░░░░░░░░░░░░░░░   0 %  0/4 documents",
      "██████░░░░░░░░░░░░░░░░░░  25 %  1/4 documents, about 3 min left\n",
    ]);
  });

  it.each([
    [-0.5, "  0 %"],
    [1.5, "100 %"],
  ])("takes a share of %f for %s", (share, percent) => {
    const { line, written } = openWith({ isTTY: true });
    line.show({ share, text: "text" });
    expect(written()).toContain(percent);
  });

  it("is never wider than the terminal, so that it stays one line", () => {
    const { line, written } = openWith({ isTTY: true, columns: 40 });
    line.show({ share: 1, text: "documents ".repeat(20) });
    expect(written().replace("\r\u001b[2K", "")).toHaveLength(39);
  });

  it.each([
    [2_000, 0.5, ""],
    [10_000, 0.005, ""],
    [10_000, 1, ""],
    [10_000, 0.5, ", about 10 s left"],
    [3_600_000, 0.25, ", about 3 h 0 min left"],
  ])("after %i ms at %f says of the time left: %s", (elapsedMs, share, expected) => {
    const { line, clock, written } = openWith({ isTTY: true, columns: 120 });
    line.show({ share: 0, text: "text" });
    clock.ms = elapsedMs;
    line.show({ share, text: "text" });
    expect(written().endsWith(`text${expected}`)).toBe(true);
  });

  it("reckons the time left by what was done since it began", () => {
    const { line, clock, written } = openWith({ isTTY: true, columns: 120 });
    line.show({ share: 0.8, text: "text" });
    clock.ms = 10_000;
    line.show({ share: 0.9, text: "text" });
    expect(written()).toMatch(/90 % {2}text, about 10 s left$/);
  });

  it("goes on below a sentence that stays", () => {
    const { line, written } = openWith({ isTTY: true });
    line.show({ share: 0, text: "text" });
    line.say("Waits");
    line.say("Waits on");
    line.show({ share: 1, text: "text" });
    expect(
      written()
        .split("\n")
        .map((part) => part.split("\u001b[2K").at(-1)),
    ).toEqual(["Waits", "Waits on", expect.stringContaining("100 %  text")]);
  });

  it("ends only what it began", () => {
    const { line, written } = openWith({ isTTY: true });
    line.end();
    expect(written()).toBe("");
  });
});

describe("the progress elsewhere", () => {
  it("ends with how far it was", () => {
    const { line, clock, written } = openWith({ isTTY: false });
    line.show({ share: 0, text: "text" });
    clock.ms = 1_000;
    line.show({ share: 0.5, text: "text" });
    line.end();
    line.end();
    expect(written()).toBe("0 %  text\n50 %  text\n");
  });

  it("says a sentence at once", () => {
    const { line, written } = openWith({ isTTY: false });
    line.show({ share: 0, text: "text" });
    line.say("Waits");
    expect(written()).toBe("0 %  text\nWaits\n");
  });

  it("is a plain line now and then", () => {
    const { line, clock, written } = openWith({ isTTY: false });
    for (clock.ms = 0; clock.ms <= 20_000; clock.ms += 1_000) {
      line.show({ share: clock.ms / 40_000, text: "text" });
    }
    line.end();
    expect(written()).toBe("0 %  text\n25 %  text, about 30 s left\n50 %  text, about 20 s left\n");
  });
});
