import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openFakeTime } from "../../../test/doubles/fake-time.ts";
import { type GeminiDouble, openGeminiDouble } from "../../../test/doubles/gemini.ts";
import { prepareHere } from "../../../test/doubles/source-file.ts";
import type { LogEntry } from "../../ports/log.ts";
import type { ModelProvider } from "../model-calls/model-provider.ts";
import { openGeminiModels } from "./open-gemini-models.ts";

describe("openGeminiModels", () => {
  let double: GeminiDouble;
  let provider: ModelProvider;
  let logged: LogEntry[];
  const { signal } = new AbortController();
  const embed = (model: string, texts: string[]) =>
    provider.embedder(model).embedPassages(texts, () => undefined, signal);

  beforeEach(async () => {
    double = await openGeminiDouble();
    logged = [];
    provider = openGeminiModels({
      apiKey: double.apiKey,
      baseUrl: `${double.url}/v1beta/`,
      log: (entry) => logged.push(entry),
      prepareImage: prepareHere,
      time: openFakeTime(),
    });
  });
  afterEach(() => double.close());

  describe("where text-embedding-004 is gone", () => {
    beforeEach(() => double.retire("text-embedding-004"));

    it("moves to its successor once, says so, and names what it uses", async () => {
      const embedder = provider.embedder("text-embedding-004");
      expect(embedder.identity).toBe("gemini:text-embedding-004:768");
      await embedder.ready(signal);
      expect(embedder.identity).toBe("gemini:gemini-embedding-001:768");
      await embedder.embedPassages(["one", "two"], () => undefined, signal);
      expect(double.requests.map(({ path }) => path)).toEqual([
        "/v1beta/models/text-embedding-004:embedContent",
        "/v1beta/models/gemini-embedding-001:embedContent",
        "/v1beta/models/gemini-embedding-001:batchEmbedContents",
      ]);
      const warnings = logged.filter(({ message }) =>
        message.includes("Google has retired text-embedding-004"),
      );
      expect(warnings).toMatchObject([{ level: "warn", fields: { model: "gemini-embedding-001" } }]);
    });

    it("gives vectors of the successor alone when several batches find out at once", async () => {
      const texts = Array.from({ length: 350 }, (_, i) => `text ${i}`);
      const embedder = provider.embedder("text-embedding-004");
      const vectors = await embedder.embedPassages(texts, () => undefined, signal);
      expect(vectors).toHaveLength(350);
      const successful = double.requests.filter(({ path }) => path.includes("gemini-embedding-001"));
      expect(successful).toHaveLength(4);
    });
  });

  it("keeps to the model whose vectors it has given, even when that is gone later", async () => {
    const embedder = provider.embedder("text-embedding-004");
    await embedder.ready(signal);
    double.retire("text-embedding-004");
    await expect(embedder.embedQuery("later", signal)).rejects.toMatchObject({
      code: "embedding-failed",
      message: "Google has retired text-embedding-004, which this service began with",
      details: expect.stringMatching(/Start it again.*gemini-embedding-001.*npm run carrel -- reembed/),
    });
    await expect(embedder.ready(signal)).rejects.toThrow("Google has retired");
    expect(embedder.identity).toBe("gemini:text-embedding-004:768");
  });

  it("puts nothing in the place of a model that was chosen", async () => {
    await expect(embed("gemini-embedding-9", ["text"])).rejects.toMatchObject({
      message: expect.stringContaining("has no model gemini-embedding-9"),
    });
  });

  it("sends at most 100 texts and 80,000 characters at once", async () => {
    await embed("text-embedding-004", [
      ...Array.from({ length: 101 }, () => "short"),
      ...Array.from({ length: 11 }, () => "x".repeat(9_000)),
    ]);
    const sizes = double.requests.map(({ body }) =>
      typeof body === "object" && body !== null && "requests" in body && Array.isArray(body.requests)
        ? body.requests.length
        : 1,
    );
    // The long texts are cut to 8,000 characters; the one short text that is left shares a batch with nine of them.
    expect(sizes.toSorted((a, b) => b - a)).toEqual([100, 10, 2]);
  });

  it("asks nothing of a provider that works to see that it works", async () => {
    await provider.check(signal);
    expect(double.requests).toEqual([]);
  });

  it("reads an answer that Gemini spreads over two calls as one", async () => {
    const bodies: { contents: unknown; continuationToken?: string }[] = [];
    const streams = [
      { content: { parts: [{ text: "first, " }] }, finishReason: "CONTINUATION", continuationToken: "t1" },
      { content: { parts: [{ text: "second" }] }, finishReason: "STOP" },
    ];
    const { chat } = openGeminiModels({
      apiKey: "key",
      log: (entry) => logged.push(entry),
      prepareImage: prepareHere,
      exchange: ({ body }, listener) => {
        bodies.push(JSON.parse(String(body)));
        const usageMetadata = { promptTokenCount: 4, candidatesTokenCount: 2 };
        const event = JSON.stringify({ candidates: [streams.shift()], usageMetadata });
        queueMicrotask(() => {
          listener.head(200, {});
          listener.data(Buffer.from(`data: ${event}\n\n`));
          listener.ended(undefined);
        });
        return { pause: () => undefined, resume: () => undefined, close: () => undefined };
      },
    });
    let text = "";
    const prompt = {
      instructions: "",
      passages: [],
      messages: [{ role: "user" as const, content: "Go on" }],
    };
    for await (const fragment of chat("gemini-4").answer(prompt, signal)) text += fragment;
    expect(text).toBe("first, second");
    expect(bodies.map(({ continuationToken }) => continuationToken)).toEqual([undefined, "t1"]);
    expect(bodies[1]?.contents).toEqual(bodies[0]?.contents);
    expect(logged.at(-1)?.fields).toMatchObject({ inputTokens: 8, outputTokens: 4 });
  });
});
