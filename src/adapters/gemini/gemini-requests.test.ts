import { describe, expect, it } from "vitest";
import type { TextRequest } from "../model-calls/language-requests.ts";
import { answerRequest, embeddingRequest } from "./gemini-requests.ts";

const address = { baseUrl: "https://host/v1beta", apiKey: "KEY" };
const chat: TextRequest = {
  instructions: "Rules.",
  turns: [
    { role: "user", content: "Hello" },
    { role: "assistant", content: "Good day" },
    { role: "user", content: "Who?" },
  ],
};
const vision: TextRequest = {
  instructions: "See.",
  turns: [{ role: "user", content: "Describe." }],
  image: { base64: "AAAA", mediaType: "image/png" },
  maxOutputTokens: 4096,
};

/** The conversation as it is sent, with more parts in front of its first turn. */
const contents = (...first: object[]) => [
  { role: "user", parts: [...first, { text: "Hello" }] },
  { role: "model", parts: [{ text: "Good day" }] },
  { role: "user", parts: [{ text: "Who?" }] },
];
const picture = { inlineData: { mimeType: "image/png", data: "AAAA" } };

describe("answerRequest", () => {
  it("names the model and carries the key in a header", () => {
    expect(answerRequest(address, "gemini-3.8-flash", chat)).toEqual({
      method: "POST",
      url: "https://host/v1beta/models/gemini-3.8-flash:streamGenerateContent?alt=sse",
      headers: { "content-type": "application/json", "x-goog-api-key": "KEY" },
      body: expect.any(String),
    });
    expect(answerRequest(address, "tunedModels/x", chat).url).toContain("/v1beta/tunedModels/x:stream");
  });

  it.each<[string, string, TextRequest, string | undefined, object]>([
    [
      "a conversation",
      "gemini-3.8-flash",
      chat,
      undefined,
      { generationConfig: {}, contents: contents(), systemInstruction: { parts: [{ text: "Rules." }] } },
    ],
    [
      "one without rules, continued",
      "gemini-4",
      { ...chat, instructions: "" },
      "t1",
      { generationConfig: {}, contents: contents(), continuationToken: "t1" },
    ],
    [
      "one with a model that knows no rules",
      "gemma-3-27b-it",
      chat,
      undefined,
      { generationConfig: {}, contents: contents({ text: "Rules.\n\n" }) },
    ],
    [
      "an image",
      "gemini-3.8-flash",
      vision,
      undefined,
      {
        generationConfig: { maxOutputTokens: 4096 },
        contents: [{ role: "user", parts: [picture, { text: "Describe." }] }],
        systemInstruction: { parts: [{ text: "See." }] },
      },
    ],
    [
      "an image for a model that knows no rules",
      "gemma-3-27b-it",
      vision,
      undefined,
      {
        generationConfig: { maxOutputTokens: 4096 },
        contents: [{ role: "user", parts: [{ text: "See.\n\n" }, picture, { text: "Describe." }] }],
      },
    ],
  ])("sends %s", (_, model, request, continuation, body) => {
    expect(JSON.parse(String(answerRequest(address, model, request, continuation).body))).toEqual(body);
  });
});

describe("embeddingRequest", () => {
  const sent = (model: string, task: "query" | "passage", ...texts: string[]) => {
    const { url, body } = embeddingRequest(address, model, { texts, task, patience: "long" });
    return { path: url.slice(address.baseUrl.length), body: JSON.parse(String(body)) };
  };

  it.each([
    ["m", "query", { taskType: "RETRIEVAL_QUERY" }, ""],
    ["m", "passage", { taskType: "RETRIEVAL_DOCUMENT" }, ""],
    ["gemini-embedding-2", "query", {}, "task: search result | query: "],
    ["gemini-embedding-2", "passage", {}, "title: none | text: "],
  ] as const)(
    "tells %s what the vectors of a %s are for, alone and in a batch",
    (model, task, more, prefix) => {
      const about = { model: `models/${model}`, outputDimensionality: 768, ...more };
      const parts = (text: string) => [{ text: prefix + text }];
      expect(sent(model, task, "a")).toEqual({
        path: `/models/${model}:embedContent`,
        body: { ...about, content: { parts: parts("a") } },
      });
      const requests = ["a", "b"].map((text) => ({
        ...about,
        content: { role: "user", parts: parts(text) },
      }));
      expect(sent(model, task, "a", "b")).toEqual({
        path: `/models/${model}:batchEmbedContents`,
        body: { requests },
      });
    },
  );
});
