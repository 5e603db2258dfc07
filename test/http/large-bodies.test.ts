import { describe, expect, test } from "vitest";
import { largestRequests, largestSignInRequests } from "../../bench/stalls/largest-requests.ts";
import { BODIES } from "../../src/http/bodies.ts";
import { eventsOf } from "./open-app.ts";
import { sharedTestApp } from "./shared-app.ts";

const { service } = sharedTestApp();

const send = (method: "POST" | "PUT", url: string, payload: string) =>
  service.send({ method, url, payload, headers: { "content-type": "application/json" } });
const long = 'A conversation about 漢字 and \\"quotes\\" 😀. '.repeat(50_000);

describe("a large body", () => {
  test("is kept as a small one is", async () => {
    const messages = `[{"role":"user","content":"${long}","own":{"field":[1,2]}}]`;
    const created = await send("POST", "/api/chat/history", `{"userId":"alice","messages":${messages}}`);
    expect(created.status).toBe(200);
    expect(created.headers["content-type"]).toBe("application/json; charset=utf-8");
    const { session } = created.body;
    expect(session).toMatchObject({ userId: "alice", title: "New Chat", selectedDocument: null });
    expect(JSON.parse(session.messages)).toEqual(JSON.parse(messages));
    const changed = await send(
      "PUT",
      "/api/chat/history",
      `{"sessionId":"${session.$id}","title":"Long","messages":${messages}}`,
    );
    expect(changed.body.session).toMatchObject({ title: "Long", messages: session.messages });
  });

  test("is answered as a small one is", async () => {
    const body = `{"messages":[{"role":"user","content":"${long}"}]}`;
    const chat = await send("POST", "/api/chat", body);
    expect(eventsOf(chat.text).at(-1)).toBe("[DONE]");
    const title = await send("POST", "/api/chat/generate-title", body);
    expect(title.body.title).not.toBe("");
  });

  test.each([
    ["is not JSON", `{"query":"${"a".repeat(100_000)}`, "The request could not be read"],
    ["is no object", `"${"a".repeat(100_000)}"`, "The body must be a JSON object"],
    ["lacks a field", `{"query":"a","x":"${"a".repeat(100_000)}"}`, "userId is missing"],
    [
      "has too long a field",
      `{"userId":"alice","query":"${"a".repeat(100_000)}"}`,
      "query must have at most 8000 characters",
    ],
  ])("that %s is refused as a small one is", async (_, body, error) => {
    const answer = await send("POST", "/api/search/semantic", body);
    expect([answer.status, answer.body.error]).toEqual([400, error]);
  });

  test.each([
    ["messages", "/api/chat", '{"messages":[', /^messages\.0 must be object/],
    ["documentIds", "/api/search/semantic", '{"query":"a","userId":"alice","documentIds":[', /^documentIds/],
    [
      "documentType",
      "/api/search/semantic",
      '{"query":"a","userId":"alice","documentType":[',
      /^documentType/,
    ],
  ])("of nothing but faults in %s is refused in a few sentences", async (_field, url, start, error) => {
    const answer = await send("POST", url, `${start}${Array(1_000_000).fill(1).join()}]}`);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatch(error);
    expect(answer.text.length).toBeLessThan(2_000);
  });
});

describe("the largest request of its kind", () => {
  const requests = [
    ...largestRequests({ sessionId: "nobody", documentId: "nobody" }),
    ...largestSignInRequests(),
  ];

  test("is known for every endpoint that takes a body", () => {
    const tried = new Set(requests.map(({ method, path }) => `${method} ${path}`));
    expect([...tried].sort()).toEqual(Object.keys(BODIES).sort());
  });

  test.each(requests.map((request) => [request.name, request] as const))(
    "leaves the main thread little to hold: %s",
    (_name, { method, path, body }) => {
      const key = `${method} ${path}` as keyof typeof BODIES;
      const { data } = BODIES[key].safeParse(JSON.parse(body));
      expect(countValues(data)).toBeLessThan(5_000);
    },
  );
});

/** How many values lie in a value, itself included. */
function countValues(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce((sum: number, inner) => sum + countValues(inner), 1);
}
