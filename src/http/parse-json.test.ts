import { describe, expect, test } from "vitest";
import { parseJson } from "./parse-json.ts";

describe("a prototype", () => {
  test.each([
    ["at the top", '{"a":1,"__proto__":{"b":2}}', '{"a":1}'],
    ["with escapes", '{"a":1,"\\u005f_proto__":{"b":2}}', '{"a":1}'],
    ["of any value", '{"__proto__":null,"a":{"__proto__":1}}', '{"a":{}}'],
    ["in a list in a list", '[[{"__proto__":[],"a":[{"__proto__":{}}]}]]', '[[{"a":[{}]}]]'],
    ["by way of the constructor", '{"a":{"constructor":{"prototype":{"b":1}}}}', '{"a":{}}'],
    ["by way of an escaped constructor", '{"c\\u006fnstructor":{"prototype":{"b":1}}}', "{}"],
  ])("%s is left out", (_where, text, left) => {
    const value = parseJson(text);
    expect(JSON.stringify(value)).toBe(left);
    expect(Object.getPrototypeOf(value)).toBe(Array.isArray(value) ? Array.prototype : Object.prototype);
  });

  test.each([
    '{"constructor":"Acme & Sons"}',
    '{"constructor":{"name":"Acme"},"prototype":1}',
    '{"content":"What is __proto__ in {\\"__proto__\\":1}?"}',
    '"__proto__"',
    "null",
  ])("is not seen in %s", (text) => {
    expect(JSON.stringify(parseJson(text))).toBe(text);
  });
});

describe("depth", () => {
  const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

  test("of 500 is taken, one more is refused, and so is a million", () => {
    expect(JSON.stringify(parseJson(nested(500)))).toBe(nested(500));
    for (const depth of [501, 1_000_000])
      expect(() => parseJson(nested(depth))).toThrow("The request could not be read");
  });

  test("is not counted in strings, nor where one thing ends before the next begins", () => {
    const brackets = JSON.stringify({ content: `"${"[{".repeat(1000)}\\` });
    expect(JSON.stringify(parseJson(brackets))).toBe(brackets);
    expect(parseJson(`[${"[{}],".repeat(1000)}1]`)).toHaveLength(1001);
  });
});

test("a byte order mark is not part of the text", () => {
  expect(parseJson("\uFEFF[1]")).toEqual([1]);
});

test.each(["", "{", "[1,]", "undefined", '"'])("%j is refused", (text) => {
  expect(() => parseJson(text)).toThrow("The request could not be read");
});
