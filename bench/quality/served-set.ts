import { setTimeout } from "node:timers/promises";
import { type RunningService, startService } from "../running-service.ts";
import type { QualitySet } from "./quality-set.ts";
import type { Found } from "./rank-results.ts";

/** A set in the library of a service of its own, asked over HTTP as every client asks. */
export interface ServedSet {
  documents: number;
  indexingMs: number;
  /** Every chunk, in the order of documents and chunks. */
  chunks(): Promise<Found[]>;
  search(query: string, options?: SearchOptions): Promise<Timed<Found[]>>;
  chat(question: string): Promise<Timed<ChatAnswer>>;
  stop(): Promise<void>;
}

export interface SearchOptions {
  mode?: "hybrid";
  /** Only this file. */
  fileId?: string;
}

export interface ChatAnswer {
  sources: Found[];
  text: string;
}

interface Timed<Value> {
  value: Value;
  ms: number;
}

/** What the service says of a chunk. */
type Shown = Omit<Found, "fileId"> & { documentId: string };

const USER = "quality";
/** As many as one search may give, so that the best ten documents are among them. */
const MOST_RESULTS = 100;
const CALL_LIMIT_MS = 60_000;
const JOBS_LISTED = 1000;
const SAY_EVERY_MS = 60_000;
const INDEXING_LIMIT_MS = 2 * 60 * 60_000;

/** Starts a service, uploads a set to it and waits until all of it is indexed. */
export async function serveSet(set: QualitySet): Promise<ServedSet> {
  const service = await startService();
  try {
    const startedAt = performance.now();
    const fileIds = await upload(service, set);
    await indexed(service, set.name, fileIds.size);
    return connect(service, { fileIds, indexingMs: performance.now() - startedAt });
  } catch (error) {
    await service.stop();
    throw error;
  }
}

function connect(
  service: RunningService,
  { fileIds, indexingMs }: { fileIds: ReadonlyMap<string, string>; indexingMs: number },
): ServedSet {
  const documentIds = new Map([...fileIds].map(([documentId, fileId]) => [fileId, documentId]));
  const toFound = ({ documentId, score, chunkText, pageNumber, section }: Shown): Found => ({
    fileId: fileIds.get(documentId) ?? documentId,
    score,
    chunkText,
    pageNumber,
    section,
  });
  return {
    documents: fileIds.size,
    indexingMs,
    async chunks() {
      const found: Found[] = [];
      for (const [documentId] of fileIds) {
        for (const chunk of await chunksOf(service, documentId))
          found.push(toFound({ ...chunk, documentId }));
      }
      return found;
    },
    async search(query, { mode, fileId } = {}) {
      const only = fileId === undefined ? undefined : documentIds.get(fileId);
      const { value, ms } = await timed(() =>
        ask(service, "/api/search/semantic", {
          query,
          userId: USER,
          limit: MOST_RESULTS,
          scoreThreshold: 0,
          ...(mode !== undefined && { mode }),
          ...(only !== undefined && { documentIds: [only] }),
        }),
      );
      // The service's own answer, whose shape its tests check.
      const { results } = JSON.parse(value) as { results: Shown[] };
      return { value: results.map(toFound), ms };
    },
    async chat(question) {
      const { value, ms } = await timed(() =>
        ask(service, "/api/chat", { userId: USER, messages: [{ role: "user", content: question }] }),
      );
      return { value: readChat(value, toFound), ms };
    },
    stop: service.stop,
  };
}

async function upload(service: RunningService, { files }: QualitySet): Promise<Map<string, string>> {
  const fileIds = new Map<string, string>();
  for (const { id, name, content } of files) {
    const form = new FormData();
    form.set("userId", USER);
    form.set("index", "true");
    form.set("file", new File([content], name));
    const answer = await call(`${service.url}/api/documents/upload`, { method: "POST", body: form });
    const { documentId } = JSON.parse(answer) as { documentId: string };
    fileIds.set(documentId, id);
  }
  return fileIds;
}

interface Job {
  fileName: string;
  state: string;
  cause: string | null;
}

/** Waits for every job. Unfinished ones are listed first. */
async function indexed(service: RunningService, name: string, documents: number): Promise<void> {
  const endsAt = performance.now() + INDEXING_LIMIT_MS;
  let said = performance.now();
  while (performance.now() < endsAt) {
    const listed = await call(`${service.url}/api/documents/jobs?userId=${USER}&limit=${JOBS_LISTED}`);
    const { jobs } = JSON.parse(listed) as { jobs: Job[] };
    const failed = jobs.find(({ state }) => state === "failed" || state === "cancelled");
    if (failed !== undefined) throw new Error(`${failed.fileName} was not indexed: ${failed.cause}`);
    const open = jobs.filter(({ state }) => state !== "done").length;
    if (open === 0) return expectAllIndexed(service, documents);
    if (performance.now() - said > SAY_EVERY_MS) {
      said = performance.now();
      console.error(`${name}: ${await countIndexed(service)} of ${documents} documents are indexed`);
    }
    await setTimeout(open > 50 ? 2000 : 100);
  }
  throw new Error(`${name} was not indexed within ${INDEXING_LIMIT_MS / 60_000} minutes`);
}

/** Only the latest jobs are listed, so a failure among many is seen here. */
async function expectAllIndexed(service: RunningService, documents: number): Promise<void> {
  const done = await countIndexed(service);
  if (done !== documents) throw new Error(`Only ${done} of ${documents} documents are indexed`);
}

async function countIndexed(service: RunningService): Promise<number> {
  const listed = await call(`${service.url}/api/documents?userId=${USER}`);
  const { documents } = JSON.parse(listed) as { documents: { state: string }[] };
  return documents.filter(({ state }) => state === "indexed").length;
}

async function chunksOf(service: RunningService, documentId: string): Promise<Omit<Shown, "documentId">[]> {
  const chunks: Omit<Shown, "documentId">[] = [];
  for (let total = 1; chunks.length < total; ) {
    const query = new URLSearchParams({ documentId, userId: USER, from: `${chunks.length}`, limit: "1000" });
    const page = JSON.parse(await call(`${service.url}/api/documents/chunks?${query}`)) as {
      chunks: Omit<Shown, "documentId" | "score">[];
      total: number;
    };
    if (page.chunks.length === 0) throw new Error(`Chunks of ${documentId} end before the last one`);
    total = page.total;
    chunks.push(...page.chunks.map((chunk) => ({ ...chunk, score: 0 })));
  }
  return chunks;
}

function readChat(stream: string, toFound: (shown: Shown) => Found): ChatAnswer {
  const answer: ChatAnswer = { sources: [], text: "" };
  for (const line of stream.split("\n")) {
    if (!line.startsWith("data: ") || line === "data: [DONE]") continue;
    const event = JSON.parse(line.slice("data: ".length)) as {
      sources?: Shown[];
      chunk?: string;
      error?: string;
    };
    if (event.error !== undefined) throw new Error(`The answer failed: ${event.error}`);
    if (event.sources !== undefined) answer.sources = event.sources.map(toFound);
    answer.text += event.chunk ?? "";
  }
  return answer;
}

function ask(service: RunningService, path: string, body: object): Promise<string> {
  return call(service.url + path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}

async function call(url: string, init: RequestInit = {}): Promise<string> {
  const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(CALL_LIMIT_MS) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text.slice(0, 500)}`);
  return text;
}

async function timed<Value>(work: () => Promise<Value>): Promise<Timed<Value>> {
  const startedAt = performance.now();
  const value = await work();
  return { value, ms: performance.now() - startedAt };
}
