import { describe, expect, it, vi } from "vitest";
import type { OnVectors } from "../../src/ports/embedder.ts";
import type { ModelFailure } from "../doubles/model-failures.ts";
import { providerOutages } from "./provider-outages.ts";
import { failureOf, live, type OpenProvider, SECRET, useProviderStage } from "./provider-stage.ts";

/** What every provider of models makes of the failures of its API. */
export function modelProviderContract(name: string, open: OpenProvider): void {
  describe(`${name} as a provider of models`, () => {
    const stage = useProviderStage(open);
    const { fragments, embed } = stage;
    providerOutages(stage);

    /** One call was made, and neither it nor a connection of its own is left. */
    function expectUpstreamClosed(): void {
      expect(stage.now().double.requests).toHaveLength(1);
      expect(stage.now().double.openCalls()).toBe(0);
      const { opened, closed } = stage.now().double.sockets;
      expect(opened - closed).toBe(stage.now().sharesConnections ? 1 : 0);
    }

    it.each<[string, ModelFailure, RegExp]>([
      ["a wrong key", { kind: "bad-key" }, /refused the API key: check \w+_API_KEY/],
      ["a forbidden model", { kind: "forbidden" }, /does not let this API key use the model/],
      ["an unknown model", { kind: "unknown-model" }, /has no model .+: check its name/],
      ["a refused request", { kind: "bad-request" }, /did not accept the request/],
      ["a spent quota", { kind: "daily-quota" }, /used up.*: wait until it is renewed/],
      ["a blocked prompt", { kind: "prompt-blocked" }, /withheld the answer for reasons of safety/],
      ["a blocked answer", { kind: "answer-blocked" }, /withheld the answer for reasons of safety/],
      ["an empty answer", { kind: "empty-answer" }, /gave no answer/],
      ["a lost connection", { kind: "cut-in-stream" }, /connection to .+ was lost/],
      ["an unfinished answer", { kind: "unfinished-stream" }, /connection to .+ was lost/],
      ["garbled events", { kind: "malformed-stream" }, /a form that cannot be read/],
      [
        "a redirect",
        { kind: "redirect", location: "http://127.0.0.1:9/" },
        /check that \w+_BASE_URL leads to it/,
      ],
      ["a failure among the events", { kind: "error-in-stream" }, /overloaded or out of order/],
      ["a model that falls silent", { kind: "stall-in-stream" }, /sent nothing for too long/],
    ])("says what to do about %s, and asks once only", async (_, failure, message) => {
      stage.now().double.failAlways(failure);
      const error = await failureOf(fragments());
      expect(error).toMatchObject({ code: "model-failed", message: expect.stringMatching(message) });
      expect(stage.now().double.requests).toHaveLength(1);
      await vi.waitFor(() => expect(stage.now().double.openCalls()).toBe(0));
    });

    it.each<[string, ModelFailure, RegExp]>([
      ["too many requests", { kind: "rate-limited" }, /more requests than its quota allows/],
      ["an overloaded model", { kind: "overloaded" }, /overloaded or out of order \(HTTP 503\)/],
      ["a failing server", { kind: "internal" }, /overloaded or out of order \(HTTP 500\)/],
      ["a proxy without a server", { kind: "proxy-page" }, /overloaded or out of order \(HTTP 502\)/],
      ["a connection that is closed", { kind: "no-answer" }, /connection to .+ was lost/],
      ["a model that never begins", { kind: "silence" }, /sent nothing for too long/],
    ])("asks again after %s, and says what to do when that does not help", async (_, failure, message) => {
      stage.now().double.failAlways(failure);
      const error = await failureOf(fragments());
      expect(error).toMatchObject({ code: "model-failed", message: expect.stringMatching(message) });
      expect(stage.now().double.requests.length).toBeGreaterThan(1);
      await vi.waitFor(() => expect(stage.now().double.openCalls()).toBe(0));
    });

    it.each<ModelFailure>([
      { kind: "rate-limited" },
      { kind: "overloaded" },
      { kind: "internal" },
      { kind: "no-answer" },
      { kind: "silence" },
    ])("answers in the end when $kind passes", async (failure) => {
      stage.now().double.failNext(failure, 2);
      expect((await fragments()).join("")).toContain("the answer.");
      expect(stage.now().double.requests).toHaveLength(3);
    });

    it("waits as long as the provider asks", async () => {
      stage.now().double.failNext({ kind: "rate-limited", retrySeconds: 17 });
      stage.now().double.failNext({ kind: "overloaded", retryAfter: "3" });
      stage.now().double.failNext({
        kind: "overloaded",
        retryAfter: new Date(stage.now().time.now() + 25_000).toUTCString(),
      });
      await fragments();
      expect(stage.now().time.sleeps).toEqual([17_000, 3_000, 5_000]);
    });

    it("does not wait beyond its patience, and says when to come back", async () => {
      stage.now().double.failNext({ kind: "rate-limited", retrySeconds: 31 });
      const error = await failureOf(fragments());
      expect(error.message).toMatch(/try again in 31 s/);
      expect(stage.now().time.sleeps).toEqual([]);
    });

    it("waits longer for a document than for a person", async () => {
      stage.now().double.failNext({ kind: "rate-limited", retrySeconds: 31 });
      expect(await embed()).toHaveLength(2);
      expect(stage.now().time.sleeps).toEqual([31_000]);
    });

    it.each<[string, ModelFailure, RegExp]>([
      ["a wrong key", { kind: "bad-key" }, /refused the API key/],
      ["a spent quota", { kind: "daily-quota" }, /used up/],
      ["vectors of another length", { kind: "wrong-vector-length" }, /gives 512 numbers instead of 768/],
      ["a number that is none", { kind: "vector-not-a-number" }, /a form that cannot be read/],
      ["an infinite number", { kind: "vector-infinite" }, /a form that cannot be read/],
      ["zeros alone", { kind: "vector-of-zeros" }, /vectors without a direction/],
      ["fewer vectors than texts", { kind: "vectors-missing" }, /a form that cannot be read/],
    ])("refuses %s from an embedding model", async (_, failure, message) => {
      stage.now().double.failAlways(failure);
      const error = await failureOf(embed());
      const code = expect.stringMatching(/^(embedding-failed|embedder-unfit)$/);
      expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
      expect(stage.now().double.requests).toHaveLength(1);
    });

    it("says that a model of another size does not fit, which is no passing failure", async () => {
      stage.now().double.failAlways({ kind: "wrong-vector-length" });
      expect(await failureOf(embed())).toMatchObject({ code: "embedder-unfit", retryAfterMs: undefined });
    });

    it("says how long to wait where a limit lasts longer than its patience", async () => {
      stage.now().double.failAlways({ kind: "rate-limited", retrySeconds: 180 });
      expect(await failureOf(embed())).toMatchObject({ code: "embedding-failed", retryAfterMs: 180_000 });
      stage.now().double.failAlways({ kind: "daily-quota" });
      expect(await failureOf(embed())).toMatchObject({ code: "embedding-failed", retryAfterMs: undefined });
    });

    it("keeps the order of 250 texts across batches", async () => {
      const texts = Array.from({ length: 250 }, (_, i) => `word${i} other${i} third${i}`);
      const told: number[] = [];
      const embedder = stage.now().provider.embedder(stage.now().models.embedding);
      const onVectors: OnVectors = (_from, vectors) => told.push(vectors.length);
      const vectors = await embedder.embedPassages(texts, onVectors, live());
      expect(stage.now().double.requests.length).toBeGreaterThan(2);
      expect(told).toHaveLength(stage.now().double.requests.length);
      expect(told.reduce((sum, count) => sum + count)).toBe(250);
      for (const i of [0, 31, 32, 99, 100, 199, 249]) {
        const [alone] = await embedder.embedPassages(texts.slice(i, i + 1), () => undefined, live());
        expect(vectors[i]).toEqual(alone);
      }
    });

    it("passes the first fragment on while the model still writes", async () => {
      stage.now().double.failNext({ kind: "stall-in-stream" });
      const controller = new AbortController();
      const answer = stage
        .now()
        .provider.chat(stage.now().models.chat)
        .answer(
          { instructions: "", messages: [{ role: "user", content: "question" }], passages: [] },
          controller.signal,
        );
      for await (const fragment of answer) {
        expect(fragment).toBe("You asked: ");
        expect(stage.now().double.openCalls()).toBe(1);
        break;
      }
      await vi.waitFor(expectUpstreamClosed);
    });

    it.each<ModelFailure>([{ kind: "stall-in-stream" }, { kind: "silence" }])(
      "closes the connection when it is aborted in the midst of $kind",
      async (failure) => {
        stage.now().double.failAlways(failure);
        const controller = new AbortController();
        const reason = new Error("left");
        const reading = fragments(controller.signal);
        await vi.waitFor(() => expect(stage.now().double.openCalls()).toBe(1), { interval: 1 });
        controller.abort(reason);
        await expect(reading).rejects.toBe(reason);
        await vi.waitFor(expectUpstreamClosed);
      },
    );

    it("logs the tokens that an answer took", async () => {
      await fragments();
      expect(stage.now().logged).toEqual([
        {
          level: "info",
          message: "A model has answered",
          fields: { model: stage.now().models.chat, role: "chat", inputTokens: 12, outputTokens: 5 },
        },
      ]);
    });

    it("takes an empty answer for a title that does not fit", async () => {
      stage.now().double.failNext({ kind: "empty-answer" });
      expect(await stage.now().provider.titles(stage.now().models.chat).suggestTitle(["hello"], live())).toBe(
        "",
      );
    });

    it("lets nothing of the key, the request or the vendor's words out", async () => {
      const failures: ModelFailure[] = [
        { kind: "bad-key" },
        { kind: "forbidden" },
        { kind: "unknown-model" },
        { kind: "bad-request" },
        { kind: "daily-quota" },
        { kind: "cut-in-stream" },
        { kind: "malformed-stream" },
        { kind: "error-in-stream" },
        { kind: "answer-blocked" },
        { kind: "vector-infinite" },
      ];
      const seen: string[] = [];
      for (const failure of failures) {
        stage.now().double.failAlways(failure);
        for (const work of [() => fragments(), () => embed()]) {
          const error = await work().then(
            () => undefined,
            (reason: unknown) => reason,
          );
          seen.push(inWords(error));
        }
      }
      const everything = seen.join("\n") + JSON.stringify(stage.now().logged);
      expect(everything).toContain("AppError");
      for (const secret of [SECRET, "private words", "Be brief", "exceeded your current", "does not exist"]) {
        expect(everything).not.toContain(secret);
      }
    });
  });
}

/** An error with everything below it, as a log would show it. */
function inWords(error: unknown): string {
  if (!(error instanceof Error)) return "";
  return `${error.name} ${error.message} ${JSON.stringify(error)} ${inWords(error.cause)}`;
}
