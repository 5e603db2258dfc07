/**
 * How well the embedded embedder finds, on the public SciFact test set: `npx node bench/scifact.ts`. Abstracts are
 * indexed whole, cut by the chunker; the best chunk counts for its document.
 */
import { readFileSync } from "node:fs";
import { WIDTH } from "../src/adapters/embedded/embedder/minilm-graph.ts";
import { openEmbeddedEmbedder } from "../src/adapters/embedded/embedder/open-embedded-embedder.ts";
import { chunkText } from "../src/domain/chunk-text.ts";
import { cosine, printFloorCurve } from "./floor-curve.ts";
import { OFF_TOPIC_QUESTIONS } from "./off-topic-questions.ts";

const DIRECTORY = new URL("../../shared/data/scifact/", import.meta.url);
const { signal } = new AbortController();
const embedder = openEmbeddedEmbedder();

const documents = readLines("corpus.jsonl").map((line): SciFactDocument => JSON.parse(line));
const queries = readLines("queries.jsonl").map((line): SciFactQuery => JSON.parse(line));
const relevant = readRelevant();

const chunks = documents.flatMap(({ _id, title, text }) =>
  chunkText({
    syntax: "plain",
    parts: [{ text: `${title}\n\n${text}`, pageNumber: null, section: null }],
    pages: null,
  }).map((chunk) => ({ documentId: _id, text: chunk.text })),
);
const startedAt = performance.now();
const vectors = await embedder.embedPassages(
  chunks.map(({ text }) => text),
  (done) => {
    if (done % 1000 < 8) console.log(`${done} of ${chunks.length} chunks`);
  },
  signal,
);
const seconds = (performance.now() - startedAt) / 1000;
console.log(
  `${chunks.length} chunks in ${seconds.toFixed(0)} s, ${(chunks.length / seconds).toFixed(1)} a second`,
);

const gains: Record<"all" | "meaning" | "words", number[]> = { all: [], meaning: [], words: [] };
const relevantScores: number[] = [];
for (const { _id, text } of queries) {
  const query = await embedder.embedQuery(text, signal);
  const wanted = relevant.get(_id) ?? new Set();
  const scores = scoreDocuments(query);
  gains.all.push(ndcgAt10(scores, wanted));
  gains.meaning.push(ndcgAt10(scoreDocuments(query.subarray(0, WIDTH)), wanted));
  gains.words.push(ndcgAt10(scoreDocuments(query.subarray(WIDTH, -1), WIDTH), wanted));
  for (const documentId of wanted) relevantScores.push(scores.get(documentId) ?? 0);
}
const offTopicScores: number[] = [];
for (const question of OFF_TOPIC_QUESTIONS) {
  const scores = scoreDocuments(await embedder.embedQuery(question, signal));
  offTopicScores.push(Math.max(...scores.values()));
}
await embedder.close();

for (const [part, values] of Object.entries(gains)) {
  const mean = values.reduce((sum, gain) => sum + gain, 0) / values.length;
  console.log(`nDCG@10 of ${part}: ${mean.toFixed(4)} over ${values.length} queries`);
}
printFloorCurve("SciFact", { relevantScores, offTopicScores });

interface SciFactDocument {
  _id: string;
  title: string;
  text: string;
}

interface SciFactQuery {
  _id: string;
  text: string;
}

function readLines(name: string): string[] {
  return readFileSync(new URL(name, DIRECTORY), "utf8").trim().split("\n");
}

function readRelevant(): Map<string, Set<string>> {
  const [, ...rows] = readLines("qrels_test.tsv");
  const relevantTo = new Map<string, Set<string>>();
  for (const row of rows) {
    const [queryId = "", documentId = "", grade] = row.split("\t");
    if (Number(grade) > 0) relevantTo.set(queryId, (relevantTo.get(queryId) ?? new Set()).add(documentId));
  }
  return relevantTo;
}

/** The best score of each document, by all of the query or by the part of it that starts at `from` in a vector. */
function scoreDocuments(query: Float32Array, from = 0): Map<string, number> {
  const scores = new Map<string, number>();
  for (const [i, { documentId }] of chunks.entries()) {
    const vector = vectors[i];
    if (vector === undefined) throw new Error(`Chunk ${i} has no vector`);
    const score = cosine(query, vector.subarray(from, from + query.length));
    scores.set(documentId, Math.max(scores.get(documentId) ?? -1, score));
  }
  return scores;
}

function ndcgAt10(scores: ReadonlyMap<string, number>, wanted: ReadonlySet<string>): number {
  const ranking = [...scores].sort(([, a], [, b]) => b - a).map(([documentId]) => documentId);
  const discount = (rank: number) => 1 / Math.log2(rank + 2);
  const gain = ranking
    .slice(0, 10)
    .reduce((sum, documentId, rank) => sum + (wanted.has(documentId) ? discount(rank) : 0), 0);
  const ideal = Array.from({ length: Math.min(10, wanted.size) }, (_, rank) => discount(rank));
  return gain / ideal.reduce((sum, value) => sum + value, 0);
}
