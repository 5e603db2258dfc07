import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod";
import type { ExpectedAnswer, Judgement, QualitySet, Query, SetFile } from "./quality-set.ts";

const documentSchema = z.object({ _id: z.coerce.string(), title: z.string().default(""), text: z.string() });
const querySchema = z.object({ _id: z.coerce.string(), text: z.string() });
const placeSchema = z.object({
  "query-id": z.coerce.string(),
  "corpus-id": z.coerce.string(),
  score: z.number().positive().default(1),
  quote: z.string().optional(),
  page: z.number().int().optional(),
  section: z.string().optional(),
  row: z.array(z.string()).min(1).optional(),
  cell: z.object({ row: z.string(), column: z.string(), value: z.string() }).optional(),
});
const answerSchema = z.object({
  "query-id": z.coerce.string(),
  expect: z.array(z.string()),
  never: z.array(z.string()).default([]),
});

/** Where sets keep their judgements of documents. */
const QRELS = ["qrels.tsv", join("qrels", "test.tsv"), "qrels_test.tsv"];

/**
 * Reads a set from its folder: `corpus.jsonl` or a folder `files`, `queries.jsonl`, `qrels.tsv` or `places.jsonl`, and
 * `answers.jsonl` where there is one. `files` takes the place of the folder of the same name.
 */
export function readSet(
  folder: string,
  given: { about?: string; files?: readonly SetFile[] } = {},
): QualitySet {
  const files = given.files ?? readFiles(folder);
  const queries = readQueries(folder);
  const judgements = [...readQrels(folder), ...readPlaces(folder)];
  const answers = readAnswers(folder);
  const set = { name: basename(folder), about: given.about ?? folder, files, queries, judgements, answers };
  expectKnownNames(set);
  return set;
}

/** What no set can be measured without, so that a typing error is no low figure. */
function expectKnownNames({ name, files, queries, judgements, answers }: QualitySet): void {
  const fileIds = new Set(files.map(({ id }) => id));
  const queryIds = new Set(queries.map(({ id }) => id));
  const wrong = [
    ...judgements.filter(({ fileId }) => !fileIds.has(fileId)).map(({ fileId }) => `document ${fileId}`),
    ...[...judgements, ...answers]
      .filter(({ queryId }) => !queryIds.has(queryId))
      .map(({ queryId }) => `question ${queryId}`),
  ];
  if (wrong.length > 0)
    throw new Error(`${name} judges what it does not hold: ${wrong.slice(0, 5).join(", ")}`);
  if (judgements.length === 0)
    throw new Error(`${name} has no judgement, in ${QRELS.join(", ")} or places.jsonl`);
}

function readFiles(folder: string): SetFile[] {
  const corpus = join(folder, "corpus.jsonl");
  if (existsSync(corpus)) {
    return readLines(corpus).map((line) => {
      const { _id, title, text } = documentSchema.parse(line);
      // Public sets hold documents without a word, and a file without text cannot be indexed.
      const content = `${title}\n\n${text}`.trim() || _id;
      return { id: _id, name: `${_id.replaceAll("/", "_")}.txt`, content };
    });
  }
  const real = join(folder, "files");
  if (!existsSync(real)) throw new Error(`${folder} has neither corpus.jsonl nor a folder files`);
  return readdirSync(real)
    .toSorted()
    .map((name) => ({ id: name, name, content: new Uint8Array(readFileSync(join(real, name))) }));
}

function readQueries(folder: string): Query[] {
  return readLines(join(folder, "queries.jsonl")).map((line) => {
    const { _id, text } = querySchema.parse(line);
    return { id: _id, text };
  });
}

/** Judgements of whole documents, with three columns as BEIR has them or four as TREC has them. */
function readQrels(folder: string): Judgement[] {
  const path = QRELS.map((name) => join(folder, name)).find(existsSync);
  if (path === undefined) return [];
  return readFileSync(path, "utf8")
    .split(/\r?\n/)
    .map((line) => line.split("\t"))
    .filter((cells) => cells.length >= 3 && Number.isFinite(Number(cells.at(-1))))
    .map((cells) => ({
      queryId: cells[0] ?? "",
      fileId: cells.at(-2) ?? "",
      grade: Number(cells.at(-1)),
      place: null,
    }))
    .filter(({ grade }) => grade > 0);
}

function readPlaces(folder: string): Judgement[] {
  const path = join(folder, "places.jsonl");
  if (!existsSync(path)) return [];
  return readLines(path).map((line) => {
    const { "query-id": queryId, "corpus-id": fileId, score: grade, ...rest } = placeSchema.parse(line);
    // What a line leaves out is absent from the place too.
    const place = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
    return { queryId, fileId, grade, place };
  });
}

function readAnswers(folder: string): ExpectedAnswer[] {
  const path = join(folder, "answers.jsonl");
  if (!existsSync(path)) return [];
  return readLines(path).map((line) => {
    const { "query-id": queryId, expect, never } = answerSchema.parse(line);
    return { queryId, expect, never };
  });
}

function readLines(path: string): unknown[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line));
}
