import { describe, expect, it } from "vitest";
import type { AnswerEvent } from "../model-calls/answer-event.ts";
import { readGeminiEvent } from "./read-gemini-event.ts";

const saying = (candidate: object) => ({ candidates: [candidate] });
const parts = (...given: object[]) => saying({ content: { role: "model", parts: given } });

describe("readGeminiEvent", () => {
  it.each<[string, object, Partial<AnswerEvent>]>([
    ["text", parts({ text: "a" }, { text: "b" }), { text: "ab" }],
    ["thoughts", parts({ text: "hm", thought: true }, { text: "b" }), { text: "b", isThought: true }],
    ["parts without text", parts({ functionCall: { name: "x" } }), { text: "" }],
    ["no candidate", {}, { text: "" }],
    [
      "an end",
      saying({ content: { parts: [{ text: "." }] }, finishReason: "STOP" }),
      { text: ".", ending: { kind: "stop", word: "STOP" } },
    ],
    [
      "a limit",
      saying({ finishReason: "MAX_TOKENS" }),
      { text: "", ending: { kind: "length", word: "MAX_TOKENS" } },
    ],
    ["a block", saying({ finishReason: "SPII" }), { text: "", ending: { kind: "withheld", word: "SPII" } }],
    [
      "a part of an answer",
      saying({ finishReason: "CONTINUATION", continuationToken: "t" }),
      { text: "", continuation: "t" },
    ],
    [
      "a part without the rest",
      saying({ finishReason: "CONTINUATION" }),
      { text: "", ending: { kind: "failed", word: "CONTINUATION" } },
    ],
    [
      "a spoiled answer",
      saying({ finishReason: "MALFORMED_RESPONSE" }),
      { text: "", ending: { kind: "spoilt", word: "MALFORMED_RESPONSE" } },
    ],
    ["no reason", saying({ finishReason: "FINISH_REASON_UNSPECIFIED" }), { text: "" }],
    ["a new reason", saying({ finishReason: "NEW" }), { text: "", ending: { kind: "other", word: "NEW" } }],
    [
      "a blocked question",
      { promptFeedback: { blockReason: "SAFETY" } },
      { text: "", ending: { kind: "withheld", word: "SAFETY" } },
    ],
    ["no block", { promptFeedback: { blockReason: "BLOCK_REASON_UNSPECIFIED" } }, { text: "" }],
    [
      "usage",
      { usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 3, thoughtsTokenCount: 2 } },
      { text: "", usage: { inputTokens: 5, outputTokens: 5 } },
    ],
  ])("reads %s", (_, event, expected) => {
    expect(readGeminiEvent(event)).toEqual({
      isThought: false,
      ending: undefined,
      usage: undefined,
      ...expected,
    });
  });

  it.each([
    [{ code: 429, message: "m" }, 429],
    [{ status: "RESOURCE_EXHAUSTED", message: "m" }, 429],
    [{ status: "INVALID_ARGUMENT", message: "m" }, 400],
    [{ status: "UNAVAILABLE", message: "m" }, 500],
    ["m", 400],
  ])("throws what a stream refuses: %j", (error, status) => {
    expect(() => readGeminiEvent({ error })).toThrow(
      expect.objectContaining({ rejection: expect.objectContaining({ status }) }),
    );
  });

  it("throws what is no event", () => {
    expect(() => readGeminiEvent("x")).toThrow(expect.objectContaining({ kind: "garbled" }));
  });
});
