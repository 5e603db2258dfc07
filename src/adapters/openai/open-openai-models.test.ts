import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openFakeTime } from "../../../test/doubles/fake-time.ts";
import { type OpenAiDouble, openOpenAiDouble } from "../../../test/doubles/openai.ts";
import { CallFailure } from "../model-calls/call-failure.ts";
import { openOpenAiModels } from "./open-openai-models.ts";

describe("openOpenAiModels", () => {
  let double: OpenAiDouble;
  const { signal } = new AbortController();
  const open = (baseUrl = double.url) =>
    openOpenAiModels({ baseUrl, log: () => undefined, time: openFakeTime() });

  beforeEach(async () => {
    double = await openOpenAiDouble();
  });
  afterEach(() => double.close());

  it.each(["", "/", "/v1", "/v1/"])(
    "finds the API of a server that is given with the path '%s'",
    async (path) => {
      await open(double.url + path)
        .embedder("nomic-embed-text")
        .ready(signal);
      expect(double.requests.map((request) => request.path)).toEqual(["/v1/embeddings"]);
    },
  );

  it("sends no key where none is set", async () => {
    await open().embedder("nomic-embed-text").ready(signal);
    expect(double.requests[0]?.headers).not.toHaveProperty("authorization");
  });

  it("says where it looked for a server that is not there", async () => {
    const gone = await openOpenAiDouble();
    await gone.close();
    await expect(open(gone.url).embedder("nomic-embed-text").ready(signal)).rejects.toMatchObject({
      code: "embedding-failed",
      message: `The model server cannot be reached at ${gone.url}: check the network and OPENAI_BASE_URL`,
    });
  });

  it.each([
    ["nomic-embed-text", "search_query: cats", "search_document: cats"],
    ["embeddinggemma", "task: search result | query: cats", "title: none | text: cats"],
    ["text-embedding-3-small", "cats", "cats"],
  ])("tells %s what a text is for", async (model, query, passage) => {
    const embedder = open().embedder(model);
    await embedder.embedQuery("cats", signal);
    await embedder.embedPassages(["cats"], () => undefined, signal);
    expect(double.requests.map(({ body }) => body)).toMatchObject([{ input: [query] }, { input: [passage] }]);
  });

  it("asks a model that can shorten its vectors for 768 numbers", async () => {
    await open().embedder("text-embedding-3-small").ready(signal);
    expect(double.requests[0]?.body).toMatchObject({ dimensions: 768 });
  });

  it("refuses a model of another size when it gets ready, and lists what fits", async () => {
    const ready = open().embedder("mxbai-embed-large").ready(signal);
    await expect(ready).rejects.toMatchObject({
      code: "embedding-failed",
      message: expect.stringMatching(
        /mxbai-embed-large.*1024 numbers instead of 768.*nomic-embed-text.*embeddinggemma.*text-embedding-3-small/,
      ),
    });
  });

  it("takes a model with and without its latest tag for the same", () => {
    const provider = open();
    expect(provider.embedder("nomic-embed-text:latest").identity).toBe("openai:nomic-embed-text:768");
    expect(provider.embedder("nomic-embed-text").identity).toBe("openai:nomic-embed-text:768");
  });

  it("shows an image as a data URL", async () => {
    const bytes = Buffer.from("R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=", "base64");
    await open().vision("llava").describe({ name: "pixel.gif", bytes }, signal);
    expect(JSON.stringify(double.requests[0]?.body)).toContain('{"url":"data:image/png;base64,');
  });

  it.each([
    ["https://api.openai.com", "max_completion_tokens"],
    ["http://127.0.0.1:11434", "max_tokens"],
  ])("limits an answer of %s by %s", async (baseUrl, parameter) => {
    const bodies: string[] = [];
    const provider = openOpenAiModels({
      baseUrl,
      log: () => undefined,
      exchange: ({ body }, listener) => {
        bodies.push(body);
        queueMicrotask(() => listener.ended(new CallFailure("garbled")));
        return { pause: () => undefined, resume: () => undefined, close: () => undefined };
      },
    });
    await expect(provider.titles("any").suggestTitle(["Hello"], signal)).rejects.toMatchObject({
      code: "model-failed",
    });
    expect(Object.keys(JSON.parse(bodies[0] ?? "{}")).filter((key) => key.startsWith("max"))).toEqual([
      parameter,
    ]);
  });
});
