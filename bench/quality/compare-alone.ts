import { termsOf } from "../../src/domain/terms.ts";
import { judgedQueries, measureWay, type RankingResult, unitsOf, type Way } from "./measure-set.ts";
import type { QualitySet } from "./quality-set.ts";
import type { Found } from "./rank-results.ts";

/** Lucene's constants. */
const K1 = 1.2;
const B = 0.75;
/** As many as a search gives. */
const KEPT = 100;

/** Scores every chunk for a question. */
type Scorer = (question: string) => Promise<Float64Array>;

/** How well words alone and meaning alone find, on the same chunks as the service. */
export async function compareAlone(set: QualitySet, chunks: readonly Found[]): Promise<RankingResult[]> {
  const results: RankingResult[] = [];
  results.push(...(await measureScorer(set, chunks, { way: "BM25 alone", scorer: bm25(chunks) })));
  results.push(...(await measureScorer(set, chunks, { way: "MiniLM alone", scorer: await miniLm(chunks) })));
  return results;
}

async function measureScorer(
  set: QualitySet,
  chunks: readonly Found[],
  { way, scorer }: { way: Way; scorer: Scorer },
): Promise<RankingResult[]> {
  const queries = judgedQueries(set);
  const results: Found[][] = [];
  for (const { text } of queries) {
    const scores = await scorer(text);
    const ranked = chunks.map((chunk, i) => ({ ...chunk, score: scores[i] ?? 0 }));
    const found = ranked.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
    results.push(found.slice(0, KEPT));
  }
  return unitsOf(set).map((unit) => measureWay(queries, results, { unit, way }));
}

/** BM25 over the terms that the service itself counts. */
function bm25(chunks: readonly Found[]): Scorer {
  const postings = new Map<string, { chunk: number; count: number }[]>();
  const lengths = chunks.map(({ chunkText }, chunk) => {
    const terms = termsOf(chunkText);
    const counts = new Map<string, number>();
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    for (const [term, count] of counts) {
      const posting = postings.get(term) ?? [];
      posting.push({ chunk, count });
      postings.set(term, posting);
    }
    return terms.length;
  });
  const average = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  return async (question) => {
    const scores = new Float64Array(chunks.length);
    for (const term of termsOf(question)) {
      const posting = postings.get(term) ?? [];
      const idf = Math.log(1 + (chunks.length - posting.length + 0.5) / (posting.length + 0.5));
      for (const { chunk, count } of posting) {
        const norm = K1 * (1 - B + (B * (lengths[chunk] ?? 0)) / average);
        scores[chunk] = (scores[chunk] ?? 0) + (idf * count * (K1 + 1)) / (count + norm);
      }
    }
    return scores;
  };
}

/** The cosine of the meanings, by the model alone. */
async function miniLm(chunks: readonly Found[]): Promise<Scorer> {
  // Read by the runtime when it is loaded, as src/config.ts says.
  process.env.ORT_DISABLE_TELEMETRY = "1";
  const { openSemanticModel } = await import("../../src/adapters/embedded/embedder/semantic-model.ts");
  const model = await openSemanticModel(2);
  const vectors: Float32Array[] = [];
  for (const { chunkText } of chunks) {
    vectors.push(await model(chunkText));
    if (vectors.length % 1000 === 0)
      console.error(`MiniLM alone: ${vectors.length} of ${chunks.length} chunks`);
  }
  return async (question) => {
    const query = await model(question);
    return Float64Array.from(vectors, (vector) =>
      vector.reduce((sum, value, i) => sum + value * (query[i] ?? 0), 0),
    );
  };
}
