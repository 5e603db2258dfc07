import { describe, expect, it } from "vitest";
import type { AnswerEvent } from "../model-calls/answer-event.ts";
import { openOpenAiReader, readOpenAiEvent } from "./read-openai-event.ts";

const choice = (delta: object, finish_reason: string | null = null) => ({
  choices: [{ delta, finish_reason }],
});

describe("readOpenAiEvent", () => {
  it.each<[string, object, Partial<AnswerEvent>]>([
    ["text", choice({ role: "assistant", content: "a" }), { text: "a" }],
    ["a role alone", choice({ role: "assistant", content: null }), { text: "" }],
    ["thoughts", choice({ reasoning_content: "hm" }), { text: "", isThought: true }],
    ["thoughts of other servers", choice({ reasoning: "hm" }), { text: "", isThought: true }],
    ["no thought", choice({ reasoning_content: "", content: "a" }), { text: "a" }],
    ["a refusal", choice({ refusal: "No." }), { text: "No." }],
    [
      "content in parts",
      choice({
        content: [
          { type: "thinking", thinking: [] },
          { type: "text", text: "b" },
        ],
      }),
      { text: "b", isThought: true },
    ],
    ["an end", choice({ content: "." }, "stop"), { text: ".", ending: { kind: "stop", word: "stop" } }],
    ["a limit", choice({}, "length"), { text: "", ending: { kind: "length", word: "length" } }],
    [
      "a block",
      choice({}, "content_filter"),
      { text: "", ending: { kind: "withheld", word: "content_filter" } },
    ],
    ["a failure", choice({}, "error"), { text: "", ending: { kind: "failed", word: "error" } }],
    ["an empty reason", choice({ content: "a" }, ""), { text: "a" }],
    [
      "usage without choices",
      { choices: null, usage: { prompt_tokens: 5, completion_tokens: 3 } },
      { text: "", usage: { inputTokens: 5, outputTokens: 3 } },
    ],
    ["another reason", choice({}, "tool_calls"), { text: "", ending: { kind: "other", word: "tool_calls" } }],
    [
      "usage",
      { choices: [], usage: { prompt_tokens: 5, completion_tokens: 3 } },
      { text: "", usage: { inputTokens: 5, outputTokens: 3 } },
    ],
  ])("reads %s", (_, event, expected) => {
    expect(readOpenAiEvent(event)).toEqual({
      isThought: false,
      ending: undefined,
      usage: undefined,
      ...expected,
    });
  });

  it.each([
    [{ error: { message: "m", code: 503 } }, 503],
    [{ error: { message: "m", code: "429" } }, 429],
    [{ error: { message: "m", type: "server_error" } }, 500],
    [{ error: { message: "m", type: "invalid_request_error", code: null } }, 400],
    [{ error: "Trying to keep the first 14538 tokens when context the overflows" }, 400],
  ])("throws what a stream refuses: %j", (event, status) => {
    expect(() => readOpenAiEvent(event)).toThrow(
      expect.objectContaining({ rejection: expect.objectContaining({ status }) }),
    );
  });

  it("throws what is no event", () => {
    expect(() => readOpenAiEvent({})).toThrow(expect.objectContaining({ kind: "garbled" }));
    expect(() => readOpenAiEvent(null)).toThrow(expect.objectContaining({ kind: "garbled" }));
  });
});

describe("openOpenAiReader", () => {
  const read = (...events: object[]) => events.map(openOpenAiReader());

  it("takes a thought at the beginning for a sign of life", () => {
    const events = ["<th", "ink>hm</th", "ink>", "\n\n", "Yes"].map((content) => choice({ content }));
    const heard = read(...events);
    expect(heard.map(({ text }) => text)).toEqual(["", "", "", "", "Yes"]);
    expect(heard.map(({ isThought }) => isThought)).toEqual([true, true, true, true, false]);
  });

  it("gives the end of an answer with what was held back of it", () => {
    expect(read(choice({ content: "<" }), choice({}, "stop"))).toMatchObject([
      { text: "" },
      { text: "<", ending: { kind: "stop" } },
    ]);
  });

  it("begins anew with each answer", () => {
    expect(read(choice({ content: "<think>hm" }))).toMatchObject([{ text: "" }]);
    expect(read(choice({ content: "Yes" }))).toMatchObject([{ text: "Yes" }]);
  });
});
