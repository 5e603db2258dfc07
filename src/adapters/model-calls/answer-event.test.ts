import { describe, expect, it } from "vitest";
import { type AnswerEnding, failureOf } from "./answer-event.ts";

describe("failureOf", () => {
  it.each<[AnswerEnding["kind"] | undefined, boolean, string | undefined, string | undefined]>([
    ["stop", true, undefined, undefined],
    ["length", true, undefined, undefined],
    ["other", true, undefined, undefined],
    ["stop", false, "empty", "WORD"],
    ["other", false, "empty", "WORD"],
    ["length", false, "empty", "it ran out of tokens"],
    ["spoilt", false, "empty", "WORD"],
    ["spoilt", true, "interrupted", undefined],
    ["withheld", false, "blocked", "WORD"],
    ["withheld", true, "blocked", "WORD"],
    ["failed", false, "interrupted", undefined],
    ["failed", true, "interrupted", undefined],
    [undefined, true, "interrupted", undefined],
    [undefined, false, "empty", undefined],
  ])("of an answer that ends by %s, with text: %s, is %s (%s)", (kind, hasText, expected, reason) => {
    const ending = kind === undefined ? undefined : { kind, word: "WORD" };
    const failure = failureOf(ending, hasText);
    expect([failure?.kind, failure?.reason]).toEqual([expected, reason]);
  });

  it("repeats no words of a vendor", () => {
    expect(failureOf({ kind: "other", word: "because of you" }, false)?.reason).toBeUndefined();
  });
});
