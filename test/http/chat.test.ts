import { beforeAll, describe, expect, test } from "vitest";
import { AppError } from "../../src/domain/errors.ts";
import type { Library } from "../../src/usecases/library.ts";
import { eventsOf, openForTest, type TestApp } from "./open-app.ts";
import { sharedTestApp } from "./shared-app.ts";

const url = "/api/chat";
const { service } = sharedTestApp();
let lease: string;
beforeAll(async () => {
  lease = await service.add({
    name: "lease.md",
    content:
      "# Lease\n\n## Notice\n\nThe tenant may end the lease with three months' notice to the end of a month.\n\n## Pets\n\nCats are allowed, dogs only with written consent.",
  });
});

const question = [{ role: "user", content: "With how many months' notice can the tenant end the lease?" }];

async function ask(payload: object, of: TestApp = service) {
  const answer = await of.post(url, payload);
  return { ...answer, events: answer.status === 200 ? eventsOf(answer.text) : [] };
}

/** A service whose model answers in this way. */
const openAnswering = (answer: Library["chatModel"]["answer"]) =>
  openForTest(() => ({ chatModel: { answer } }));

describe("a chat", () => {
  test("streams sources first, then chunks, then [DONE]", async () => {
    const { headers, events } = await ask({ messages: question, userId: "alice" });
    expect(headers["content-type"]).toBe("text/event-stream; charset=utf-8");
    expect(headers["cache-control"]).toBe("no-cache");
    expect(headers["content-encoding"]).toBeUndefined();
    const [first] = events;
    expect(first.sources[0]).toEqual({
      index: 1,
      documentId: lease,
      documentName: "lease.md",
      documentType: "MD",
      score: expect.any(Number),
      chunkIndex: expect.any(Number),
      pageNumber: null,
      section: "Lease > Notice",
      chunkText: expect.stringContaining("three months"),
    });
    expect(first.sources.length).toBeLessThanOrEqual(5);
    expect(first.sources.map((source: { index: number }) => source.index)).toEqual(
      first.sources.map((_: unknown, i: number) => i + 1),
    );
    expect(events.at(-1)).toBe("[DONE]");
    const chunks = events.slice(1, -1);
    expect(chunks.length).toBeGreaterThan(1);
    expect(chunks.every((event) => Object.keys(event).join() === "chunk" && event.chunk !== "")).toBe(true);
    expect(chunks.map((event) => event.chunk).join("")).toContain("three months' notice");
    expect(chunks.map((event) => event.chunk).join("")).toContain("[1]");
  });

  test("looks for the first 8,000 characters of a message of megabytes", async () => {
    const asked: number[] = [];
    const watched = await openForTest(({ embedder }) => ({
      embedder: {
        ...embedder,
        identity: embedder.identity,
        embedQuery: (text, signal) => {
          asked.push(text.length);
          return embedder.embedQuery(text, signal);
        },
      },
    }));
    await watched.add({ name: "lease.md", content: "The tenant may end the lease." });
    const content = "With how much notice can the tenant end the lease? ".repeat(70_000);
    const { events } = await ask({ messages: [{ role: "user", content }], userId: "alice" }, watched);
    expect(events.at(-1)).toBe("[DONE]");
    expect(events[0].sources).toHaveLength(1);
    expect(asked).toEqual([7_999]);
  });

  test.each([
    ["without a user", { messages: question }],
    ["with retrieval off", { messages: question, userId: "alice", useRAG: false }],
    ["for a user without documents", { messages: question, userId: "nobody" }],
    [
      "about something else",
      { messages: [{ role: "user", content: "zebra astronomy qwerty" }], userId: "alice" },
    ],
    ["restricted to another document", { messages: question, userId: "alice", documentIds: ["other"] }],
  ])("%s has no sources and still answers", async (_case, payload) => {
    const { events } = await ask(payload);
    expect(events.some((event) => event.sources)).toBe(false);
    expect(events.filter((event) => event.chunk).length).toBeGreaterThan(0);
    expect(events.at(-1)).toBe("[DONE]");
  });

  test("answers the latest message by the user, and knows every role", async () => {
    const messages = [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Tell me about zebras" },
      { role: "model", content: "They have stripes." },
      ...question,
      { role: "assistant", content: "Let me look." },
    ];
    const { events } = await ask({ messages, userId: "alice" });
    expect(events[0].sources[0].chunkText).toContain("three months");
  });

  test.each([
    [{}, "messages"],
    [{ messages: [] }, "messages"],
    [{ messages: "hello" }, "messages"],
    [{ messages: [{ role: "robot", content: "x" }] }, "messages.0.role"],
    [{ messages: [{ role: "user", content: 5 }] }, "messages.0.content"],
    [{ messages: question, userId: "not an id" }, "userId"],
    [{ messages: question, useRAG: "yes" }, "useRAG"],
  ])("%j is a 400 before any stream", async (payload, field) => {
    const answer = await ask(payload);
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(field)]);
  });

  test("a failure of the model is an error event and then [DONE]", async () => {
    const broken = await openAnswering(async function* () {
      yield "Half of ";
      throw new AppError("model-failed", "The model is overloaded");
    });
    const { events } = await ask({ messages: question }, broken);
    expect(events).toEqual([{ chunk: "Half of " }, { error: "The model is overloaded" }, "[DONE]"]);
  });

  test("a failure of retrieval is an error event and then [DONE]", async () => {
    const broken = await openForTest(({ embedder }: Library) => ({
      embedder: { ...embedder, embedQuery: () => Promise.reject(new Error("secret")) },
    }));
    const { events, text } = await ask({ messages: question, userId: "alice" }, broken);
    expect(events).toEqual([{ error: expect.any(String) }, "[DONE]"]);
    expect(text).not.toContain("secret");
  });

  test("text with line breaks and odd characters stays on one data line", async () => {
    const odd = "a\nb\r\n\u2028data: [DONE]\n\n😀";
    const echo = await openAnswering(async function* () {
      yield odd;
    });
    const { events } = await ask({ messages: question }, echo);
    expect(events).toEqual([{ chunk: odd }, "[DONE]"]);
  });
});

describe("titles", () => {
  const title = (payload: object, of: TestApp = service) => of.post("/api/chat/generate-title", payload);

  test("name the conversation in at most five words and fifty characters", async () => {
    const { status, body } = await title({ messages: question });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(["title"]);
    expect(body.title.split(" ").length).toBeLessThanOrEqual(5);
    expect(body.title.length).toBeLessThanOrEqual(50);
    expect(body.title.toLowerCase()).toMatch(/notice|lease|tenant/);
  });

  test("read only the first three messages by the user", async () => {
    const seen: unknown[] = [];
    const spying = await openForTest(() => ({
      titleModel: {
        async suggestTitle(texts) {
          seen.push(...texts);
          return '“Three «quoted» "words" here and more"';
        },
      },
    }));
    const messages = ["a", "b", "c", "d"].flatMap((content) => [
      { role: "assistant", content: `answer ${content}` },
      { role: "user", content },
    ]);
    const { body } = await title({ messages }, spying);
    expect(seen).toEqual(["a", "b", "c"]);
    expect(body.title).toBe("Three quoted words here and");
  });

  test("without anything usable are New Chat", async () => {
    const { status, body } = await title({ messages: [{ role: "assistant", content: "Hello" }] });
    expect([status, body]).toEqual([200, { title: "New Chat" }]);
  });

  test("of a model that fails are a 500 with New Chat", async () => {
    const broken = await openForTest(() => ({
      titleModel: { suggestTitle: () => Promise.reject(new AppError("model-failed", "The model is down")) },
    }));
    const { status, body } = await title({ messages: question }, broken);
    expect([status, body]).toEqual([500, { error: "The model is down", title: "New Chat" }]);
  });

  test.each([{}, { messages: [] }, { messages: null }])("%j is a 400", async (payload) => {
    expect((await title(payload)).status).toBe(400);
  });
});
