// Start, memory, indexing against the bare embedder, and searches while a document is being indexed.
// Run: npx node bench/service.ts
import { openEmbeddedEmbedder } from "../src/adapters/embedded/embedder/open-embedded-embedder.ts";
import { chunkText } from "../src/domain/chunk-text.ts";
import { makeProse, percentile, type RunningService, startService } from "./running-service.ts";

const CHUNKS = 400;
const ROUNDS = 3;
const SEARCHES = 300;
const never = new AbortController().signal;

await measureStart();
const service = await startService();
try {
  await measureIndexing(service);
  await measureSearches(service);
} finally {
  await service.stop();
}

async function measureStart(): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now();
    const fresh = await startService();
    const idle = await fresh.residentBytes();
    const answer = await fresh.post("/api/chat", {
      messages: [{ role: "user", content: "What is in my documents?" }],
      userId: "alice",
    });
    await answer.text();
    const chatMs = performance.now() - startedAt;
    console.log(
      `start: first answer after ${fresh.startMs.toFixed(0)} ms, a whole chat after ${chatMs.toFixed(0)} ms; ` +
        `idle RSS ${megabytes(idle)}, with the query embedder ${megabytes(await fresh.residentBytes())}`,
    );
    await fresh.stop();
  }
}

async function measureIndexing(service: RunningService): Promise<void> {
  const text = makeProse(CHUNKS * 800, 1);
  const chunks = chunkText({
    syntax: "plain",
    parts: [{ text, pageNumber: null, section: null }],
    pages: null,
  });
  const texts = chunks.map((chunk) => chunk.text);
  await indexText(service, makeProse(8_000, 2));
  for (let round = 0; round < ROUNDS; round++) {
    const embedder = openEmbeddedEmbedder();
    await embedder.embedPassages(texts.slice(0, 8), () => undefined, never);
    const bareStart = performance.now();
    await embedder.embedPassages(texts, () => undefined, never);
    const bare = (texts.length / (performance.now() - bareStart)) * 1000;
    await embedder.close();
    const indexStart = performance.now();
    await indexText(service, text);
    const whole = (texts.length / (performance.now() - indexStart)) * 1000;
    console.log(
      `indexing ${texts.length} chunks: ${whole.toFixed(1)} chunks/s through HTTP, ${bare.toFixed(1)} by the bare embedder, ratio ${(whole / bare).toFixed(3)}`,
    );
  }
}

async function indexText(service: RunningService, text: string): Promise<void> {
  const documentId = await service.upload("prose.txt", text, "alice");
  const answer = await service.post("/api/documents/index", {
    documentId,
    userId: "alice",
    fileName: "prose.txt",
  });
  if (answer.status !== 200) throw new Error(await answer.text());
  await answer.json();
}

async function measureSearches(service: RunningService): Promise<void> {
  await timeSearches(service, 50, () => true);
  for (let round = 0; round < ROUNDS; round++) {
    const idle = await timeSearches(service, SEARCHES, () => true);
    let isIndexing = true;
    const indexing = indexText(service, makeProse(CHUNKS * 800, 3 + round)).finally(() => {
      isIndexing = false;
    });
    const busy = await timeSearches(service, 5_000, () => isIndexing);
    await indexing;
    const idleP50 = percentile(idle, 0.5);
    console.log(
      `search idle p50 ${idleP50.toFixed(1)} ms, p99 ${percentile(idle, 0.99).toFixed(1)} ms; while indexing (${busy.length} searches) ` +
        `p50 ${percentile(busy, 0.5).toFixed(1)} ms, p99 ${percentile(busy, 0.99).toFixed(1)} ms; p99 busy / p50 idle ${(percentile(busy, 0.99) / idleP50).toFixed(2)}`,
    );
  }
}

async function timeSearches(service: RunningService, most: number, goesOn: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (times.length < most && goesOn()) {
    const query = `notice period of the contract ${times.length % 37}`;
    const startedAt = performance.now();
    const answer = await service.post("/api/search/semantic", { query, userId: "alice" });
    await answer.arrayBuffer();
    times.push(performance.now() - startedAt);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return times;
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MB`;
}
