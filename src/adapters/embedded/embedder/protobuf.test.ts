import { describe, expect, it } from "vitest";
import { encode, floatField, integerField, message, messageField, textField } from "./protobuf.ts";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

describe("protobuf", () => {
  it.each([
    [0, "0800"],
    [127, "087f"],
    [150, "089601"],
    [2 ** 35, "08808080808001"],
  ])("writes the number %d", (value, expected) => {
    expect(hex(encode(integerField(1, value)))).toBe(expected);
  });

  it.each([
    ["the key of a field above 15 in two bytes", integerField(20, 1), "a00101"],
    ["a float in little-endian order", floatField(2, 1), "150000803f"],
    ["a text with its length in bytes", textField(2, "né"), "12036ec3a9"],
  ])("writes %s", (_, field, expected) => {
    expect(hex(encode(field))).toBe(expected);
  });

  it("writes messages within messages", () => {
    const inner = message(integerField(1, 150), textField(2, "a"));
    expect(hex(encode(message(messageField(3, inner), integerField(1, 1))))).toBe("1a060896011201610801");
  });
});
