import { describe, expect, test } from "vitest";
import { openForTest, type TestApp, uploadRequest } from "./open-app.ts";

const PROXY = { AUTH: "proxy", TRUSTED_PROXIES: "127.0.0.1" };
const as = (userId: string, more: Record<string, string> = {}) => ({ "x-forwarded-user": userId, ...more });

describe("a caller", () => {
  test("is told how much is left of an endpoint, and to wait when nothing is", async () => {
    const service = await openForTest(() => ({}), { ...PROXY, RATE_LIMIT: "20" });
    const list = (userId: string) => service.get(`/api/documents?userId=${userId}`, as(userId));
    const first = await list("alice");
    expect(first.headers).toMatchObject({
      "ratelimit-policy": '"GET /api/documents";q=20;w=60',
      ratelimit: '"GET /api/documents";r=19;t=3',
    });
    for (let i = 0; i < 19; i++) expect((await list("alice")).status).toBe(200);
    const refused = await list("alice");
    expect(refused).toMatchObject({ status: 429, body: { error: "You have asked for too much at once" } });
    expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(3);
    expect((await list("bob")).status).toBe(200);
    expect((await service.get("/api/chat/history?userId=alice", as("alice"))).status).toBe(200);
  });

  test("may ask fewer questions than it may list documents", async () => {
    const service = await openForTest(() => ({}), { ...PROXY, RATE_LIMIT: "20" });
    const ask = () =>
      service.post("/api/chat", { messages: [{ role: "user", content: "Hi" }], useRAG: false }, as("alice"));
    const statuses = [(await ask()).status, (await ask()).status, (await ask()).status];
    expect(statuses).toEqual([200, 200, 429]);
  });

  test("is not counted where the limit is off", async () => {
    const service = await openForTest(() => ({}), { ...PROXY, RATE_LIMIT: "0" });
    const answer = await service.get("/api/documents?userId=alice", as("alice"));
    expect(answer.headers).not.toHaveProperty("ratelimit");
  });
});

test("who is not let in is soon not even answered why", async () => {
  const service = await openForTest(() => ({}), { ...PROXY, RATE_LIMIT: "50" });
  const statuses: number[] = [];
  for (let i = 0; i < 7; i++) statuses.push((await service.get("/api/documents?userId=alice")).status);
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  const elsewhere = { "x-forwarded-for": "192.0.2.7" };
  expect((await service.get("/api/documents?userId=alice", elsewhere)).status).toBe(401);
  expect((await service.get("/api/documents?userId=alice", as("alice"))).status).toBe(200);
});

test("an address in a header counts only where a trusted proxy has put it there", async () => {
  const service = await openForTest(() => ({}), { ...PROXY, RATE_LIMIT: "10" });
  const from = (chain: string, remoteAddress: string) =>
    service.send({
      method: "GET",
      url: "/api/documents?userId=alice",
      headers: { "x-forwarded-for": chain },
      remoteAddress,
    });
  // Whoever is no proxy may say what it wants.
  expect((await from("192.0.2.1", "198.51.100.1")).status).toBe(401);
  expect((await from("192.0.2.2", "198.51.100.1")).status).toBe(429);
  // What a client says before the proxy adds its address is not believed either.
  expect((await from("203.0.113.9, 192.0.2.3", "127.0.0.1")).status).toBe(401);
  expect((await from("203.0.113.8, 192.0.2.3", "::ffff:127.0.0.1")).status).toBe(429);
});

describe("a quota", () => {
  const store = (service: TestApp, bytes: number, userId = "alice") =>
    service.send(uploadRequest({ name: "a.txt", content: Buffer.alloc(bytes, 65), userId }));

  test("is each user's own, and has room again after a delete", async () => {
    const service = await openForTest(() => ({}), { USER_QUOTA_MB: "1" });
    const first = await store(service, 700_000);
    expect(first.status).toBe(200);
    expect(await store(service, 400_000)).toMatchObject({
      status: 413,
      body: { error: "There is no room left for this file", details: expect.stringMatching(/^0\.7 of 1 MB/) },
    });
    expect((await store(service, 400_000, "bob")).status).toBe(200);
    await service.remove(`/api/documents?documentId=${first.body.documentId}`);
    expect((await store(service, 400_000)).status).toBe(200);
  });

  test("is not outrun by uploads at once", async () => {
    const service = await openForTest(() => ({}), { USER_QUOTA_MB: "1" });
    const answers = await Promise.all(Array.from({ length: 8 }, () => store(service, 300_000)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    const { body } = await service.get("/api/documents?userId=alice");
    expect(body.count).toBe(3);
  });
});
