import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ModelLogEntry } from "../../src/adapters/model-calls/model-log.ts";
import type { ModelProvider } from "../../src/adapters/model-calls/model-provider.ts";
import { AppError } from "../../src/domain/errors.ts";
import { type FakeTime, openFakeTime } from "../doubles/fake-time.ts";
import type { HttpDouble } from "../doubles/http-double.ts";
import type { FailurePlan, ModelFailure } from "../doubles/model-failures.ts";

/** A provider to be tested, with the double of its API. */
export interface ModelProviderSubject {
  provider: ModelProvider;
  double: HttpDouble & FailurePlan & { answerWith(answer: (question: string) => string[]): void };
  models: { chat: string; embedding: string };
  /** Whether a connection outlives its calls, as with HTTP/2. */
  sharesConnections: boolean;
}

/** What the provider is opened with. */
export interface ProviderParts {
  apiKey: string;
  log: (entry: ModelLogEntry) => void;
  time: FakeTime;
  stallMs: number;
}

const SECRET = "key-that-nobody-may-see";
const STALL_MS = 250;

/** What every provider of models makes of the failures of its API. */
export function modelProviderContract(
  name: string,
  open: (parts: ProviderParts) => Promise<ModelProviderSubject>,
): void {
  describe(`${name} as a provider of models`, () => {
    let subject: ModelProviderSubject;
    let logged: ModelLogEntry[];
    let time: FakeTime;
    const live = () => new AbortController().signal;

    beforeEach(async () => {
      logged = [];
      time = openFakeTime();
      subject = await open({ apiKey: SECRET, log: (entry) => logged.push(entry), time, stallMs: STALL_MS });
    });
    afterEach(() => subject.double.close());

    const fragments = (signal = live()) =>
      Array.fromAsync(
        subject.provider.chat(subject.models.chat).answer(
          {
            instructions: "Be brief.",
            messages: [{ role: "user", content: "private words" }],
            passages: [],
          },
          signal,
        ),
      );
    const embed = (texts: string[] = ["private words", "and more"]) =>
      subject.provider.embedder(subject.models.embedding).embedPassages(texts, () => undefined, live());

    /** One call was made, and neither it nor a connection of its own is left. */
    function expectUpstreamClosed(): void {
      expect(subject.double.requests).toHaveLength(1);
      expect(subject.double.openCalls()).toBe(0);
      const { opened, closed } = subject.double.sockets;
      expect(opened - closed).toBe(subject.sharesConnections ? 1 : 0);
    }

    async function failureOf(work: Promise<unknown>): Promise<AppError> {
      const error = await work.then(
        () => undefined,
        (reason: unknown) => reason,
      );
      if (!(error instanceof AppError)) throw new Error("An AppError was expected", { cause: error });
      return error;
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
      subject.double.failAlways(failure);
      const error = await failureOf(fragments());
      expect(error).toMatchObject({ code: "model-failed", message: expect.stringMatching(message) });
      expect(subject.double.requests).toHaveLength(1);
      await vi.waitFor(() => expect(subject.double.openCalls()).toBe(0));
    });

    it.each<[string, ModelFailure, RegExp]>([
      ["too many requests", { kind: "rate-limited" }, /more requests than its quota allows/],
      ["an overloaded model", { kind: "overloaded" }, /overloaded or out of order \(HTTP 503\)/],
      ["a failing server", { kind: "internal" }, /overloaded or out of order \(HTTP 500\)/],
      ["a proxy without a server", { kind: "proxy-page" }, /overloaded or out of order \(HTTP 502\)/],
      ["a connection that is closed", { kind: "no-answer" }, /cannot be reached at https?:\/\/127/],
      ["a model that never begins", { kind: "silence" }, /sent nothing for too long/],
    ])("asks again after %s, and says what to do when that does not help", async (_, failure, message) => {
      subject.double.failAlways(failure);
      const error = await failureOf(fragments());
      expect(error).toMatchObject({ code: "model-failed", message: expect.stringMatching(message) });
      expect(subject.double.requests.length).toBeGreaterThan(1);
      await vi.waitFor(() => expect(subject.double.openCalls()).toBe(0));
    });

    it.each<ModelFailure>([
      { kind: "rate-limited" },
      { kind: "overloaded" },
      { kind: "internal" },
      { kind: "no-answer" },
      { kind: "silence" },
    ])("answers in the end when $kind passes", async (failure) => {
      subject.double.failNext(failure, 2);
      expect((await fragments()).join("")).toContain("the answer.");
      expect(subject.double.requests).toHaveLength(3);
    });

    it("waits as long as the provider asks", async () => {
      subject.double.failNext({ kind: "rate-limited", retrySeconds: 17 });
      subject.double.failNext({ kind: "overloaded", retryAfter: "3" });
      subject.double.failNext({
        kind: "overloaded",
        retryAfter: new Date(time.now() + 25_000).toUTCString(),
      });
      await fragments();
      expect(time.sleeps).toEqual([17_000, 3_000, 5_000]);
    });

    it("does not wait beyond its patience, and says when to come back", async () => {
      subject.double.failNext({ kind: "rate-limited", retrySeconds: 31 });
      const error = await failureOf(fragments());
      expect(error.message).toMatch(/try again in 31 s/);
      expect(time.sleeps).toEqual([]);
    });

    it("waits longer for a document than for a person", async () => {
      subject.double.failNext({ kind: "rate-limited", retrySeconds: 31 });
      expect(await embed()).toHaveLength(2);
      expect(time.sleeps).toEqual([31_000]);
    });

    it("leaves a provider alone that is down, says so in its check, and sees after a while", async () => {
      const { provider, double } = subject;
      double.failAlways({ kind: "internal" });
      await failureOf(fragments());
      expect(double.requests).toHaveLength(5);

      const error = await failureOf(fragments());
      expect(error.message).toMatch(/is down: it failed 5 times in a row/);
      expect(await failureOf(provider.check(live()))).toMatchObject({
        code: "model-failed",
        message: error.message,
      });
      expect(double.requests).toHaveLength(5);

      time.advance(10_000);
      expect((await failureOf(provider.check(live()))).message).toMatch(/is down/);
      expect(double.requests.at(-1)?.method).toBe("GET");
      expect(double.requests).toHaveLength(6);

      time.advance(10_000);
      double.failAlways(null);
      expect((await fragments()).join("")).toContain("the answer.");
      await provider.check(live());
      expect(double.requests).toHaveLength(7);
    });

    it("sees by its check that a provider is back", async () => {
      const { provider, double } = subject;
      double.failAlways({ kind: "internal" });
      await failureOf(fragments());
      double.failAlways(null);
      time.advance(10_000);
      await provider.check(live());
      expect(double.requests.at(-1)?.method).toBe("GET");
      expect(logged.at(-1)?.message).toMatch(/answers again/);
    });

    it("sits out a provider that is down to index a document", async () => {
      subject.double.failNext({ kind: "internal" }, 5);
      expect(await embed()).toHaveLength(2);
      expect(time.sleeps.at(-1)).toBe(10_000);
    });

    it("does not take a caller's mistake for a provider that is down", async () => {
      subject.double.failAlways({ kind: "bad-request" });
      for (let i = 0; i < 6; i++) await failureOf(fragments());
      subject.double.failAlways(null);
      expect((await fragments()).join("")).toContain("the answer.");
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
      subject.double.failAlways(failure);
      const error = await failureOf(embed());
      expect(error).toMatchObject({ code: "embedding-failed", message: expect.stringMatching(message) });
      expect(subject.double.requests).toHaveLength(1);
    });

    it("keeps the order of 250 texts across batches", async () => {
      const texts = Array.from({ length: 250 }, (_, i) => `word${i} other${i} third${i}`);
      const told: number[] = [];
      const embedder = subject.provider.embedder(subject.models.embedding);
      const vectors = await embedder.embedPassages(texts, (done) => told.push(done), live());
      expect(subject.double.requests.length).toBeGreaterThan(2);
      expect(told.at(-1)).toBe(250);
      for (const i of [0, 31, 32, 99, 100, 199, 249]) {
        const [alone] = await embedder.embedPassages(texts.slice(i, i + 1), () => undefined, live());
        expect(vectors[i]).toEqual(alone);
      }
    });

    it("passes the first fragment on while the model still writes", async () => {
      subject.double.failNext({ kind: "stall-in-stream" });
      const controller = new AbortController();
      const answer = subject.provider
        .chat(subject.models.chat)
        .answer(
          { instructions: "", messages: [{ role: "user", content: "question" }], passages: [] },
          controller.signal,
        );
      for await (const fragment of answer) {
        expect(fragment).toBe("You asked: ");
        expect(subject.double.openCalls()).toBe(1);
        break;
      }
      await vi.waitFor(expectUpstreamClosed);
    });

    it.each<ModelFailure>([{ kind: "stall-in-stream" }, { kind: "silence" }])(
      "closes the connection when it is aborted in the midst of $kind",
      async (failure) => {
        subject.double.failAlways(failure);
        const controller = new AbortController();
        const reason = new Error("left");
        const reading = fragments(controller.signal);
        await vi.waitFor(() => expect(subject.double.openCalls()).toBe(1), { interval: 1 });
        controller.abort(reason);
        await expect(reading).rejects.toBe(reason);
        await vi.waitFor(expectUpstreamClosed);
      },
    );

    it("logs the tokens that an answer took", async () => {
      await fragments();
      expect(logged).toEqual([
        {
          level: "info",
          message: "A model has answered",
          fields: { model: subject.models.chat, role: "chat", inputTokens: 12, outputTokens: 5 },
        },
      ]);
    });

    it("takes an empty answer for a title that does not fit", async () => {
      subject.double.failNext({ kind: "empty-answer" });
      expect(await subject.provider.titles(subject.models.chat).suggestTitle(["hello"], live())).toBe("");
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
        subject.double.failAlways(failure);
        for (const work of [() => fragments(), () => embed()]) {
          const error = await work().then(
            () => undefined,
            (reason: unknown) => reason,
          );
          seen.push(inWords(error));
        }
      }
      const everything = seen.join("\n") + JSON.stringify(logged);
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
