import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type GeminiDouble, openGeminiDouble } from "../doubles/gemini.ts";
import { openOpenAiDouble } from "../doubles/openai.ts";
import { eventsOf, openTestApp, type TestApp } from "../http/open-app.ts";
import { interfaceSuite } from "./interface-suite.ts";

interfaceSuite("Gemini", async () => {
  const gemini = await openGeminiDouble();
  return {
    environment: { GEMINI_API_KEY: gemini.apiKey, GEMINI_BASE_URL: gemini.url },
    close: () => gemini.close(),
  };
});

interfaceSuite("an OpenAI-compatible server", async () => {
  const server = await openOpenAiDouble();
  return {
    environment: { OPENAI_BASE_URL: server.url, CHAT_MODEL: "qwen3:4b", EMBEDDING_MODEL: "nomic-embed-text" },
    close: () => server.close(),
  };
});

interfaceSuite("a server without a named model, and the embedded embedder", async () => {
  const server = await openOpenAiDouble();
  return { environment: { OPENAI_BASE_URL: server.url }, close: () => server.close() };
});

describe("a provider that fails", () => {
  let gemini: GeminiDouble;
  let service: TestApp;
  const messages = [{ role: "user", content: "How much notice do I have to give?" }];
  beforeEach(async () => {
    gemini = await openGeminiDouble({ apiKey: "secret-key-1234" });
    service = await openTestApp(undefined, { GEMINI_API_KEY: gemini.apiKey, GEMINI_BASE_URL: gemini.url });
  });
  afterEach(async () => {
    expect(service.log.join("\n")).not.toContain("secret-key");
    await service.close();
    await gemini.close();
  });
  const chat = async () => {
    const answer = await service.post("/api/chat", { messages });
    expect(answer.text).not.toContain("secret-key");
    return eventsOf(answer.text);
  };

  test.each([
    "bad-key",
    "forbidden",
    "unknown-model",
    "bad-request",
    "daily-quota",
    "cut-in-stream",
    "malformed-stream",
    "error-in-stream",
    "prompt-blocked",
    "answer-blocked",
    "empty-answer",
  ] as const)("in the way of %s ends a chat with an error event and [DONE]", async (failure) => {
    gemini.failAlways({ kind: failure });
    const events = await chat();
    expect(events.at(-1)).toBe("[DONE]");
    expect(events.at(-2)).toEqual({ error: expect.stringMatching(/\S/) });
  });

  test("while a document is embedded leaves nothing half written", async () => {
    const documentId = await service.add({ name: "a.txt", content: "Old words about horses." });
    gemini.failAlways({ kind: "bad-key" });
    const answer = await service.index({ documentId, userId: "alice", fileName: "b.txt" });
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain("secret-key");
    const { body } = await service.get("/api/documents?userId=alice");
    expect(body.documents).toMatchObject([{ documentName: "a.txt", chunks: 1 }]);
  });

  test("at a title is a 500 with New Chat", async () => {
    gemini.failAlways({ kind: "bad-key" });
    const answer = await service.post("/api/chat/generate-title", { messages });
    expect([answer.status, answer.body.title]).toEqual([500, "New Chat"]);
  });
});
