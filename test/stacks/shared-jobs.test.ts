import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newId } from "../../src/domain/id.ts";
import { acceptOrder } from "../../src/domain/index-job.ts";
import type { OnVectors } from "../../src/ports/embedder.ts";
import { type Indexing, type IndexRequest, openIndexing } from "../../src/usecases/index-jobs.ts";
import { calm } from "../contracts/store-under-test.ts";
import { newFile } from "../doubles/new-file.ts";
import { openTestApp, type TestApp } from "../http/open-app.ts";
import { openProductionStack, type ProductionStack } from "./production-stack.ts";

const PATIENCE = { timeout: 60_000, interval: 100 };
const TIMES = { beatMs: 100, silenceMs: 1_500, lookMs: 200 };

describe.each(["embedded", "appwrite"] as const)("jobs that several copies share (%s)", (platform) => {
  let stack: ProductionStack | null = null;
  let service: TestApp;
  let embedded: string[];
  let copies: Indexing[];
  let failures: unknown[];
  beforeEach(async () => {
    stack = platform === "appwrite" ? await openProductionStack(["appwrite"]) : null;
    embedded = [];
    failures = [];
    service = await openTestApp(undefined, stack?.environment);
    await service.app.close();
    const library = {
      ...service.library,
      embedder: {
        ...service.library.embedder,
        embedPassages: async (texts: readonly string[], onVectors: OnVectors, signal: AbortSignal) => {
          embedded.push(...texts);
          return service.library.embedder.embedPassages(texts, onVectors, signal);
        },
      },
    };
    const onFailure = (cause: unknown) => void failures.push(cause);
    copies = [1, 2].map(() => openIndexing(library, { ...TIMES, onFailure }));
  });
  afterEach(async () => {
    for (const copy of copies) await copy.close();
    await service.close();
    await stack?.close();
  });

  async function put(text: string): Promise<IndexRequest> {
    const { fileId } = await service.library.files.put(newFile(text), calm);
    return { documentId: fileId, userId: "ada", fileName: "a.txt", owner: null };
  }
  const statesOf = async () => (await service.library.jobs.list("ada", 100, calm)).map(({ state }) => state);

  test("are done once, whoever took them on", async () => {
    const texts = Array.from({ length: 8 }, (_, i) => `Boat ${i} ${newId()}`);
    for (const [i, text] of texts.entries()) await copies[i % 2]?.order(await put(text), calm);
    await expect.poll(statesOf, PATIENCE).toEqual(Array.from({ length: 8 }, () => "done"));
    expect(embedded.sort()).toEqual(texts.sort());
    expect(failures).toEqual([]);
  });

  test("are taken over from a copy that is silent, and followed from another one", async () => {
    const order = await put("The last boat");
    const made = { jobId: newId(), at: new Date().toISOString() };
    const job = acceptOrder(null, { ...order, isAwaited: false }, made);
    await service.library.jobs.write({ ...job, state: "running", holder: "dead" }, null, calm);
    const result = await copies[0]?.index(order, () => undefined, calm);
    expect(result).toMatchObject({ documentId: order.documentId, chunks: 1 });
    expect(await service.library.jobs.find(order.documentId, calm)).toMatchObject({
      job: { jobId: made.jobId, state: "done", deaths: 1 },
    });
    expect(embedded).toEqual(["The last boat"]);
  });
});
