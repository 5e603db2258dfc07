import { describe, expect, it } from "vitest";
import { readOpenAiRejection } from "./read-openai-rejection.ts";

const read = (status: number, error: unknown) =>
  readOpenAiRejection({ status, headers: {}, body: { error } }, 0);

describe("readOpenAiRejection", () => {
  it.each([
    ["OpenAI", 400, { code: "context_length_exceeded", message: "m" }],
    ["llama.cpp", 400, { code: 400, type: "exceed_context_size_error", message: "m" }],
    ["vLLM", 400, { type: "BadRequestError", message: "This model's maximum context length is 4096 tokens" }],
    ["LM Studio", 400, "Trying to keep the first 14538 tokens when context the overflows"],
    ["a proxy", 413, undefined],
  ])("knows a question that is too long for the model of %s", (_, status, error) => {
    expect(read(status, error)).toMatchObject({ kind: "rejected", reason: "it is too long for the model" });
  });

  it("does not take every mention of a context for that", () => {
    expect(read(500, { message: "failed to create the context window" })).toMatchObject({
      kind: "overloaded",
    });
    expect(read(400, { message: "no such field" })).toMatchObject({ kind: "rejected", reason: undefined });
    expect(read(400, "what?")).toMatchObject({ kind: "rejected", reason: undefined });
  });
});
