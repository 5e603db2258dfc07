import { mkdir, writeFile } from "node:fs/promises";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/doubles/temporary-folder.ts";
import { serveWebPage } from "./web-page.ts";

describe("serveWebPage", () => {
  const folder = temporaryFolder("suite");
  let app: FastifyInstance;
  beforeAll(async () => {
    await mkdir(folder.at("dist/assets"), { recursive: true });
    await writeFile(folder.at("secret.txt"), "secret");
    await writeFile(folder.at("dist/index.html"), "<!doctype html>page");
    await writeFile(folder.at("dist/theme.js"), "theme");
    await writeFile(folder.at("dist/assets/index-abc.js"), "script");
    await writeFile(folder.at("dist/assets/index-abc.js.br"), "brotli");
    await writeFile(folder.at("dist/assets/pdf.worker-abc.mjs"), "worker");
    app = Fastify();
    await serveWebPage(app, { folder: folder.at("dist") });
  });
  afterAll(() => app.close());

  it.each([
    "/",
    "/library",
    "/library/abc",
    "/chat",
    "/chat/abc",
    "/settings",
    "/account",
    "/account/keys",
    "/join",
  ])("is at %s", async (url) => {
    const { statusCode, body, headers } = await app.inject(url);
    expect({ statusCode, body }).toEqual({ statusCode: 200, body: "<!doctype html>page" });
    expect(headers["cache-control"]).toBe("no-cache");
    expect(headers["content-security-policy"]).toContain("script-src 'self';");
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(headers["content-security-policy"]).not.toContain("unsafe");
  });

  it("lets hashed files be kept for ever and nothing else", async () => {
    const hashed = await app.inject("/assets/index-abc.js");
    expect(hashed.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(hashed.headers["content-type"]).toBe("text/javascript; charset=utf-8");
    expect((await app.inject("/theme.js")).headers["cache-control"]).toBe("no-cache");
  });

  it("sends what was compressed to those who accept it", async () => {
    const url = "/assets/index-abc.js";
    const compressed = await app.inject({ url, headers: { "accept-encoding": "gzip, br;q=1.0" } });
    expect(compressed.body).toBe("brotli");
    expect(compressed.headers["content-encoding"]).toBe("br");
    const plain = await app.inject({ url, headers: { "accept-encoding": "gzip" } });
    expect(plain.body).toBe("script");
    expect(plain.headers["content-encoding"]).toBeUndefined();
  });

  it("lets the page ask where people sign in, and nobody else", async () => {
    const own = Fastify();
    await serveWebPage(own, { folder: folder.at("dist"), signInOrigin: "https://appwrite.example" });
    const asked = (await own.inject("/")).headers["content-security-policy"];
    expect(asked).toContain("connect-src 'self' https://appwrite.example;");
    expect((await app.inject("/")).headers["content-security-policy"]).toContain("connect-src 'self';");
    await own.close();
  });

  it("lets the PDF worker alone compile WebAssembly", async () => {
    const worker = await app.inject("/assets/pdf.worker-abc.mjs");
    expect(worker.headers["content-security-policy"]).toContain("'wasm-unsafe-eval'");
  });

  it.each([
    "/assets/../../secret.txt",
    "/assets/%2e%2e/%2e%2e/secret.txt",
    "/assets/index-abc.js.br",
    "/assets/none.js",
  ])("does not serve %s", async (url) => {
    expect((await app.inject(url)).statusCode).toBe(404);
  });

  it("says how to build a page that is not there", async () => {
    const bare = Fastify();
    await serveWebPage(bare, { folder: folder.at("nowhere") });
    const { statusCode, body } = await bare.inject("/library");
    expect(statusCode).toBe(503);
    expect(body).toContain("npm run build");
    await bare.close();
  });
});
