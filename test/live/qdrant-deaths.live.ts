import { execFile } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import {
  openQdrantVectorStore,
  type QdrantVectorStore,
} from "../../src/adapters/qdrant/open-qdrant-vector-store.ts";
import { AppError } from "../../src/domain/errors.ts";
import { newId } from "../../src/domain/id.ts";
import { queryTerms } from "../../src/domain/index-terms.ts";
import type { Hit } from "../../src/domain/passage.ts";
import { newDocument, pointsOf, queryOf } from "../contracts/indexed-documents.ts";
import { versionOf } from "../contracts/qdrant-stage.ts";
import { seededVectors } from "../contracts/seeded-vectors.ts";
import { calm } from "../contracts/store-under-test.ts";
import { openRawQdrant } from "./raw-qdrant.ts";

// Several copies of the service work on one cluster while its nodes are killed in turn.
// QDRANT_URL: the addresses of the nodes, separated by commas.
// QDRANT_NODE_COMMAND: is called with `kill N` and `start N`, N being the place of a node in QDRANT_URL from 0 on.
// QDRANT_DEATHS (6), QDRANT_COPIES (3), QDRANT_AWAY_MS (8000): how often, with how many copies, for how long.
const { QDRANT_URL, QDRANT_API_KEY: apiKey, QDRANT_NODE_COMMAND: command } = process.env;
const DEATHS = Number(process.env.QDRANT_DEATHS ?? 6);
const COPIES = Number(process.env.QDRANT_COPIES ?? 3);
const AWAY_MS = Number(process.env.QDRANT_AWAY_MS ?? 8_000);
const NOTICED_MS = 2_000;
const WHOLE_MS = 6_000;
const MOST_CHUNKS = 12;

if (QDRANT_URL === undefined || command === undefined) {
  test.skip("Deaths of nodes are left out: set QDRANT_URL and QDRANT_NODE_COMMAND", () => undefined);
} else {
  const urls = QDRANT_URL.split(",").map((url) => url.trim());
  test("a cluster whose nodes die in turn loses, doubles and leaves nothing, and answers meanwhile", async () => {
    const limitMs = DEATHS * (AWAY_MS + 60_000) + 120_000;
    await watchDeaths({ urls, apiKey, collection: `carrel_deaths_${newId()}` }, command, limitMs);
  }, 3_600_000);
}

interface Cluster {
  urls: string[];
  apiKey: string | undefined;
  collection: string;
}

/** What came of the operations, and when each was begun. */
interface Outcome {
  kind: string;
  atMs: number;
  tookMs: number;
  failure: string | null;
}

async function watchDeaths(cluster: Cluster, command: string, limitMs: number): Promise<void> {
  const raw = openRawQdrant(cluster);
  await raw.createReplicated();
  const copies = await Promise.all(Array.from({ length: COPIES }, () => openQdrantVectorStore(cluster)));
  const outcomes: Outcome[] = [];
  const over = new AbortController();
  const loads = copies.flatMap((copy, i) => [
    load(copy, outcomes, over.signal, i),
    load(copy, outcomes, over.signal, i + 10),
  ]);
  const away: { fromMs: number; toMs: number }[] = [];
  const node = (what: "kill" | "start", n: number) => promisify(execFile)(command, [what, String(n)]);
  const until = performance.now() + limitMs;
  await pause(3_000);
  for (let death = 0; death < DEATHS; death++) {
    const victim = death % cluster.urls.length;
    await node("kill", victim);
    const fromMs = performance.now();
    await pause(AWAY_MS);
    away.push({ fromMs, toMs: performance.now() });
    await node("start", victim);
    await untilWhole(raw, until);
  }
  over.abort();
  const kept = (await Promise.all(loads)).flat();
  report(outcomes, away);
  for (const copy of copies) await copy.settled();
  await expectKept(copies, kept);
  for (const copy of copies) await copy.close();
  await expectNothingLeft(cluster, raw, kept);
  await raw.remove();
}

/**
 * Waits until the node that came back has copied what it missed. For moments after its start everybody takes it for
 * whole: another death then would be the second at a time.
 */
async function untilWhole(raw: ReturnType<typeof openRawQdrant>, until: number): Promise<void> {
  let wholeSince = performance.now();
  while (performance.now() - wholeSince < WHOLE_MS && performance.now() < until) {
    if (!(await raw.isWhole())) wholeSince = performance.now();
    await pause(250);
  }
}

/** A document of a load, and the version of it that was last acknowledged; null where it is gone. */
interface Kept {
  userId: string;
  documentId: string;
  version: string | null;
  /** Versions of which nobody knows whether they were stored: their index was refused. */
  unsure: (string | null)[];
}

/** Indexes, searches, renames and removes documents of one user until it is over. */
async function load(store: QdrantVectorStore, outcomes: Outcome[], over: AbortSignal, seed: number) {
  const vectors = seededVectors(seed);
  const target = vectors.random();
  const supply = Array.from({ length: MOST_CHUNKS }, () => vectors.near(target, 0.8));
  const userId = newId();
  const documents: Kept[] = Array.from({ length: 4 }, () => ({
    ...{ userId, documentId: newId(), version: null, unsure: [] },
  }));
  const acknowledged = async (kind: string, work: () => Promise<unknown>) => {
    const atMs = performance.now();
    const failure = await work().then(
      () => null,
      (error: unknown) => {
        expect(error).toMatchObject({ name: "AppError", code: "vector-store-failed" });
        return error instanceof AppError ? `${error.message}. ${error.details}` : String(error);
      },
    );
    outcomes.push({ kind, atMs, tookMs: performance.now() - atMs, failure });
    return failure === null;
  };
  for (let turn = 0; !over.aborted; turn++) {
    const kept = documents[turn % documents.length];
    if (kept === undefined) break;
    const { documentId } = kept;
    const isRemoval = turn % 11 === 10;
    if (isRemoval) {
      const isDone = await acknowledged("remove", () => store.removeDocument(documentId, calm));
      settle(kept, null, isDone);
    } else {
      const chunks = 1 + (turn % MOST_CHUNKS);
      const document = newDocument({ userId, documentId, indexVersion: `${newId()}-${chunks}` });
      const points = pointsOf(document, supply.slice(0, chunks));
      const isDone = await acknowledged("index", () => store.replaceDocument(document, points, calm));
      settle(kept, document.indexVersion, isDone);
    }
    if (turn % 7 === 3)
      await acknowledged("rename", () => store.renameDocument(documentId, `${turn}.md`, calm));
    await acknowledged("search", async () => {
      const hits = await store.search(queryOf({ userId, vector: target, limit: 1_000 }), calm);
      expectWhole(hits);
      expectCurrent(hits, documents);
    });
    await acknowledged("both", async () => {
      const query = { ...queryOf({ userId, vector: target, limit: 1_000 }), terms: queryTerms("chunk") };
      const both = await store.searchBoth(query, calm);
      expectWhole(both);
      expectCurrent(both, documents);
    });
  }
  return documents;
}

function settle(kept: Kept, version: string | null, isDone: boolean): void {
  if (isDone) Object.assign(kept, { version, unsure: [] });
  else kept.unsure.push(version);
}

/** Every document that was found was found whole and in one version. */
function expectWhole(hits: readonly Hit[]): void {
  for (const group of Map.groupBy(hits, ({ documentId }) => documentId).values()) {
    const [version, ...others] = new Set(group.map(versionOf));
    expect(others).toEqual([]);
    expect(group).toHaveLength(Number(version?.split("-")[1]));
  }
}

/** What was acknowledged is seen; of what was refused either state may be. */
function expectCurrent(hits: readonly Hit[], documents: readonly Kept[]): void {
  for (const { documentId, version, unsure } of documents) {
    const hit = hits.find((candidate) => candidate.documentId === documentId);
    expect([version, ...unsure]).toContain(hit === undefined ? null : versionOf(hit));
  }
}

async function expectKept(copies: readonly QdrantVectorStore[], kept: readonly Kept[]): Promise<void> {
  for (const copy of copies) {
    for (const [userId, documents] of Map.groupBy(kept, (document) => document.userId)) {
      const listed = await copy.listDocuments(userId, calm);
      for (const { documentId, version, unsure } of documents) {
        const isListed = listed.some((document) => document.documentId === documentId);
        if (unsure.length === 0) expect(isListed).toBe(version !== null);
      }
    }
  }
}

/** Ten minutes later, as a copy of the service sees it that starts then. */
async function expectNothingLeft(
  cluster: Cluster,
  raw: ReturnType<typeof openRawQdrant>,
  kept: readonly Kept[],
): Promise<void> {
  const now = () => new Date(Date.now() + 600_000);
  const later = await openQdrantVectorStore({ ...cluster, now });
  const removed = await later.removeLeftovers(calm);
  say(`leftovers removed ten minutes later: ${removed.length}`);
  expect(await later.leftovers(calm)).toEqual([]);
  await later.close();
  const points = await raw.points();
  for (const { documentId, version, unsure } of kept) {
    const own = points.filter(({ payload }) => payload.documentId === documentId);
    const versions = new Set(own.map(({ payload }) => payload.indexVersion));
    expect(versions.size).toBeLessThanOrEqual(1);
    expect(new Set(own.map(({ payload }) => payload.documentName)).size).toBeLessThanOrEqual(1);
    const [stored = null] = versions;
    expect([version, ...unsure]).toContain(stored);
    expect(own).toHaveLength(Number(String(stored ?? "-0").split("-")[1]));
  }
  const known = new Set(kept.map(({ documentId }) => documentId));
  expect(points.filter(({ payload }) => !known.has(String(payload.documentId)))).toEqual([]);
  expect(points.filter(({ payload }) => "arriving" in payload || "unsettled" in payload)).toEqual([]);
  expect(await raw.ledgerChanges()).toEqual([]);
}

function report(outcomes: readonly Outcome[], away: readonly { fromMs: number; toMs: number }[]): void {
  const isWhile = ({ atMs }: Outcome) =>
    away.some(({ fromMs, toMs }) => atMs >= fromMs + NOTICED_MS && atMs < toMs);
  const counted = outcomes.filter(isWhile);
  const refused = counted.filter(({ failure }) => failure !== null);
  for (const kind of ["index", "search", "both", "rename", "remove"]) {
    const all = outcomes.filter((outcome) => outcome.kind === kind);
    const times = all.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
    const at = (part: number) => times[Math.floor(times.length * part)]?.toFixed(0);
    const failed = all.filter(({ failure }) => failure !== null).length;
    say(`${kind}: ${all.length}, ${failed} refused; ms p50 ${at(0.5)}, p99 ${at(0.99)}, most ${at(0.9999)}`);
  }
  const words = Map.groupBy(
    outcomes.flatMap(({ failure }) => failure ?? []),
    (failure) => failure,
  );
  for (const [failure, { length }] of words) say(`refused ${length} times: ${failure}`);
  const share = (1 - refused.length / counted.length) * 100;
  say(
    `${counted.length} operations while a node was away, from 2 s after its death: ${share.toFixed(2)} % done`,
  );
  expect(counted.length).toBeGreaterThan(100);
  expect(share).toBeGreaterThanOrEqual(99);
}

function say(line: string): void {
  process.stdout.write(`  ${line}\n`);
}
