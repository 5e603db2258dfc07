import { describe, expect, test } from "vitest";
import { sendJsonTo } from "../doubles/send-json-to.ts";
import { uploadRequest } from "./open-app.ts";
import { sharedTestApp } from "./shared-app.ts";

const { service } = sharedTestApp();

const POSTS = [
  "/api/chat",
  "/api/chat/generate-title",
  "/api/chat/history",
  "/api/documents/index",
  "/api/documents/delete",
  "/api/documents/rename",
  "/api/search/semantic",
];

const BODIES = [
  ["broken JSON", "{", "application/json"],
  ["an array", "[]", "application/json"],
  ["a string", '"hello"', "application/json"],
  ["null", "null", "application/json"],
  ["nothing", "", "application/json"],
  ["another type", "a=b", "application/x-www-form-urlencoded"],
  ["a poisoned prototype", '{"__proto__": {"x": 1}}', "application/json"],
  ["an empty object", "{}", "application/json"],
  ["what is nested too deeply", `${"[".repeat(5000)}${"]".repeat(5000)}`, "application/json"],
] as const;

describe("every POST endpoint", () => {
  test.each(
    POSTS.flatMap((url) => BODIES.map(([what, payload, type]) => [url, what, payload, type] as const)),
  )("%s answers %s with a 400 in the usual form", async (url, _what, payload, type) => {
    const answer = await service.post(url, payload, { "content-type": type });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      error: expect.any(String),
      ...(answer.body.details && { details: expect.any(String) }),
    });
  });

  test.each(POSTS)("%s refuses 5 MB with a 413", async (url) => {
    const answer = await service.post(url, { query: "x".repeat(5 * 1024 * 1024) });
    expect(answer.status).toBe(413);
    expect(answer.body.error).toEqual(expect.any(String));
  });
});

test("what is too large is read to its end, so that its sender sees the 413", async () => {
  const url = await service.app.listen({ port: 0 });
  for (let i = 0; i < 5; i++) {
    const large = { userId: "ann", messages: [], title: "x".repeat(20_000_000) };
    const answer = await sendJsonTo(`${url}/api/chat/history`, large);
    expect(answer.status).toBe(413);
    expect(await answer.json()).toEqual({ error: "The request is too large", details: expect.any(String) });
  }
});

describe("keys that every object has", () => {
  const post = (url: string, payload: string) =>
    service.post(url, payload, { "content-type": "application/json" });

  test("are left out of a body and its messages, and the rest is kept", async () => {
    const answer = await post(
      "/api/chat/history",
      `{
        "userId": "ann",
        "__proto__": { "title": "Poisoned" },
        "constructor": { "prototype": { "poisoned": true } },
        "messages": [{
          "role": "user",
          "content": "Hello",
          "__proto__": { "poisoned": true },
          "extra": { "\\u005f_proto__": { "poisoned": true }, "constructor": { "prototype": {} }, "kept": 1 }
        }]
      }`,
    );
    expect(answer.status).toBe(200);
    expect(answer.body.session).toMatchObject({ userId: "ann", title: "New Chat" });
    expect(answer.body.session.messages).toBe('[{"role":"user","content":"Hello","extra":{"kept":1}}]');
    expect(Object.hasOwn(Object.prototype, "poisoned")).toBe(false);
  });

  test("do not stand for a field that is missing", async () => {
    const { status, body } = await post("/api/chat/history", '{"__proto__":{"userId":"ann","messages":[]}}');
    expect([status, body]).toEqual([400, { error: "userId is missing", details: "messages is missing" }]);
  });

  test("are ignored in an address", async () => {
    const { status } = await service.get("/api/chat/history?__proto__=a&constructor=b&userId=ann");
    expect(status).toBe(200);
  });

  test.each(["__proto__", "constructor"])("are named where a form has a field %s", async (name) => {
    const form = uploadRequest({ name: "a.txt", content: "x" });
    const payload = String(form.payload).replace('name="userId"', `name="${name}"`);
    const answer = await service.send({ ...form, payload });
    expect([answer.status, answer.body.details]).toEqual([400, expect.stringContaining("field of the form")]);
  });
});

describe("paths and methods", () => {
  test("an unknown path is a 404", async () => {
    const answer = await service.get("/api/nothing");
    expect([answer.status, answer.body.error]).toEqual([404, "Not found"]);
  });

  test.each([
    ["GET", "/api/chat", "POST"],
    ["PATCH", "/api/chat/history", "GET, HEAD, POST, PUT, DELETE"],
    ["GET", "/api/search/semantic", "POST"],
    ["PUT", "/api/documents/content?fileId=x", "GET, HEAD"],
  ] as const)("%s %s is a 405 that allows %s", async (method, url, allowed) => {
    const answer = await service.send({ method, url });
    expect([answer.status, answer.headers.allow]).toEqual([405, allowed]);
  });

  test.each(["/%", "/api/%zz", "/api/chat/history?userId=%", "/..%2f..%2fetc/passwd", "/%00"])(
    "%s is refused and the next request works",
    async (url) => {
      const answer = await service.get(url);
      expect([400, 404]).toContain(answer.status);
      expect(Object.keys(answer.body).filter((key) => key !== "error" && key !== "details")).toEqual([]);
      expect(answer.body.error).toEqual(expect.any(String));
      expect((await service.get("/api/health")).status).toBe(200);
    },
  );

  test("a page of another site may not change anything", async () => {
    const answer = await service.send({
      ...uploadRequest({ name: "a.txt", content: "x" }),
      headers: { ...uploadRequest({ name: "a.txt", content: "x" }).headers, "sec-fetch-site": "cross-site" },
    });
    expect(answer.status).toBe(403);
  });
});

describe("ids", () => {
  test.each(["a%00b", "..", ".hidden", "a/b", "a%2Fb", "x".repeat(37), "ü", "a b", "-a", "_a"])(
    "%s is refused before it reaches a store",
    async (id) => {
      for (const url of [
        `/api/documents/content?fileId=${id}`,
        `/api/documents/file?fileId=${id}`,
        `/api/documents?userId=${id}`,
        `/api/documents/recommendations?userId=ann&documentId=${id}`,
      ]) {
        const answer = await service.get(encodeURI(url).replaceAll("%25", "%"));
        expect([url, answer.status]).toEqual([url, 400]);
      }
    },
  );
});

test.each([
  ["-1", "from must be at least 0"],
  ["1.5", "from must be a whole number"],
  ["9007199254740993", "from must be at most 9007199254740991"],
  ["many", "from must be a number"],
])("a number that does not fit is named with its bounds: %s", async (from, error) => {
  const answer = await service.get(`/api/documents/chunks?userId=ann&documentId=abc&from=${from}`);
  expect([answer.status, answer.body.error]).toEqual([400, error]);
});

test("a thousand requests at once are all answered", async () => {
  const answers = await Promise.all(
    Array.from({ length: 1000 }, (_, i) =>
      service.send(
        i % 2 === 0
          ? { method: "GET", url: "/api/health" }
          : { method: "GET", url: "/api/chat/history?userId=ann" },
      ),
    ),
  );
  expect(answers.filter((answer) => answer.status !== 200)).toEqual([]);
});
