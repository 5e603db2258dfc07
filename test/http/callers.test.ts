import { connect } from "node:net";
import { text } from "node:stream/consumers";
import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestApp, type TestApp } from "./open-app.ts";

const OPENED = "https://app.example.com";
const REFUSED = "Requests from pages of other sites are refused";

let service: TestApp;
let open: TestApp;
let everywhere: TestApp;
beforeAll(async () => {
  service = await openTestApp();
  open = await openTestApp(undefined, {
    ALLOWED_HOSTS: "carrel.example.com, Bücher.example",
    CORS_ORIGINS: `${OPENED},http://localhost:5173`,
  });
  everywhere = await openTestApp(undefined, { HOST: "0.0.0.0", ALLOW_UNAUTHENTICATED: "true" });
});
afterAll(() => Promise.all([service.close(), open.close(), everywhere.close()]));

type Headers = Record<string, string>;
const health = (headers: Headers, app = service) => app.get("/api/health", headers);
const save = (headers: Headers, app = service) =>
  app.post("/api/chat/history", { userId: "ann", messages: [] }, headers);

describe("the name under which the service is asked", () => {
  test.each([
    "localhost",
    "localhost:3000",
    "LOCALHOST",
    "127.0.0.1:80",
    "127.1.2.3",
    "[::1]:3000",
    "a.localhost",
  ])("may be %s", async (host) => {
    expect((await health({ host })).status).toBe(200);
  });

  test.each([
    "evil.example",
    "evil.example:3000",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "192.168.1.7",
    "0.0.0.0:3000",
    "localhost@evil.example",
    "localhost:3000:1",
    "carrel.example.com",
  ])("may not be %s, whatever is asked", async (host) => {
    for (const url of ["/", "/api/health", "/openapi.json", "/docs", "/nowhere"]) {
      const answer = await service.get(url, { host });
      expect([answer.status, answer.body.error]).toEqual([
        403,
        "The service does not answer under the name in the header Host",
      ]);
      expect(answer.body.details).toContain("ALLOWED_HOSTS");
    }
    expect((await save({ host })).status).toBe(403);
  });

  test("may be one that ALLOWED_HOSTS names, with any port", async () => {
    for (const host of ["carrel.example.com", "CARREL.example.com:8443", "xn--bcher-kva.example"])
      expect((await health({ host }, open)).status).toBe(200);
    expect((await health({ host: "www.carrel.example.com" }, open)).status).toBe(403);
  });

  test("may be the address that was reached, where the service listens on all of them", async () => {
    const url = await everywhere.app.listen({ host: "0.0.0.0", port: 0 });
    const { port } = new URL(url);
    const ask = async (address: string, host: string) => {
      const socket = connect({ host: address, port: Number(port) });
      socket.write(`GET /api/health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      return Number((await text(socket)).slice(9, 12));
    };
    expect(await ask("127.0.0.1", "127.0.0.1")).toBe(200);
    expect(await ask("127.0.0.1", "10.11.12.13")).toBe(403);
    expect(await ask("127.0.0.1", "evil.example")).toBe(403);
  });
});

describe("a page of another origin", () => {
  const own = { host: "localhost:3000" };

  test.each([
    "https://evil.example",
    "http://localhost:5173",
    "http://127.0.0.1:3000",
    "https://localhost",
    "null",
    "chrome-extension://abcdef",
    "file://",
    "http://localhost:3000.evil.example",
  ])("at %s is refused, for reading and for writing", async (origin) => {
    for (const answer of [await health({ ...own, origin }), await save({ ...own, origin })])
      expect([answer.status, answer.body.error]).toEqual([403, REFUSED]);
    const { body } = await service.get("/api/chat/history?userId=ann");
    expect(body.sessions).toEqual([]);
  });

  test("is the service's own at the host that was asked, through TLS as well", async () => {
    expect((await save({ ...own, origin: "http://localhost:3000" })).status).toBe(200);
    const host = "carrel.example.com";
    for (const origin of ["https://carrel.example.com", "http://carrel.example.com"])
      expect((await save({ host, origin }, open)).status).toBe(200);
    // Something in front has put its own host in the place of the browser's.
    expect((await save({ ...own, origin: "https://carrel.example.com" }, open)).status).toBe(200);
    expect((await save({ ...own, origin: "https://carrel.example.com:8443" }, open)).status).toBe(403);
  });

  const navigation = { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
  const cases: [string, Headers, number][] = [
    ["a script of its own", { "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors" }, 200],
    ["somebody who typed the address", { "sec-fetch-site": "none", ...navigation }, 200],
    ["a link of another site", { "sec-fetch-site": "cross-site", ...navigation }, 200],
    ["a link of a sibling", { "sec-fetch-site": "same-site", ...navigation }, 200],
    ["a script of another site", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "cors" }, 403],
    ["a script of another port", { "sec-fetch-site": "same-site", "sec-fetch-mode": "no-cors" }, 403],
    ["an image of another site", { "sec-fetch-site": "cross-site", "sec-fetch-dest": "image" }, 403],
    [
      "a frame of another site",
      { "sec-fetch-site": "cross-site", ...navigation, "sec-fetch-dest": "iframe" },
      403,
    ],
  ];
  test.each(cases)("is told by Sec-Fetch: %s", async (_who, headers, status) => {
    expect((await health({ ...own, ...headers })).status).toBe(status);
  });

  test("may not send a form, though that is a navigation", async () => {
    const headers = { ...own, "sec-fetch-site": "cross-site", ...navigation };
    expect((await save(headers)).status).toBe(403);
    expect((await service.remove("/api/documents?documentId=x", headers)).status).toBe(403);
  });

  test("is told by every answer that it is none of its business", async () => {
    for (const url of ["/", "/api/health", "/nowhere", "/docs"]) {
      const { headers } = await service.get(url);
      expect(headers).toMatchObject({ "cross-origin-resource-policy": "same-origin" });
      expect(headers["access-control-allow-origin"]).toBeUndefined();
    }
  });
});

describe("an origin in CORS_ORIGINS", () => {
  const host = "localhost:3000";
  const preflight = (url: string, headers: Headers): InjectOptions => ({
    method: "OPTIONS",
    url,
    headers: { host, "access-control-request-method": "PUT", ...headers },
  });

  test("may read and write, and others still may not", async () => {
    const answer = await save({ host, origin: OPENED, "sec-fetch-site": "cross-site" }, open);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({ "access-control-allow-origin": OPENED, vary: "Origin" });
    expect((await save({ host, origin: "https://app.example.com.evil.example" }, open)).status).toBe(403);
    expect((await save({ host, origin: "http://app.example.com" }, open)).status).toBe(403);
    expect((await health({ host }, open)).headers).toMatchObject({ vary: "Origin" });
  });

  test("reads failures and streams too", async () => {
    const failed = await open.get("/api/chat/history", { host, origin: OPENED });
    expect([failed.status, failed.headers["access-control-allow-origin"]]).toEqual([400, OPENED]);
    const payload = { messages: [{ role: "user", content: "Hello" }] };
    const headers = { host, origin: OPENED };
    const chat = await open.post("/api/chat", payload, headers);
    expect([chat.status, chat.headers["access-control-allow-origin"]]).toEqual([200, OPENED]);
  });

  test("is told before a request what it may send", async () => {
    const asked = { origin: OPENED, "access-control-request-headers": "content-type,prefer" };
    const answer = await open.send(preflight("/api/chat/history", asked));
    expect([answer.status, answer.text]).toEqual([204, ""]);
    expect(answer.headers).toMatchObject({
      "access-control-allow-origin": OPENED,
      "access-control-allow-methods": "GET, HEAD, POST, PUT, DELETE",
      "access-control-allow-headers": "content-type,prefer",
      "access-control-max-age": "600",
    });
    const onPrivate = { ...asked, "access-control-request-private-network": "true" };
    expect((await open.send(preflight("/api/chat", onPrivate))).headers).toMatchObject({
      "access-control-allow-private-network": "true",
    });
  });

  test("is the only one that is told", async () => {
    expect((await open.send(preflight("/api/chat", { origin: "https://evil.example" }))).status).toBe(403);
    expect((await service.send(preflight("/api/chat", { origin: OPENED }))).status).toBe(403);
    expect((await open.send(preflight("/api/nothing", { origin: OPENED }))).status).toBe(404);
    expect((await open.send({ method: "OPTIONS", url: "/api/chat", headers: { host } })).status).toBe(405);
  });
});
