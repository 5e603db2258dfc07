import { describe, expect, it } from "vitest";
import { unpackRtf } from "./unpack-rtf.ts";

function packed(kind: string, content: Uint8Array): Uint8Array {
  const header = Buffer.alloc(16);
  header.writeUInt32LE(content.length + 12, 0);
  header.write(kind, 8, "latin1");
  return Buffer.concat([header, content]);
}
const textOf = (bytes: Uint8Array | null) => (bytes === null ? null : Buffer.from(bytes).toString("latin1"));

describe("unpackRtf", () => {
  it("copies from what every rich text begins with, and from what it has written", () => {
    // A reference to the first seven characters, three letters, those again, and the end.
    const content = Buffer.from([0b00110001, 0x00, 0x05, 0x61, 0x62, 0x63, 0x0d, 0x61, 0x0d, 0xc0]);
    expect(textOf(unpackRtf(packed("LZFu", content)))).toBe("{\\rtf1\\abcabc");
  });

  it("takes what is not packed as it is", () => {
    expect(textOf(unpackRtf(packed("MELA", Buffer.from("{\\rtf1}"))))).toBe("{\\rtf1}");
  });

  it.each([
    ["another packing", packed("ABCD", Buffer.from("x"))],
    ["a header that is cut off", new Uint8Array(10)],
  ])("does not know %s", (_, bytes) => {
    expect(unpackRtf(bytes)).toBeNull();
  });

  it("gives what it has where the end is missing", () => {
    expect(textOf(unpackRtf(packed("LZFu", Buffer.from([0, 0x61, 0x62]))))).toBe("ab");
  });
});
