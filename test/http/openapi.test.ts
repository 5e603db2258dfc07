import { beforeAll, describe, expect, test } from "vitest";
import { openForTest } from "./open-app.ts";
import { type Description, readDescription } from "./read-description.ts";
import { sharedTestApp } from "./shared-app.ts";

const { service } = sharedTestApp();
let description: Description["document"];
let faults: Description["faults"];
beforeAll(async () => {
  ({ document: description, faults } = await readDescription(service));
});

interface Answer {
  content: Record<
    string,
    { schema: object; example?: unknown; examples?: Record<string, { value: unknown }> }
  >;
}

const ENDPOINTS = [
  "POST /api/chat",
  "POST /api/chat/generate-title",
  "GET /api/chat/history",
  "POST /api/chat/history",
  "PUT /api/chat/history",
  "DELETE /api/chat/history",
  "POST /api/documents/index",
  "POST /api/documents/delete",
  "POST /api/documents/rename",
  "GET /api/documents/content",
  "GET /api/documents/recommendations",
  "POST /api/search/semantic",
  "POST /api/documents/upload",
  "GET /api/documents",
  "GET /api/documents/chunks",
  "GET /api/documents/file",
  "DELETE /api/documents/file",
  "DELETE /api/documents",
  "GET /api/health",
];

describe("the OpenAPI document", () => {
  test("is 3.1 and has every endpoint", () => {
    expect(description.openapi).toBe("3.1.0");
    const described = Object.entries<object>(description.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(ENDPOINTS.filter((endpoint) => !described.includes(endpoint))).toEqual([]);
  });

  test.each(ENDPOINTS)("%s has a summary, an example of what it takes, and its error answers", (endpoint) => {
    const [method = "", path = ""] = endpoint.split(" ");
    const operation = description.paths[path][method.toLowerCase()];
    expect(operation.summary).toEqual(expect.any(String));
    if (path === "/api/health") return;
    const content = Object.values<{ example?: unknown }>(operation.requestBody?.content ?? {});
    const examples = [
      ...content.map((media) => media.example),
      ...(operation.parameters ?? []).map((parameter: { example?: unknown }) => parameter.example),
    ];
    expect(examples.filter((example) => example !== undefined).length).toBeGreaterThan(0);
    expect(Object.keys(operation.responses)).toContain("400");
    if (path !== "/api/chat") expect(Object.keys(operation.responses)).toContain("500");
  });

  test.each(ENDPOINTS)("%s answers with what its examples show", (endpoint) => {
    const [method = "", path = ""] = endpoint.split(" ");
    const { responses } = description.paths[path][method.toLowerCase()];
    for (const { content } of Object.values<Answer>(responses)) {
      for (const { schema, example, examples = {} } of Object.values(content)) {
        const values = [example, ...Object.values(examples).map(({ value }) => value)];
        for (const value of values.filter((one) => one !== undefined)) expect(faults(schema, value)).toBe("");
      }
    }
  });

  test("describes the events of every stream, none as plain text", () => {
    const streams = Object.values<Record<string, { responses: Record<string, Answer> }>>(description.paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ responses }) => Object.values(responses))
      .flatMap(({ content }) => content["text/event-stream"] ?? []);
    expect(streams.map(({ schema }) => schema)).toEqual([
      { $ref: "#/components/schemas/ChatEvent" },
      { $ref: "#/components/schemas/IndexEvent" },
    ]);
    const events = Object.fromEntries(
      ["ChatEvent", "IndexEvent"].map((name) => {
        const { properties, required } = description.components.schemas[name];
        expect(required).toEqual(["data"]);
        const [json, end] = properties.data.anyOf;
        expect([json.type, json.contentMediaType]).toEqual(["string", "application/json"]);
        const payloads: { $ref: string }[] = [...json.contentSchema.oneOf, end];
        return [name, payloads.map(({ $ref }) => $ref.replace("#/components/schemas/", ""))];
      }),
    );
    expect(events).toEqual({
      ChatEvent: ["SourcesEvent", "ChunkEvent", "GroundingEvent", "FailureEvent", "Done"],
      IndexEvent: ["IndexProgress", "IndexedDocument", "FailureEvent", "Done"],
    });
  });

  test("describes the title that a session may be given", () => {
    const { schema } = description.paths["/api/chat/history"].put.requestBody.content["application/json"];
    expect(schema.properties.title).toMatchObject({ maxLength: 255, pattern: expect.any(String) });
  });

  test("describes the body that search validates", () => {
    const { schema } = description.paths["/api/search/semantic"].post.requestBody.content["application/json"];
    expect(schema.properties.limit).toMatchObject({ default: 10, minimum: 1, maximum: 100 });
    expect(schema.properties.scoreThreshold).toMatchObject({ default: 0.5, minimum: 0, maximum: 1 });
    expect(schema.required).toEqual(["query", "userId"]);
  });
});

test("the docs page comes from this service alone", async () => {
  const page = await service.get("/docs");
  expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
  expect(page.text).not.toMatch(/https?:\/\//);
  for (const url of ["/docs/docs.js", "/docs/docs.css"]) {
    expect((await service.get(url)).status).toBe(200);
  }
});

test("health names the state of every backend", async () => {
  const { body } = await service.get("/api/health");
  expect(body).toMatchObject({ status: "ok", version: "0.0.0-test" });
  expect(Object.keys(body.backends).sort()).toEqual(
    ["chat", "embedder", "extractor", "files", "sessions", "titles", "vectors", "vision"].sort(),
  );
});

test("health of a backend that is down is degraded, with the reason", async () => {
  const broken = await openForTest(({ backends }) => ({
    backends: backends.map((backend) =>
      backend.port === "vectors" ? { ...backend, check: () => Promise.reject(new Error("secret")) } : backend,
    ),
  }));
  const { status, body, text } = await broken.get("/api/health");
  expect([status, body.status]).toEqual([200, "degraded"]);
  expect(body.backends.vectors).toEqual({ backend: "embedded", state: "down", reason: "does not answer" });
  expect(text).not.toContain("secret");
});
