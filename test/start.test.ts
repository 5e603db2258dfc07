import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { openStores } from "../src/compose-stores.ts";
import { readConfig } from "../src/config.ts";
import { calm } from "./contracts/store-under-test.ts";
import { type ServiceProcess, startProcess } from "./crash/service-process.ts";
import { openGeminiDouble } from "./doubles/gemini.ts";
import { openOpenAiDouble } from "./doubles/openai.ts";
import { sendJsonTo } from "./doubles/send-json-to.ts";
import { temporaryFolder } from "./doubles/temporary-folder.ts";
import { eventsOf } from "./http/open-app.ts";

vi.setConfig({ testTimeout: 40_000 });

const folder = temporaryFolder();
let service: ServiceProcess | undefined;
afterEach(async () => {
  await service?.kill("SIGTERM");
  service = undefined;
});

/** Starts the service with these settings and no others, and waits until it listens or has ended. */
async function start(settings: Record<string, string>) {
  service = await startProcess({
    ...{ dataDirectory: folder.path, cwd: folder.path },
    settings: { LOG_LEVEL: "warn", ...settings },
  });
  return { ...service, code: service.child.exitCode };
}

const SEARCH = { query: "lease", userId: "ada", scoreThreshold: 0 };

test("an embedder of another size is refused at the start, with the list of what fits", async () => {
  const server = await openOpenAiDouble();
  const settings = { OPENAI_BASE_URL: server.url, CHAT_MODEL: "qwen3:4b" };
  const { code, said } = await start({ ...settings, EMBEDDING_MODEL: "openai:mxbai-embed-large" });
  await server.close();
  expect([code, said.out]).toEqual([1, ""]);
  expect(said.err).toMatch(/1024 numbers instead of 768.*nomic-embed-text.*embeddinggemma/);
});

test("an embedder that answers late is refused all the same, and the service ends", async () => {
  const server = await openOpenAiDouble();
  server.failNext({ kind: "overloaded", retryAfter: "3" });
  const settings = { OPENAI_BASE_URL: server.url, CHAT_MODEL: "qwen3:4b" };
  const late = await start({ ...settings, EMBEDDING_MODEL: "openai:mxbai-embed-large" });
  expect(late.code).toBeNull();
  expect(await late.ended).toBe(1);
  expect(late.said.err).toMatch(/1024 numbers instead of 768.*nomic-embed-text/);
  await server.close();
});

test("a provider that cannot be reached does not keep the service from starting", async () => {
  const settings = { OPENAI_BASE_URL: "http://127.0.0.1:9", CHAT_MODEL: "qwen3:4b" };
  const { code, said, ask } = await start({ ...settings, EMBEDDING_MODEL: "openai:nomic-embed-text" });
  expect(code).toBeNull();
  await vi.waitFor(() => expect(said.err).toMatch(/embedder cannot be used now/), { timeout: 12_000 });
  const health = await ask("/api/health");
  expect([health.status, health.backends.embedder]).toEqual([
    "degraded",
    { backend: "openai:nomic-embed-text", state: "down", reason: expect.any(String) },
  ]);
});

test("a library of another embedder is said at the start and in the health, and keeps nothing else away", async () => {
  const stores = await openStores(readConfig({ DATA_DIR: folder.path }), () => undefined);
  await stores.generations.adopt("gemini:gemini-embedding-001:768", calm);
  await stores.close();
  const { code, said, ask } = await start({});
  expect(code).toBeNull();
  const sentence =
    /embedded by gemini:gemini-embedding-001:768, but embedded:\S+ is .+npm run carrel -- reembed/;
  expect(said.err.trim().split("\n")).toEqual([expect.stringMatching(sentence)]);
  const { status, backends } = await ask("/api/health");
  expect([status, backends.embedder]).toEqual([
    "degraded",
    { backend: "embedded", state: "down", reason: expect.stringMatching(sentence) },
  ]);
  expect((await ask("/api/documents?userId=ada")).documents).toEqual([]);
  expect((await ask("/api/search/semantic", SEARCH)).error).toMatch(/embedded by gemini/);
});

test("a service whose embedding model was retired before it began names the successor", async () => {
  const gemini = await openGeminiDouble();
  gemini.retire("text-embedding-004");
  const { said, ask } = await start({ GEMINI_API_KEY: gemini.apiKey, GEMINI_BASE_URL: gemini.url });
  expect(said.out).toContain("embedder: gemini:gemini-embedding-001,");
  const { embedder } = (await ask("/api/health")).backends;
  expect(embedder).toEqual({ backend: "gemini:gemini-embedding-001", state: "ok" });
  await gemini.close();
});

test("a service whose embedding model is retired while it runs says how to go on, also in its health", async () => {
  const gemini = await openGeminiDouble();
  const { ask } = await start({ GEMINI_API_KEY: gemini.apiKey, GEMINI_BASE_URL: gemini.url });
  expect((await ask("/api/health")).backends.embedder.state).toBe("ok");
  gemini.retire("text-embedding-004");
  expect(await ask("/api/search/semantic", SEARCH)).toEqual({
    error: "Google has retired text-embedding-004, which this service began with",
    details: expect.stringMatching(/Start it again.*npm run carrel -- reembed/),
  });
  expect((await ask("/api/health")).backends.embedder).toEqual({
    backend: "gemini:text-embedding-004",
    state: "down",
    reason: expect.stringMatching(/retired.*npm run carrel -- reembed/),
  });
  await gemini.close();
});

test("an interrupt that comes twice, from the terminal and from npm, lets an answer end", async () => {
  const double = await openOpenAiDouble({ paceMs: 100 });
  double.answerWith(() => Array.from({ length: 10 }, (_, i) => `word${i} `));
  const { ended, url } = await start({ OPENAI_BASE_URL: double.url, CHAT_MODEL: "qwen3:4b" });
  const answer = await sendJsonTo(`${url}/api/chat`, { messages: [{ role: "user", content: "Hello" }] });
  service?.child.kill("SIGINT");
  await pause(30);
  service?.child.kill("SIGINT");
  expect(eventsOf(await answer.text()).slice(-2)).toEqual([{ chunk: "word9 " }, "[DONE]"]);
  expect(await ended).toBe(0);
  await double.close();
});

test("a second signal ends the service at once, whichever it is", async () => {
  const double = await openOpenAiDouble();
  double.failAlways({ kind: "stall-in-stream" });
  const { ended, ask } = await start({ OPENAI_BASE_URL: double.url, CHAT_MODEL: "qwen3:4b" });
  const asking = ask("/api/chat", { messages: [{ role: "user", content: "Hello" }] }).catch(() => undefined);
  await vi.waitFor(() => expect(double.openCalls()).toBe(1), { timeout: 10_000 });
  service?.child.kill("SIGTERM");
  await vi.waitFor(async () => expect((await ask("/api/health")).error).toMatch(/is being stopped/));
  await pause(800);
  service?.child.kill("SIGINT");
  await ended;
  expect(service?.child.signalCode).toBe("SIGINT");
  await asking;
  await double.close();
});
