import { describe, expect, it } from "vitest";
import type { TextRequest } from "../model-calls/language-requests.ts";
import { answerRequest, embeddingRequest } from "./openai-requests.ts";

const address = { baseUrl: "http://host:1/v1", apiKey: "KEY" };
const turns: TextRequest["turns"] = [
  { role: "user", content: "Hello" },
  { role: "assistant", content: "Good day" },
  { role: "user", content: "Who?" },
];
const streamed = { model: "m", stream: true, stream_options: { include_usage: true } };
const picture = { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } };

describe("answerRequest", () => {
  it("carries the key in a header, where there is one", () => {
    const { url, method, headers } = answerRequest(address, "m", { instructions: "", turns });
    expect([method, url]).toEqual(["POST", "http://host:1/v1/chat/completions"]);
    expect(headers).toEqual({ "content-type": "application/json", authorization: "Bearer KEY" });
    expect(embeddingRequest({ ...address, apiKey: undefined }, "m", []).headers).toEqual({
      "content-type": "application/json",
    });
  });

  it.each<[string, TextRequest, object]>([
    [
      "a conversation",
      { instructions: "Rules.", turns },
      { ...streamed, messages: [{ role: "system", content: "Rules." }, ...turns] },
    ],
    ["one without rules", { instructions: "", turns }, { ...streamed, messages: turns }],
    [
      "a limit",
      { instructions: "", turns, maxOutputTokens: 512 },
      { ...streamed, messages: turns, max_tokens: 512 },
    ],
    [
      "an image in front of the last turn",
      { instructions: "", turns, image: { base64: "AAAA", mediaType: "image/png" } },
      {
        ...streamed,
        messages: [
          ...turns.slice(0, 2),
          { role: "user", content: [picture, { type: "text", text: "Who?" }] },
        ],
      },
    ],
  ])("sends %s", (_, request, body) => {
    expect(JSON.parse(String(answerRequest(address, "m", request).body))).toEqual(body);
  });

  it("limits an answer of OpenAI by the newer name", () => {
    const openai = { ...address, baseUrl: "https://api.openai.com/v1" };
    const { body } = answerRequest(openai, "m", { instructions: "", turns, maxOutputTokens: 512 });
    expect(JSON.parse(String(body))).toEqual({ ...streamed, messages: turns, max_completion_tokens: 512 });
  });
});

describe("embeddingRequest", () => {
  it.each<[string, object]>([
    ["nomic-embed-text", {}],
    ["text-embedding-3-small", { dimensions: 768 }],
    ["openai/text-embedding-3-large", { dimensions: 768 }],
  ])("asks %s for numbers", (model, more) => {
    const { url, body } = embeddingRequest(address, model, ["a", "b"]);
    expect(url).toBe("http://host:1/v1/embeddings");
    expect(JSON.parse(String(body))).toEqual({ model, input: ["a", "b"], encoding_format: "float", ...more });
  });
});
