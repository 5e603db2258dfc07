import { describe, expect, it } from "vitest";
import { filesOfDrop, MOST_FILES } from "./files-of-drop.ts";

const file = (name: string) => ({
  name,
  isFile: true,
  isDirectory: false,
  file: (give: (file: File) => void) => give(new File(["x"], name)),
});

/** A folder that gives its entries a hundred at a time, as browsers do. */
const folder = (name: string, children: object[]) => ({
  name,
  isFile: false,
  isDirectory: true,
  createReader() {
    const left = [...children];
    return { readEntries: (give: (batch: object[]) => void) => give(left.splice(0, 100)) };
  },
});

const drop = (...entries: object[]) =>
  filesOfDrop({
    items: entries.map((entry) => ({ kind: "file", webkitGetAsEntry: () => entry })),
  } as unknown as DataTransfer);

describe("filesOfDrop", () => {
  it("gives the files below folders, without what systems leave lying about", async () => {
    const inner = folder("inner", [file("b.txt"), file("Thumbs.db")]);
    const { files, isCut } = await drop(file("a.txt"), folder("outer", [inner, file(".hidden")]));
    expect(files.map(({ name }) => name)).toEqual(["a.txt", "b.txt"]);
    expect(isCut).toBe(false);
  });

  it("tells that there were more than are taken at once", async () => {
    const full = Array.from({ length: MOST_FILES }, (_, i) => file(`${i}.txt`));
    const whole = await drop(folder("full", full), folder("empty", []));
    expect([whole.files.length, whole.isCut]).toEqual([MOST_FILES, false]);
    const more = await drop(folder("full", full), file("one more.txt"), folder("empty", []));
    expect([more.files.length, more.isCut]).toEqual([MOST_FILES, true]);
  });
});
