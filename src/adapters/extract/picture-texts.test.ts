import { describe, expect, it } from "vitest";
import { relatedPartsOf } from "./office-parts.ts";
import { openPictureTexts, readEmfText } from "./picture-texts.ts";
import { longs } from "./testing/make-doc.ts";
import { makeOffice } from "./testing/make-office.ts";
import { openZip } from "./zip.ts";

const record = (type: number, body: Buffer) => Buffer.concat([longs(type, body.length + 8), body]);
const HEAD = record(1, Buffer.alloc(80));

/** Letters of ten units' width each. */
function drawn(text: string, x: number, y: number): Buffer {
  const letters = Buffer.from(text.padEnd(text.length + (text.length % 2)), "utf16le");
  const widths = longs(...[...text].map(() => 10));
  const fixed = longs(0, 0, 0, 0, 1, 0, 0, x, y, text.length, 76, 0, 0, 0, 0, 0, 76 + letters.length);
  return record(84, Buffer.concat([fixed, letters, widths]));
}

describe("readEmfText", () => {
  it("joins what stands side by side, and keeps lines apart", () => {
    const emf = Buffer.concat([
      HEAD,
      drawn("Sa", 0, 0),
      drawn("les", 20, 0),
      drawn("May", 90, 0),
      drawn("12", 0, 40),
    ]);
    expect(readEmfText(emf)).toBe("Sales May\n12");
  });

  it.each([
    ["another file", Buffer.from("not a picture ".repeat(20))],
    ["a record without a size", Buffer.concat([HEAD, longs(84, 0), Buffer.alloc(100)])],
    ["letters that lie outside", Buffer.concat([HEAD, record(84, Buffer.alloc(100, 0xff))])],
  ])("finds nothing in %s", (_, bytes) => {
    expect(readEmfText(bytes)).toBe("");
  });
});

describe("openPictureTexts", () => {
  it("reads a picture that two parts share once, even behind an older drawing", () => {
    const bytes = makeOffice("presentationml.presentation", {
      "ppt/a.xml": {
        content: "<a/>",
        related: { v: ["vmlDrawing", "ppt/drawing.vml"], p: ["image", "ppt/photo.png"] },
      },
      "ppt/b.xml": { content: "<a/>", related: { i: ["image", "ppt/chart.emf"] } },
      "ppt/drawing.vml": { content: "<a/>", related: { i: ["image", "ppt/chart.emf"] } },
      "ppt/chart.emf": { content: Buffer.concat([HEAD, drawn("Sales", 0, 0)]) },
      "ppt/photo.png": { content: "png" },
    });
    const zip = openZip(bytes, 1_000_000);
    const read = openPictureTexts(zip);
    expect(read(relatedPartsOf(zip, "ppt/a.xml"))).toEqual(["Sales"]);
    expect(read(relatedPartsOf(zip, "ppt/b.xml"))).toEqual([]);
  });
});
