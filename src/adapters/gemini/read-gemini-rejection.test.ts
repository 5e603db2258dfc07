import { describe, expect, it } from "vitest";
import { readGeminiRejection } from "./read-gemini-rejection.ts";

const read = (status: number, error: unknown) =>
  readGeminiRejection({ status, headers: {}, body: { error } }, 0);

describe("readGeminiRejection", () => {
  it.each([
    "The input token count (2000000) exceeds the maximum number of tokens allowed (1048576).",
    "The input token count exceeds the maximum number of tokens allowed 1048576.",
  ])("knows a question that is too long for the model: %s", (message) => {
    expect(read(400, { code: 400, message, status: "INVALID_ARGUMENT" })).toMatchObject({
      kind: "rejected",
      status: 400,
      reason: "it is too long for the model",
    });
  });

  it("takes no other refusal for that", () => {
    for (const error of [
      { message: "Invalid value at 'max_output_tokens'" },
      { details: [] },
      "no",
      undefined,
    ]) {
      expect(read(400, error)).toMatchObject({ kind: "rejected", reason: undefined });
    }
  });
});
