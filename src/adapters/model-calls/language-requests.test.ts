import { describe, expect, it } from "vitest";
import type { Turn } from "../../domain/build-prompt.ts";
import { chatRequest, titleRequest } from "./language-requests.ts";

/** The turns of a request in short: `user: text`. */
function turnsOf(messages: Turn[], instructions = "") {
  return chatRequest({ instructions, messages, passages: [] }).prompt.map(({ role, content }) =>
    typeof content === "string"
      ? `${role}: ${content}`
      : `${role}: ${content.map((part) => (part.type === "text" ? part.text : "image")).join()}`,
  );
}

describe("chatRequest", () => {
  it("puts the rules before the conversation", () => {
    expect(turnsOf([{ role: "user", content: "Hello" }], "Be kind.")).toEqual([
      "system: Be kind.",
      "user: Hello",
    ]);
  });

  it("joins what one side says in a row, and leaves the conversation as it is", () => {
    const messages: Turn[] = [
      { role: "user", content: "a" },
      { role: "user", content: "b" },
      { role: "assistant", content: "c" },
      { role: "user", content: "d" },
    ];
    expect(turnsOf(messages)).toEqual(["user: a\n\nb", "assistant: c", "user: d"]);
    expect(messages[0]?.content).toBe("a");
  });
});

describe("titleRequest", () => {
  it("shows the start of each message and limits the answer", () => {
    const request = titleRequest(["x".repeat(10_000), "second"]);
    expect(JSON.stringify(request.prompt).length).toBeLessThan(2_000);
    expect(JSON.stringify(request.prompt)).toContain("second");
    expect(request.maxOutputTokens).toBe(512);
  });
});
