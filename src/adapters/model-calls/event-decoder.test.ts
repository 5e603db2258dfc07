import { describe, expect, it } from "vitest";
import { openEventDecoder } from "./event-decoder.ts";

describe("openEventDecoder", () => {
  it.each([
    ["line feeds", "data: a\n\ndata: b\n\n", ["a", "b"]],
    ["carriage returns too", "data: a\r\n\r\ndata: b\r\n\r\n", ["a", "b"]],
    ["no space", "data:a\n\n", ["a"]],
    ["two spaces", "data:  a\n\n", [" a"]],
    ["several lines", "data: a\ndata: b\n\n", ["a\nb"]],
    ["names, ids and comments", ": hello\nevent: x\nid: 1\ndata: a\nretry: 5\n\n", ["a"]],
    ["empty data", "data:\n\n", [""]],
    ["a byte order mark", "\ufeffdata: a\n\n", ["a"]],
    ["nothing but blank lines", "\n\n\r\n", []],
    ["an end that is cut off", "data: a\n\ndata: b\n", ["a"]],
  ])("reads events with %s, wherever they are cut", (_, text, events) => {
    expect(openEventDecoder().decode(text)).toEqual(events);
    for (let size = 1; size < text.length; size++) {
      const { decode } = openEventDecoder();
      const read: string[] = [];
      for (let at = 0; at < text.length; at += size) read.push(...decode(text.slice(at, at + size)));
      expect(read).toEqual(events);
    }
  });

  it("keeps the last event without its blank line, and no line that is cut off", () => {
    const whole = openEventDecoder();
    expect(whole.decode("data: a\n\ndata: b\n")).toEqual(["a"]);
    expect(whole.flush()).toEqual(["b"]);
    const cut = openEventDecoder();
    expect(cut.decode('data: a\n\ndata: {"te')).toEqual(["a"]);
    expect(cut.flush()).toEqual([]);
  });

  it.each([
    ["line", "x"],
    ["event", "data: x\n"],
  ])("gives up on a %s that never ends", (_, piece) => {
    const { decode } = openEventDecoder();
    const megabyte = piece.repeat(1024 * 1024);
    expect(() => {
      for (let i = 0; i < 5; i++) decode(megabyte);
    }).toThrow(expect.objectContaining({ kind: "garbled" }));
  });
});
