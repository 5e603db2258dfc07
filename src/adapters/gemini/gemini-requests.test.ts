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
    expect(JSON.parse(answerRequest(address, model, request, continuation).body)).toEqual(body);
  });
});

describe("embeddingRequest", () => {
  const sent = (model: string, ...texts: string[]) => {
    const { url, body } = embeddingRequest(address, model, { texts, task: "passage", patience: "long" });
    return [url.slice(address.baseUrl.length), JSON.parse(body)];
  };

  it("sends one text alone and several in a batch, with what they are for", () => {
    const about = { model: "models/m", outputDimensionality: 768, taskType: "RETRIEVAL_DOCUMENT" };
    expect(sent("m", "a")).toEqual([
      "/models/m:embedContent",
      { ...about, content: { parts: [{ text: "a" }] } },
    ]);
    const requests = ["a", "b"].map((text) => ({ ...about, content: { role: "user", parts: [{ text }] } }));
    expect(sent("m", "a", "b")).toEqual(["/models/m:batchEmbedContents", { requests }]);
  });

  it("tells gemini-embedding-2 in the text", () => {
    expect(sent("gemini-embedding-2", "a")[1]).toEqual({
      model: "models/gemini-embedding-2",
      content: { parts: [{ text: "title: none | text: a" }] },
      outputDimensionality: 768,
    });
  });
});
