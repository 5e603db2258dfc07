import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openFakeTime } from "../../../test/doubles/fake-time.ts";
import { type OpenAiDouble, openOpenAiDouble } from "../../../test/doubles/openai.ts";
import { prepareHere, sourceFile } from "../../../test/doubles/source-file.ts";
import { openOpenAiModels } from "./open-openai-models.ts";

describe("openOpenAiModels", () => {
  let double: OpenAiDouble;
  const { signal } = new AbortController();
  const open = (baseUrl = double.url) =>
    openOpenAiModels({ baseUrl, log: () => undefined, prepareImage: prepareHere, time: openFakeTime() });

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
      message: `The model server cannot be reached at ${gone.url} (ECONNREFUSED): check the network and OPENAI_BASE_URL`,
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

  it("refuses a model of another size when it gets ready, and lists what fits", async () => {
    const ready = open().embedder("mxbai-embed-large").ready(signal);
    await expect(ready).rejects.toMatchObject({
      code: "embedder-unfit",
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

  describe("with a model that thinks before it answers", () => {
    const ask = async (provider = open()) => {
      const prompt = {
        instructions: "",
        messages: [{ role: "user" as const, content: "Why?" }],
        passages: [],
      };
      return (await Array.fromAsync(provider.chat("qwen3:4b").answer(prompt, signal))).join("");
    };
    const answerWith = (...fragments: string[]) => double.answerWith(() => fragments);
    const picture = Buffer.from("R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=", "base64");

    it("gives the answer alone, in every role", async () => {
      answerWith("<th", "ink>", "secret", "</thi", "nk>\n\n", "Because <think> is a tag");
      expect(await ask()).toBe("Because <think> is a tag");
      expect(await open().titles("qwen3:4b").suggestTitle(["Why?"], signal)).toBe("Because <think> is a tag");
      expect(await open().vision("llava").describe(sourceFile("a.gif", picture), signal)).toBe(
        "Because <think> is a tag",
      );
    });

    it("forgets the thoughts of an attempt that failed", async () => {
      answerWith("<think>secret");
      double.failNext({ kind: "cut-in-stream" });
      const answer = ask();
      await vi.waitFor(() => expect(double.requests).toHaveLength(1), { interval: 1 });
      answerWith("Because.");
      expect(await answer).toBe("Because.");
    });

    it("waits for one who thinks for longer than a model may be silent", async () => {
      const slow = await openOpenAiDouble({ paceMs: 40 });
      slow.answerWith(() => ["<think>", ..."secrets".split(""), "</think>", "Because."]);
      const provider = openOpenAiModels({
        baseUrl: slow.url,
        log: () => undefined,
        prepareImage: prepareHere,
        stallMs: 200,
      });
      expect(await ask(provider)).toBe("Because.");
      await slow.close();
    });

    it("says that there is no answer where there is a thought alone", async () => {
      answerWith("<think>secret</think>\n");
      await expect(ask()).rejects.toMatchObject({ message: expect.stringContaining("gave no answer") });
      answerWith("secret</think>");
      await expect(open().vision("llava").describe(sourceFile("a.gif", picture), signal)).rejects.toThrow(
        "gave no description",
      );
    });

    it("says that the tokens did not suffice for more than a thought", async () => {
      const event = (content: string, finish_reason: string | null) =>
        `data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason }] })}\n\n`;
      const provider = openOpenAiModels({
        baseUrl: double.url,
        log: () => undefined,
        prepareImage: prepareHere,
        exchange: (_, listener) => {
          queueMicrotask(() => {
            listener.head(200, { "content-type": "text/event-stream" });
            const events = event("<think>secret", null) + event(" thoughts", "length");
            listener.data(Buffer.from(`${events}data: [DONE]\n\n`));
            listener.ended(undefined);
          });
          return { pause: () => undefined, resume: () => undefined, close: () => undefined };
        },
      });
      await expect(ask(provider)).rejects.toThrow("gave no answer (it ran out of tokens)");
    });

    it("drops a thought that is only closed from what is read as a whole", async () => {
      answerWith("secret", "</think>", "\n\n", "Reasons");
      expect(await open().titles("qwen3:4b").suggestTitle(["Why?"], signal)).toBe("Reasons");
      expect(await open().vision("llava").describe(sourceFile("a.gif", picture), signal)).toBe("Reasons");
    });
  });
});
