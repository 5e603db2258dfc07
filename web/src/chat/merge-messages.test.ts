import { describe, expect, it } from "vitest";
import type { ChatMessage } from "./chat-message.ts";
import { mergeMessages } from "./merge-messages.ts";

const chat = (...contents: string[]): ChatMessage[] =>
  contents.map((content, i) => ({ role: i % 2 === 0 ? "user" : "assistant", content }));
const said = (messages: readonly ChatMessage[]) => messages.map(({ content }) => content).join(" ");

describe("mergeMessages", () => {
  it.each([
    ["only we wrote", "q a", "q a q2 a2", "q a", "q a q2 a2"],
    ["only they wrote", "q a", "q a", "q a q2 a2", "q a q2 a2"],
    ["both added", "q a", "q a mine m", "q a theirs t", "q a theirs t mine m"],
    ["both have the same", "q a", "q a q2 a2", "q a q2 a2", "q a q2 a2"],
    ["they have our question already", "q a", "q a q2 a2", "q a q2", "q a q2 a2"],
    ["we edited and they did nothing", "q a q2 a2", "q a other o", "q a q2 a2", "q a other o"],
    ["we edited and they went on", "q a", "other o", "q a q2 a2", "q a q2 a2 other o"],
    ["they deleted everything", "q a", "q a q2", "", "q2"],
  ])("when %s", (_name, base, ours, theirs, merged) => {
    const [b, o, t] = [base, ours, theirs].map((words) => chat(...words.split(" ").filter(Boolean)));
    expect(said(mergeMessages({ base: b ?? [], ours: o ?? [], theirs: t ?? [] }))).toBe(merged);
  });
});
