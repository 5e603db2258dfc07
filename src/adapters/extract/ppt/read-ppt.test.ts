import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { longs } from "../testing/make-doc.ts";
import { makeOle } from "../testing/make-ole.ts";
import { atom, container, entry, makePpt, page, shape, slideList } from "../testing/make-ppt.ts";
import { contextFor } from "../testing/read-context.ts";
import { readPpt } from "./read-ppt.ts";

const TITLE = 0;
const wide = (text: string) => Buffer.from(text, "utf16le");
const slide = (...shapes: Uint8Array[]) => page(1006, [0, 0, 0], ...shapes);
const document = (...children: Uint8Array[]) => container(1000, ...children);
const read = (records: readonly Buffer[]) => readPpt(makePpt(records), contextFor("a.ppt"));

/** A file as the packager of Windows stores it. */
function nativeOf(name: string, bytes: Buffer): Buffer {
  const label = Buffer.from(`${name}\0C:\\${name}\0`, "latin1");
  const path = Buffer.from(`C:\\${name}\0`, "latin1");
  return Buffer.concat([
    Buffer.alloc(6),
    label,
    Buffer.alloc(4),
    longs(path.length),
    path,
    longs(bytes.length),
    bytes,
  ]);
}

describe("readPpt", () => {
  it("reads the slides in the order of the document, with their numbers and titles", async () => {
    const text = await read([
      document(slideList(0, entry(3, 10), entry(2, 11))),
      slide(shape("More\rlines")),
      slide(shape("Body"), shape("Welcome", { kind: TITLE })),
    ]);
    expect(text.pages).toBe(2);
    expect(text.parts).toEqual([
      { text: "Welcome\n\nBody", pageNumber: 1, section: "Welcome" },
      { text: "More\nlines", pageNumber: 2, section: null },
    ]);
  });

  it("takes a text that only the outline holds from there", async () => {
    const outline = [atom(3999, longs(TITLE)), atom(4008, Buffer.from("From the outline", "latin1"))];
    const referring = container(0xf004, container(0xf00d, atom(3998, longs(0))));
    const text = await read([document(slideList(0, entry(2, 10), ...outline)), slide(referring)]);
    expect(text.parts).toMatchObject([{ text: "From the outline", section: "From the outline" }]);
  });

  it("keeps texts of the outline that no shape refers to", async () => {
    const outline = ["Heading", "Points"].flatMap((text, kind) => [
      atom(3999, longs(kind)),
      atom(4008, Buffer.from(text, "latin1")),
    ]);
    const text = await read([document(slideList(0, entry(2, 10), ...outline)), slide(shape("Beside"))]);
    expect(text.parts).toMatchObject([{ text: "Heading\n\nBeside\n\nPoints", section: "Heading" }]);
  });

  it.each(["as they are", "packed", "by the packager of Windows"])(
    "reads files that were put into a slide %s",
    async (way) => {
      const note = Buffer.from("Written in another program.");
      const file =
        way === "by the packager of Windows"
          ? makeOle({ "\u0001Ole10Native": nativeOf("note.txt", note) })
          : makeOle({ Package: Buffer.from("{\\rtf1 Written in another program.}") });
      const isPacked = way === "packed";
      const stored = isPacked ? Buffer.concat([longs(file.length), deflateSync(file)]) : Buffer.from(file);
      const objects = container(1033, container(4044, atom(4035, longs(1, 0, 7, 0, 3))));
      const frame = container(0xf004, container(0xf011, atom(3009, longs(7))));
      const text = await read([
        document(slideList(0, entry(2, 10)), objects),
        slide(shape("Slide"), frame),
        atom(4113, stored, isPacked ? 1 : 0),
      ]);
      expect(text.parts[0]?.text).toBe("Slide\n\nWritten in another program.");
    },
  );

  it("reads a slide without the file that is damaged in it", async () => {
    const objects = container(1033, container(4044, atom(4035, longs(1, 0, 7, 0, 3))));
    const frame = container(0xf004, container(0xf011, atom(3009, longs(7))));
    const text = await read([
      document(slideList(0, entry(2, 10)), objects),
      slide(shape("Slide"), frame),
      atom(4113, Buffer.from("damaged"), 1),
    ]);
    expect(text.parts[0]?.text).toBe("Slide");
  });

  it("leaves a gap where a page number is filled in", async () => {
    const box = container(0xf00d, atom(3999, longs(4)), atom(4000, wide("Page *!")), atom(4056, longs(5)));
    const text = await read([document(slideList(0, entry(2, 10))), slide(container(0xf004, box))]);
    expect(text.parts[0]?.text).toBe("Page  !");
  });

  it("adds notes, comments, footers and, once, what the master writes on every slide", async () => {
    const comment = container(12_000, atom(4026, wide("Ada"), 0), atom(4026, wide("Sure?"), 1));
    const tags = container(5000, container(5002, atom(4026, wide("___PPT10")), atom(5003, comment)));
    const footer = container(4057, atom(4058, Buffer.from([0, 0, 0x20, 0])), atom(4026, wide("Acme"), 2));
    const pageOf = (text: string, ...more: Buffer[]) => {
      const made = page(1006, [90, 20, 1], shape(text));
      return container(1006, made.subarray(8), ...more);
    };
    const text = await read([
      document(
        slideList(1, entry(2, 90)),
        slideList(0, entry(3, 10), entry(4, 11)),
        slideList(2, entry(5, 20)),
        footer,
      ),
      page(1016, [0, 0, 0], shape("Click to edit", { isPlaceholder: true }), shape("Confidential")),
      pageOf("One", tags),
      pageOf("Two"),
      page(1008, [0, 0, 0], shape("Say hello")),
    ]);
    expect(text.parts.map((part) => part.text)).toEqual([
      "One\n\nConfidential\n\nAcme\n\n[Comment by Ada: Sure?]\n\nNotes: Say hello",
      "Two\n\nNotes: Say hello",
    ]);
  });

  it("reads all text where the directory is lost", async () => {
    const stream = Buffer.concat([
      slide(shape("Lost"), shape("and found")),
      page(1016, [], shape("Click to edit")),
    ]);
    const text = await readPpt(makeOle({ "PowerPoint Document": stream }), contextFor("a.ppt"));
    expect(text).toMatchObject({ pages: null, parts: [{ text: "Lost\n\nand found", pageNumber: null }] });
  });

  it("says that it needs a password", async () => {
    const locked = makePpt([document(slideList(0, entry(2, 10))), slide(shape("x"))], 3);
    await expect(readPpt(locked, contextFor("a.ppt"))).rejects.toMatchObject({ reason: "encrypted" });
  });

  it("refuses a container without slides", async () => {
    const bytes = makeOle({ Other: Buffer.from("x") });
    await expect(readPpt(bytes, contextFor("a.ppt"))).rejects.toMatchObject({ reason: "corrupt" });
  });

  it("refuses more slides than allowed", async () => {
    const bytes = makePpt([document(slideList(0, entry(2, 10), entry(2, 11))), slide(shape("x"))]);
    await expect(readPpt(bytes, contextFor("a.ppt", { pages: 1 }))).rejects.toMatchObject({
      reason: "too-large",
    });
  });
});
