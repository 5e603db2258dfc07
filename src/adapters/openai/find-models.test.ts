import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { chooseModels, findOllama, listModels, pickChatModel, pickVisionModel } from "./find-models.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function serverAnswering(status: number, body: string): Promise<string> {
  const server = createServer((request, response) => {
    response.writeHead(request.url === "/v1/models" ? status : 404).end(body);
  });
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

const list = (...ids: string[]) => JSON.stringify({ object: "list", data: ids.map((id) => ({ id })) });

describe("finding models", () => {
  test("lists what the server offers", async () => {
    const baseUrl = await serverAnswering(200, list("a", "b"));
    expect(await listModels({ baseUrl })).toEqual(["a", "b"]);
  });

  test.each([
    [500, "{}"],
    [200, "not json"],
    [200, '{"models": []}'],
  ])("a list that is answered with %i %s is a failure that says what to set", async (status, body) => {
    const baseUrl = await serverAnswering(status, body);
    await expect(listModels({ baseUrl })).rejects.toMatchObject({
      details: expect.stringContaining("CHAT_MODEL"),
    });
  });

  test("an Ollama with models is found, with the one that sees", async () => {
    const baseUrl = await serverAnswering(200, list("nomic-embed-text:latest", "llama3.2:3b", "llava:7b"));
    expect(await findOllama(baseUrl)).toEqual({ baseUrl });
    expect(await chooseModels({ baseUrl }, null)).toEqual({ chat: "llama3.2:3b", vision: "llava:7b" });
  });

  test("a model that is named is taken without asking, for images too where it sees", async () => {
    const server = { baseUrl: "http://127.0.0.1:9" };
    expect(await chooseModels(server, "llama3.2:3b")).toEqual({ chat: "llama3.2:3b", vision: undefined });
    expect(await chooseModels(server, "gemma3:4b")).toEqual({ chat: "gemma3:4b", vision: "gemma3:4b" });
  });

  test("a server that could only embed says so", async () => {
    const baseUrl = await serverAnswering(200, list("nomic-embed-text"));
    await expect(chooseModels({ baseUrl }, null)).rejects.toMatchObject({
      details: expect.stringContaining("CHAT_MODEL"),
    });
  });

  test.each([
    ["no models", list()],
    ["embedding models alone", list("nomic-embed-text")],
    ["null for a list", '{"object":"list","data":null}'],
  ])("an Ollama with %s is left alone", async (_case, body) => {
    expect(await findOllama(await serverAnswering(200, body))).toBeUndefined();
  });

  test("nothing at the address is no Ollama", async () => {
    const baseUrl = await serverAnswering(200, list("a"));
    for (const server of servers.splice(0)) await new Promise((closed) => server.close(closed));
    expect(await findOllama(baseUrl)).toBeUndefined();
  });
});

test.each([
  [["mxbai-embed-large", "qwen3:8b"], "qwen3:8b", undefined],
  [["gemma3:4b"], "gemma3:4b", "gemma3:4b"],
  [["qwen2.5-vl:7b"], "qwen2.5-vl:7b", "qwen2.5-vl:7b"],
  [["text-embedding-3-small", "gpt-5-mini"], "gpt-5-mini", "gpt-5-mini"],
  [["embeddinggemma"], undefined, undefined],
  [["whisper-1", "dall-e-3", "babbage-002", "gpt-4o-realtime-preview", "gpt-4o"], "gpt-4o", "gpt-4o"],
  [["gpt-4-0613", "gpt-4-turbo-preview", "o3-mini", "o4-mini"], "gpt-4-0613", "o4-mini"],
  [["gemma3:1b", "gemma-3-270m-it", "google/gemma-3-12b-it"], "gemma3:1b", "google/gemma-3-12b-it"],
  [["NousResearch/Hermes-3-8B", "granite5-8b"], "NousResearch/Hermes-3-8B", undefined],
  [["qwen2.5-7b-instruct"], "qwen2.5-7b-instruct", undefined],
])("of %j, %s chats and %s sees", (models, chat, vision) => {
  expect(pickChatModel(models)).toBe(chat);
  expect(pickVisionModel(models)).toBe(vision);
});

test.each([
  ["text is only continued", ["davinci-002", "gpt-3.5-turbo-instruct", "Qwen3-8B-Base", "llama3:8b-text"]],
  ["text is judged", ["omni-moderation-latest", "llama-guard3:8b", "gpt-oss-safeguard:20b", "shieldgemma"]],
  ["there is sound", ["gpt-4o-audio-preview", "gpt-4o-mini-tts", "gpt-realtime", "gpt-4o-transcribe"]],
  ["there are pictures", ["gpt-image-1", "chatgpt-image-latest", "dall-e-2", "sora-2", "deepseek-ocr:3b"]],
  ["something is searched", ["gpt-4o-search-preview", "gpt-5-search-api", "o3-deep-research"]],
  ["another interface is spoken", ["gpt-5-codex", "gpt-5.1-codex-mini", "gpt-5-pro", "o1-pro-2025-03-19"]],
  ["texts become vectors", ["bge-m3", "multilingual-e5-large", "gte-qwen2", "qwen3-reranker"]],
])("a model by which %s neither chats nor sees", (_, models) => {
  for (const model of models)
    expect([model, pickChatModel([model]), pickVisionModel([model])]).toEqual([model, undefined, undefined]);
});
