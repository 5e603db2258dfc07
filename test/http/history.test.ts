import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { AppError } from "../../src/domain/errors.ts";
import type { Session } from "../../src/domain/session.ts";
import type { AppOptions } from "../../src/http/app.ts";
import type { Library } from "../../src/usecases/library.ts";
import { openForTest } from "./open-app.ts";
import { sharedTestApp } from "./shared-app.ts";

const url = "/api/chat/history";
const { service } = sharedTestApp();

const messages = [
  { role: "user", content: "Hëllo 🌍" },
  { role: "assistant", content: "Hi." },
];

async function create(payload: object) {
  return (await service.post(url, payload)).body.session;
}

/** A session of the user whose messages are this long. */
const longSession = async (userId: string, length: number): Promise<Session> => ({
  ...(await create({ userId, messages })),
  messages: "x".repeat(length),
});

/** A service that lists sessions in this way. */
const openListing = (list: Library["sessions"]["list"], limits?: AppOptions["timeLimits"]) =>
  openForTest(({ sessions }) => ({ sessions: { ...sessions, list } }), {}, limits);

describe("chat sessions", () => {
  test("several documents are pinned, the first of them where one is asked for", async () => {
    const created = await create({ userId: "pia", messages, selectedDocuments: ["doc1", "doc2", "doc1"] });
    expect(created).toMatchObject({ selectedDocument: "doc1", selectedDocuments: ["doc1", "doc2"] });
    const { body } = await service.get(`${url}?sessionId=${created.$id}`);
    expect(body.session).toEqual(created);
    const one = await service.put(url, { sessionId: created.$id, selectedDocument: "doc3" });
    expect(one.body.session.selectedDocument).toBe("doc3");
    expect(one.body.session).not.toHaveProperty("selectedDocuments");
    const several = await service.put(url, { sessionId: created.$id, selectedDocuments: ["doc2", "doc4"] });
    expect(several.body.session.selectedDocument).toBe("doc2");
    const none = await service.put(url, { sessionId: created.$id, selectedDocument: null });
    expect(none.body.session.selectedDocument).toBeNull();
    const { status } = await service.post(url, { userId: "pia", messages, selectedDocuments: ["no id!"] });
    expect(status).toBe(400);
  });

  test("a new session has all fields, messages as a JSON string, and is called New Chat", async () => {
    const answer = await service.post(url, { userId: "ann", messages });
    expect(answer.status).toBe(200);
    expect(answer.body.session).toEqual({
      $id: expect.stringMatching(/^[a-zA-Z0-9][\w.-]{0,35}$/),
      userId: "ann",
      title: "New Chat",
      messages: JSON.stringify(messages),
      selectedDocument: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
  });

  test("title, pinned document and further fields of messages are kept", async () => {
    const withMore = [{ role: "user", content: "x", at: 5 }];
    const session = await create({
      userId: "ann",
      messages: withMore,
      title: "Mine",
      selectedDocument: "doc1",
    });
    expect(session).toMatchObject({
      title: "Mine",
      selectedDocument: "doc1",
      messages: JSON.stringify(withMore),
    });
  });

  test("a change touches only the fields that are present; null clears the pinned document", async () => {
    const session = await create({ userId: "ann", messages, title: "Mine", selectedDocument: "doc1" });
    const first = await service.put(url, { sessionId: session.$id, title: "Yours" });
    expect(first.body.session).toMatchObject({
      title: "Yours",
      messages: session.messages,
      selectedDocument: "doc1",
    });
    const second = await service.put(url, { sessionId: session.$id, selectedDocument: null, messages: [] });
    expect(second.body.session).toMatchObject({ title: "Yours", messages: "[]", selectedDocument: null });
    expect(second.body.session.updatedAt >= session.updatedAt).toBe(true);
  });

  test("the list holds the user's 100 latest, most recently updated first", async () => {
    const ids: string[] = [];
    for (let i = 0; i < 103; i++)
      ids.push((await create({ userId: "bert", messages: [], title: `n${i}` })).$id);
    await service.put(url, { sessionId: ids[0], title: "again" });
    const { body } = await service.get(`${url}?userId=bert`);
    expect(body.sessions).toHaveLength(100);
    expect(body.sessions.map((session: { $id: string }) => session.$id)).toEqual(
      [ids[0], ...ids.slice(1).reverse()].slice(0, 100),
    );
  });

  test("a deleted session is gone from the list", async () => {
    const session = await create({ userId: "cleo", messages });
    const answer = await service.remove(`${url}?sessionId=${session.$id}`);
    expect([answer.status, answer.body]).toEqual([200, { success: true }]);
    const { body } = await service.get(`${url}?userId=cleo`);
    expect(body.sessions).toEqual([]);
  });
});

describe("one session, and lists of titles", () => {
  test("a session is read by its id, the owner named or not", async () => {
    const session = await create({ userId: "dora", messages, title: "Mine" });
    for (const query of [`sessionId=${session.$id}`, `userId=dora&sessionId=${session.$id}`]) {
      const answer = await service.get(`${url}?${query}`);
      expect([answer.status, answer.text]).toEqual([200, JSON.stringify({ session })]);
    }
  });

  test("another user's session is one that is not there", async () => {
    const session = await create({ userId: "dora", messages });
    const answer = await service.get(`${url}?userId=eve&sessionId=${session.$id}`);
    expect([answer.status, answer.body]).toEqual([500, { error: "Session not found" }]);
  });

  test("summary=true lists the same sessions without messages", async () => {
    for (const title of ["One", "Two"]) await create({ userId: "fay", messages, title });
    const whole = await service.get(`${url}?userId=fay`);
    const summaries = await service.get(`${url}?userId=fay&summary=true`);
    expect(whole.text).toBe(JSON.stringify(whole.body));
    const expected = whole.body.sessions.map(({ messages: _messages, ...rest }: Session) => rest);
    expect([summaries.status, summaries.body]).toEqual([200, { sessions: expected }]);
    const asBefore = await service.get(`${url}?userId=fay&summary=false`);
    expect(asBefore.text).toBe(whole.text);
  });
});

describe("long lists", () => {
  test("come whole, whatever their letters cost to write", async () => {
    const texts = ['"'.repeat(900_000), "\\\n".repeat(300_000), "🌍é\u0000".repeat(150_000), "short"];
    for (const content of texts) await create({ userId: "gil", messages: [{ role: "user", content }] });
    const { status, headers, text } = await service.get(`${url}?userId=gil`);
    expect([status, headers["content-type"]]).toEqual([200, "application/json; charset=utf-8"]);
    const { sessions } = JSON.parse(text);
    expect(text === JSON.stringify({ sessions })).toBe(true);
    const found = sessions.map((session: Session) => JSON.parse(session.messages)[0].content);
    expect(
      found.length === texts.length && found.every((one: string, i: number) => one === texts.at(-1 - i)),
    ).toBe(true);
  });

  test("are read as fast as they are taken", async () => {
    let read = 0;
    const session = await longSession("hal", 4_000_000);
    const endless = await openListing(async function* () {
      for (; read < 100; read++) yield session;
    });
    const address = await endless.app.listen({ host: "127.0.0.1", port: 0 });
    const answer = await fetch(`${address}${url}?userId=hal`);
    await answer.body?.getReader().read();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(read).toBeLessThan(20);
    await answer.body?.cancel().catch(() => undefined);
  });

  test("may take longer than any other request, as long as something comes", async () => {
    const session = await longSession("kim", 100_000);
    let read = 0;
    const slow = await openListing(
      async function* (_userId, _limit, signal) {
        for (; read < 10; read++) {
          await wait(100, undefined, { signal });
          yield session;
        }
      },
      { requestMs: 300, silenceMs: 2_000 },
    );
    const { status, body } = await slow.get(`${url}?userId=kim`);
    expect([status, body.sessions?.length]).toEqual([200, 10]);
  });

  test("are given up where nothing comes", async () => {
    const silent = await openListing(
      async function* (_userId, _limit, signal) {
        await wait(60_000, undefined, { signal }).catch(() => signal.throwIfAborted());
      },
      { silenceMs: 300 },
    );
    const { status, body } = await silent.get(`${url}?userId=kim`);
    expect([status, body.error]).toEqual([500, "The sessions did not come within 0.3 seconds"]);
  });

  test("that fail on the way are broken off, not ended", async () => {
    const session = await longSession("ida", 1_000_000);
    const broken = await openListing(async function* () {
      yield session;
      throw new AppError("database-failed", "The database does not answer");
    });
    const address = await broken.app.listen({ host: "127.0.0.1", port: 0 });
    await expect(fetch(`${address}${url}?userId=ida`).then((answer) => answer.text())).rejects.toThrow();
  });
});

describe("failures of chat sessions", () => {
  test.each([
    ["GET", url, undefined, "userId"],
    ["GET", `${url}?userId=`, undefined, "userId"],
    ["GET", `${url}?sessionId=`, undefined, "sessionId"],
    ["GET", `${url}?summary=true`, undefined, "userId"],
    ["GET", `${url}?userId=ann&summary=yes`, undefined, "summary"],
    ["GET", `${url}?userId=a%00b`, undefined, "userId"],
    ["GET", `${url}?userId=${"x".repeat(37)}`, undefined, "userId"],
    ["POST", url, { messages }, "userId"],
    ["POST", url, { userId: "ann" }, "messages"],
    ["POST", url, { userId: "ann", messages: "hello" }, "messages"],
    ["POST", url, { userId: 5, messages }, "userId"],
    ["POST", url, { userId: "ann", messages: [{ role: "robot", content: "x" }] }, "messages.0.role"],
    ["POST", url, { userId: "ann", messages: [{ role: "user" }] }, "messages.0.content"],
    ["PUT", url, { title: "x" }, "sessionId"],
    ["PUT", url, { sessionId: "../x", title: "x" }, "sessionId"],
    ["PUT", url, { sessionId: "abc", title: 7 }, "title"],
    ["DELETE", url, undefined, "sessionId"],
  ] as const)("%s %s %j is a 400 that names %s", async (method, path, payload, field) => {
    const answer = await service.send({ method, url: path, ...(payload && { payload }) });
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(field)]);
  });

  test.each([
    ["PUT", url, { sessionId: "nobody", title: "x" }],
    ["DELETE", `${url}?sessionId=nobody`, undefined],
    ["GET", `${url}?sessionId=nobody`, undefined],
  ] as const)("%s of an unknown session is a 500", async (method, path, payload) => {
    const answer = await service.send({ method, url: path, ...(payload && { payload }) });
    expect([answer.status, answer.body]).toEqual([500, { error: "Session not found" }]);
  });

  test("a database that fails is a 500 without its secrets", async () => {
    const broken = await openForTest(({ sessions }) => ({
      sessions: {
        ...sessions,
        // biome-ignore lint/correctness/useYield: it fails before its first session
        async *list() {
          throw new AppError("database-failed", "The database does not answer");
        },
        create: () => Promise.reject(new Error("secret: /home/x/.key")),
      },
    }));
    const list = await broken.get(`${url}?userId=ann`);
    expect([list.status, list.body]).toEqual([500, { error: "The database does not answer" }]);
    const made = await broken.post(url, { userId: "ann", messages });
    expect(made.status).toBe(500);
    expect(made.text).not.toContain("secret");
  });
});
