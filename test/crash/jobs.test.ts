import { readdir } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type HttpDouble, openHttpDouble, sendJson } from "../doubles/http-double.ts";
import { pseudoEmbedding } from "../doubles/pseudo-embedding.ts";
import { temporaryFolder } from "../doubles/temporary-folder.ts";
import { type ServiceProcess, startProcess } from "./service-process.ts";

const PATIENCE = { timeout: 60_000, interval: 200 };
const USER = "ada";
/** Some 400 chunks. */
const TEXT = Array.from(
  { length: 4_000 },
  (_, i) => `Sentence ${i} tells of ship number ${i} and its crew.`,
).join(" ");

describe("an indexing whose service is killed", () => {
  const folder = temporaryFolder();
  let embedder: HttpDouble;
  /** The texts of every request that was answered, and how many more are answered before the rest is left waiting. */
  let answered: string[][];
  let answersLeft: number;
  let service: ServiceProcess;

  beforeEach(async () => {
    answered = [];
    answersLeft = Number.POSITIVE_INFINITY;
    embedder = await openHttpDouble(({ path, body }, response) => {
      if (path !== "/v1/embeddings") return sendJson(response, 200, { object: "list", data: [] });
      const { input } = body as { input: string[] };
      if (answersLeft <= 0) return;
      answersLeft -= 1;
      answered.push(input);
      const data = input.map((text, index) => ({
        ...{ object: "embedding", index, embedding: pseudoEmbedding(text, 768) },
      }));
      sendJson(response, 200, {
        object: "list",
        model: "m",
        data,
        usage: { prompt_tokens: 1, total_tokens: 1 },
      });
    });
    service = await start();
  });
  afterEach(async () => {
    await service.kill();
    await embedder.close();
  });

  const start = () =>
    startProcess({
      dataDirectory: folder.path,
      settings: {
        ...{ OPENAI_BASE_URL: `${embedder.url}/v1`, EMBEDDING_MODEL: "openai:nomic-embed-text" },
        ...{ CHAT_MODEL: "embedded", TITLE_MODEL: "embedded", VISION_MODEL: "embedded", LOG_LEVEL: "fatal" },
      },
    });
  const upload = async () => (await service.upload("ships.txt", TEXT)).body.documentId;
  const order = (documentId: string, init: RequestInit = {}) =>
    fetch(`${service.url}/api/documents/index`, {
      method: "POST",
      ...init,
      headers: { "Content-Type": "application/json", ...init.headers },
      body: JSON.stringify({ documentId, userId: USER, fileName: "ships.txt" }),
    });

  async function job(): Promise<{ jobId: string; state: string; stage: string; done: number }> {
    const [first] = (await service.ask(`/api/documents/jobs?userId=${USER}`)).jobs;
    if (first === undefined) throw new Error("The job is forgotten");
    return first;
  }

  const documents = async () => (await service.ask(`/api/documents?userId=${USER}`)).documents;

  /** Waits until all that was answered is written down as done. */
  async function untilHalfDone(): Promise<number> {
    const isNoted = async () => answersLeft === 0 && (await job()).done === passagesIn(answered).length;
    await expect.poll(isNoted, PATIENCE).toBe(true);
    return (await job()).done;
  }

  const passagesIn = (batches: readonly string[][]) =>
    batches.flat().filter((text) => text.includes("Sentence"));

  it("ends by itself after the next start, and nothing that was embedded is embedded again", async () => {
    const documentId = await upload();
    answersLeft = 3;
    const { status } = await order(documentId, { headers: { Prefer: "respond-async" } });
    expect(status).toBe(202);
    const done = await untilHalfDone();
    const { jobId } = await job();
    await service.kill();
    const before = passagesIn(answered);
    expect(before).toHaveLength(done);
    answered = [];
    answersLeft = Number.POSITIVE_INFINITY;

    service = await start();
    expect(await documents()).toMatchObject([{ documentId, state: "reading" }]);
    await expect.poll(async () => (await job()).state, PATIENCE).toBe("done");
    expect((await job()).jobId).toBe(jobId);
    const after = passagesIn(answered);
    expect(after.filter((text) => before.includes(text))).toEqual([]);
    const [document] = await documents();
    expect(document).toMatchObject({ state: "indexed", chunks: before.length + after.length });
    expect(await readdir(folder.at("jobs"))).toEqual([]);
  });

  it("goes on at once after a stop that was asked for, also where its caller had left", async () => {
    const documentId = await upload();
    answersLeft = 3;
    const leaving = new AbortController();
    const waiting = order(documentId, { signal: leaving.signal });
    waiting.catch(() => undefined);
    const done = await untilHalfDone();
    leaving.abort();
    await expect(waiting).rejects.toThrow();
    await service.kill("SIGTERM");
    const before = passagesIn(answered);
    answered = [];
    answersLeft = Number.POSITIVE_INFINITY;

    service = await start();
    await expect.poll(async () => (await job()).state, PATIENCE).toBe("done");
    const after = passagesIn(answered);
    expect([before.length, after.filter((text) => before.includes(text))]).toEqual([done, []]);
    expect(await documents()).toMatchObject([{ state: "indexed", chunks: before.length + after.length }]);
  });
});
