import { describe, expect, it } from "vitest";
import { makeZip } from "./testing/make-zip.ts";
import { zeroBomb } from "./testing/zero-bomb.ts";
import { openZip } from "./zip.ts";

const BUDGET = 100 * 1024 * 1024;
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();

describe("openZip", () => {
  it("lists and unpacks entries", () => {
    const zip = openZip(
      makeZip([
        { name: "a.txt", content: "alpha" },
        { name: "b/c.txt", content: "beta" },
      ]),
      BUDGET,
    );
    expect(zip.names).toEqual(["a.txt", "b/c.txt"]);
    expect(text(zip.read("a.txt"))).toBe("alpha");
    expect(text(zip.read("b/c.txt"))).toBe("beta");
  });

  it("finds the archive behind other bytes", () => {
    const shifted = Buffer.concat([
      Buffer.from("MZ program"),
      makeZip([{ name: "a.txt", content: "alpha" }]),
    ]);
    expect(openZip(shifted, BUDGET).names).toEqual(["a.txt"]);
  });

  it("does not believe what an entry says about its size", () => {
    const zip = openZip(
      makeZip([{ name: "bomb", content: zeroBomb(64 * 1024 * 1024), isDeflated: true }]),
      BUDGET,
    );
    expect(() => zip.read("bomb")).toThrow(/too large/);
  });

  it("shares one budget between all entries", () => {
    const content = Buffer.alloc(600, "x");
    const zip = openZip(
      makeZip([
        { name: "a", content },
        { name: "b", content },
      ]),
      1_000,
    );
    expect(zip.read("a")).toHaveLength(600);
    expect(() => zip.read("b")).toThrow(/too large/);
  });

  it("says that an entry is encrypted", () => {
    const zip = openZip(makeZip([{ name: "a", content: "x", flags: 1 }]), BUDGET);
    expect(() => zip.read("a")).toThrow(/password/);
  });

  it("refuses an archive with too many entries", () => {
    const entries = Array.from({ length: 20_001 }, (_, index) => ({
      name: `${index}`,
      content: "",
      isDeflated: true,
    }));
    expect(() => openZip(makeZip(entries), BUDGET)).toThrow(/entries/);
  });

  it("calls every archive that was cut off damaged, and nothing worse", () => {
    const whole = makeZip([{ name: "a.txt", content: "alpha ".repeat(100) }]);
    for (let length = 0; length < whole.length; length++) {
      expect(() => openZip(whole.subarray(0, length), BUDGET).read("a.txt")).toThrow(/damaged/);
    }
  });
});
