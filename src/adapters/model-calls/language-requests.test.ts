import { describe, expect, it } from "vitest";
import type { Turn } from "../../domain/build-prompt.ts";
import { chatRequest, titleRequest } from "./language-requests.ts";

const chat = (messages: Turn[], instructions = "") => chatRequest({ instructions, messages, passages: [] });

describe("chatRequest", () => {
  it("tells the rules from the conversation, and blank ones are none", () => {
    const turns: Turn[] = [{ role: "user", content: "Hello" }];
    expect(chat(turns, "Be kind.")).toEqual({ instructions: "Be kind.", turns });
    expect(chat(turns, " \n").instructions).toBe("");
  });

  it("joins what one side says in a row, and leaves the conversation as it is", () => {
    const messages: Turn[] = [
      { role: "user", content: "a" },
      { role: "user", content: "b" },
      { role: "assistant", content: "c" },
      { role: "user", content: "d" },
    ];
    expect(chat(messages).turns.map(({ role, content }) => `${role}: ${content}`)).toEqual([
      "user: a\n\nb",
      "assistant: c",
      "user: d",
    ]);
    expect(messages[0]?.content).toBe("a");
  });
});

describe("titleRequest", () => {
  it("shows the start of each message and limits the answer", () => {
    const request = titleRequest(["x".repeat(10_000), "second"]);
    expect(JSON.stringify(request).length).toBeLessThan(2_000);
    expect(JSON.stringify(request)).toContain("second");
    expect(request.maxOutputTokens).toBe(512);
  });
});
