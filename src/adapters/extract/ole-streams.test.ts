import { describe, expect, it } from "vitest";
import { openOle } from "./ole-streams.ts";
import { makeOle } from "./testing/make-ole.ts";

const CONTENT = Buffer.from("Hello ".repeat(1_000));
const ENTRY_BYTES = 128;
const ENTRIES_AT = 1024;

describe("openOle", () => {
  it("reads streams by their names", () => {
    const ole = openOle(makeOle({ First: CONTENT, Second: Buffer.from("x") }));
    expect(ole.names.toSorted()).toEqual(["First", "Second"]);
    expect(Buffer.from(ole.read("First") ?? []).toString()).toContain("Hello Hello");
    expect(ole.read("Second")?.[0]).toBe("x".charCodeAt(0));
    expect(ole.read("Third")).toBeNull();
  });

  it("reads a small stream from the sectors of small streams", () => {
    const bytes = Buffer.from(makeOle({ Mini: CONTENT, Small: Buffer.from("x") }));
    // The container's own stream becomes the one that small streams lie in, and its table of sectors the second one.
    const root = ENTRIES_AT;
    const small = ENTRIES_AT + 2 * ENTRY_BYTES;
    bytes.copy(bytes, root + 116, ENTRIES_AT + ENTRY_BYTES + 116, ENTRIES_AT + ENTRY_BYTES + 124);
    bytes.writeUInt32LE(bytes.readUInt32LE(small + 116), 60);
    const table = (bytes.readUInt32LE(small + 116) + 1) * 512;
    bytes.writeUInt32LE(2, table);
    bytes.writeUInt32LE(0xfffffffe, table + 8);
    bytes.writeUInt32LE(0, small + 116);
    bytes.writeUInt32LE(100, small + 120);
    const read = openOle(bytes).read("Small");
    const mini = Buffer.from(CONTENT);
    expect(Buffer.from(read ?? []).toString()).toBe(
      `${mini.subarray(0, 64).toString()}${mini.subarray(128, 164).toString()}`,
    );
  });

  it("ends where a chain turns back on itself", () => {
    const bytes = Buffer.from(makeOle({ First: CONTENT }));
    const start = bytes.readUInt32LE(ENTRIES_AT + ENTRY_BYTES + 116);
    bytes.writeUInt32LE(start, 512 + start * 4);
    expect(openOle(bytes).read("First")).toHaveLength(512);
  });

  it("gives what is left of a stream that claims two gigabytes", () => {
    const bytes = Buffer.from(makeOle({ First: CONTENT }));
    bytes.writeUInt32LE(0x7fffffff, ENTRIES_AT + ENTRY_BYTES + 120);
    expect(openOle(bytes).read("First")).toHaveLength(Math.ceil(CONTENT.length / 512) * 512);
  });

  it("walks a directory whose entries point at each other only once", () => {
    const bytes = Buffer.from(makeOle({ First: CONTENT }));
    bytes.writeUInt32LE(1, ENTRIES_AT + ENTRY_BYTES + 72);
    expect(openOle(bytes).names).toEqual(["First"]);
  });

  it("refuses what is too short", () => {
    expect(() => openOle(Buffer.alloc(100))).toThrow(/damaged/);
  });
});
