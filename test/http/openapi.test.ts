import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestApp, type TestApp } from "./open-app.ts";

let service: TestApp;
// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is looked into freely
let description: any;
beforeAll(async () => {
  service = await openTestApp();
  description = (await service.send({ method: "GET", url: "/openapi.json" })).body;
});
afterAll(() => service.close());

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

  test("describes the body that search validates", () => {
    const { schema } = description.paths["/api/search/semantic"].post.requestBody.content["application/json"];
    expect(schema.properties.limit).toMatchObject({ default: 10, minimum: 1, maximum: 100 });
    expect(schema.properties.scoreThreshold).toMatchObject({ default: 0.5, minimum: 0, maximum: 1 });
    expect(schema.required).toEqual(["query", "userId"]);
  });
});

test("the docs page comes from this service alone", async () => {
  const page = await service.send({ method: "GET", url: "/docs" });
  expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
  expect(page.text).not.toMatch(/https?:\/\//);
  for (const url of ["/docs/docs.js", "/docs/docs.css"]) {
    expect((await service.send({ method: "GET", url })).status).toBe(200);
  }
});

test("health names the state of every backend", async () => {
  const { body } = await service.send({ method: "GET", url: "/api/health" });
  expect(body).toMatchObject({ status: "ok", version: "0.0.0-test" });
  expect(Object.keys(body.backends).sort()).toEqual(
    ["chat", "embedder", "extractor", "files", "sessions", "titles", "vectors", "vision"].sort(),
  );
});

test("health of a backend that is down is degraded, with the reason", async () => {
  const broken = await openTestApp(({ backends }) => ({
    backends: backends.map((backend) =>
      backend.port === "vectors" ? { ...backend, check: () => Promise.reject(new Error("secret")) } : backend,
    ),
  }));
  const { status, body, text } = await broken.send({ method: "GET", url: "/api/health" });
  expect([status, body.status]).toEqual([200, "degraded"]);
  expect(body.backends.vectors).toEqual({ backend: "embedded", state: "down", reason: "does not answer" });
  expect(text).not.toContain("secret");
  await broken.close();
});
