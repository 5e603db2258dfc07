// Small documents and searches with vectors in Qdrant, against the same with everything embedded, in one run.
// Run: QDRANT_URL=http://127.0.0.1:6333 npx node bench/vector-stores.ts
// It writes to the collections of that server: use one of its own.
import { makeProse, percentile, type RunningService, startService } from "./running-service.ts";

const { QDRANT_URL } = process.env;
const DOCUMENTS = 60;
const SEARCHES = 200;
const ROUNDS = 2;

if (QDRANT_URL === undefined) throw new Error("Set QDRANT_URL to a Qdrant that may be written to");
for (let round = 0; round < ROUNDS; round++) {
  const embedded = await measure("embedded", {});
  const qdrant = await measure("Qdrant", { QDRANT_URL });
  console.log(
    `Qdrant to embedded: documents ${(qdrant.documents / embedded.documents).toFixed(2)}, searches ${(qdrant.search / embedded.search).toFixed(2)}`,
  );
}

async function measure(name: string, settings: Record<string, string>) {
  const service = await startService(settings);
  try {
    const userId = `bench-${Date.now()}`;
    await index(service, userId, 0);
    const startedAt = performance.now();
    for (let i = 1; i <= DOCUMENTS; i++) await index(service, userId, i);
    const documents = DOCUMENTS / ((performance.now() - startedAt) / 1_000);
    const times: number[] = [];
    for (let i = 0; i < SEARCHES; i++) {
      const before = performance.now();
      const answer = await service.post("/api/search/semantic", { query: `rivers and bridges ${i}`, userId });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`A search was refused: ${answer.status}`);
      times.push(performance.now() - before);
    }
    const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
    console.log(
      `${name}: ${documents.toFixed(1)} documents of one chunk a second; search p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    );
    return { documents, search: p50 };
  } finally {
    await service.stop();
  }
}

async function index(service: RunningService, userId: string, seed: number): Promise<void> {
  const fileName = `${seed}.txt`;
  const documentId = await service.upload(fileName, makeProse(700, seed + 1), userId);
  const answer = await service.post("/api/documents/index", { documentId, userId, fileName });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`An index was refused: ${answer.status}`);
}
