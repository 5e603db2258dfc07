import { METHODS } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, test } from "vitest";
import { sharedTestApp } from "./shared-app.ts";

const { service } = sharedTestApp();
let url: string;
beforeAll(async () => {
  url = await service.app.listen({ host: "127.0.0.1", port: 0 });
});

/** Writes to a connection as it is and gives what comes back, because no client would send some of these. */
async function write(lines: readonly string[], body = "") {
  const socket = connect({ host: "127.0.0.1", port: Number(new URL(url).port) });
  socket.write(`${lines.join("\r\n")}\r\n\r\n${body}`);
  const answer = await text(socket);
  const [head = "", ...rest] = answer.split("\r\n\r\n");
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]),
    allow: /^allow: (.*)$/im.exec(head)?.[1],
    type: /^content-type: (.*)$/im.exec(head)?.[1],
    text: rest.join("\r\n\r\n"),
  };
}

const ask = (method: string, path: string, headers: readonly string[] = [], body = "") =>
  write([`${method} ${path} HTTP/1.1`, "Host: localhost", "Connection: close", ...headers], body);

const JSON_TYPE = "application/json; charset=utf-8";

describe("a method that a path does not have", () => {
  const unknown = ["BREW", "query", "G", "X-Y_Z"];

  test.each([...METHODS.filter((method) => method !== "POST"), ...unknown])("%s is a 405", async (method) => {
    const answer = await ask(method, "/api/chat");
    expect(answer).toMatchObject({ status: 405, allow: "POST", type: JSON_TYPE });
    if (method === "HEAD") return;
    expect(JSON.parse(answer.text)).toEqual({
      error: `${method} is not allowed here`,
      details: "/api/chat takes POST",
    });
  });

  test.each([...METHODS, ...unknown])("%s of an unknown path is a 404", async (method) => {
    expect(await ask(method, "/api/nothing")).toMatchObject({ status: 404, type: JSON_TYPE });
  });

  test.each([
    ["with a / at its end", "/api/chat/history/", "GET, HEAD, POST, PUT, DELETE"],
    ["with escapes", "/api/ch%61t/history?userId=ann", "GET, HEAD, POST, PUT, DELETE"],
    ["with a part that varies", "/library/19a8", "GET, HEAD"],
    ["of which all the rest varies", "/assets/a/b.js", "GET, HEAD"],
  ])("is seen in a path %s", async (_kind, path, allow) => {
    expect(await ask("PATCH", path)).toMatchObject({ status: 405, allow });
  });

  test.each([
    ["broken JSON", "application/json", "{"],
    ["no type", "", "{}"],
    ["an unreadable type", ";;", "{}"],
    ["a form", "multipart/form-data", "--"],
  ])("is a 405 also with a body of %s", async (_kind, type, body) => {
    for (const method of ["PUT", "QUERY", "PROPFIND"]) {
      const headers = [`Content-Length: ${body.length}`, ...(type ? [`Content-Type: ${type}`] : [])];
      expect(await ask(method, "/api/chat", headers, body)).toMatchObject({ status: 405, allow: "POST" });
    }
  });

  test("is a 405 that its sender sees, however much is sent", async () => {
    const answer = await fetch(`${url}/api/chat`, { method: "PUT", body: "x".repeat(20_000_000) });
    expect([answer.status, answer.headers.get("x-content-type-options")]).toEqual([405, "nosniff"]);
  });
});

test("a file that the page does not have is a 404", async () => {
  expect(await ask("GET", "/assets/nothing.js")).toMatchObject({ status: 404, type: JSON_TYPE });
});

describe("what is no request", () => {
  test.each([
    ["without a host", ["GET /api/health HTTP/1.1", "Connection: close"], 400],
    ["of another protocol", ["\x16\x03\x01\x02\x00\x01"], 400],
    ["of HTTP/2", ["PRI * HTTP/2.0", "", "SM"], 400],
    ["with too long a header", ["GET / HTTP/1.1", "Host: a", `Cookie: ${"x".repeat(20_000)}`], 431],
    ["that expects something", ["GET / HTTP/1.1", "Host: a", "Expect: tea", "Connection: close"], 417],
    ["to another server", ["CONNECT example.com:443 HTTP/1.1", "Host: example.com"], 404],
  ])("or one %s is answered in the form of every error", async (_kind, lines, status) => {
    const answer = await write(lines);
    expect(answer).toMatchObject({ status, type: JSON_TYPE });
    expect(JSON.parse(/\{.*\}/.exec(answer.text)?.[0] ?? "")).toEqual(
      expect.objectContaining({ error: expect.any(String) }),
    );
    expect((await fetch(`${url}/api/health`)).status).toBe(200);
  });

  test("HTTP/1.0 needs no host", async () => {
    expect(await write(["GET /api/health HTTP/1.0"])).toMatchObject({ status: 200 });
  });
});
