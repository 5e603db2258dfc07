import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { worsened } from "../bench/quality/baseline.ts";
import { coversPlace } from "../bench/quality/covers-place.ts";
import { measureRankings } from "../bench/quality/metrics.ts";
import { rankResults } from "../bench/quality/rank-results.ts";
import { readSet } from "../bench/quality/read-set.ts";
import { scoreAnswer } from "../bench/quality/score-answer.ts";
import { SETS } from "../bench/quality/sets.ts";
import { temporaryFolder } from "./doubles/temporary-folder.ts";

const chunk = (chunkText: string, more = {}) => ({ chunkText, pageNumber: null, section: null, ...more });

describe("a place is covered", () => {
  test("by the quoted words, however they are set", () => {
    const place = { quote: "Three months' notice" };
    expect(coversPlace(chunk("… **three  months’\nNOTICE** …"), place)).toBe(true);
    expect(coversPlace(chunk("three weeks' notice"), place)).toBe(false);
  });

  test("by most of a long quotation in one piece, not by scattered parts", () => {
    const quote =
      "The pump is drained before the first frost and filled again at the end of March by two people";
    expect(
      coversPlace(chunk("drained before the first frost and filled again at the end of March by two"), {
        quote,
      }),
    ).toBe(true);
    expect(
      coversPlace(
        chunk("The pump is drained before winter, and filled again at the end of April by two people"),
        { quote },
      ),
    ).toBe(false);
  });

  test("only on its page and in its section", () => {
    const place = { quote: "42 kg", page: 2, section: "Weights" };
    expect(coversPlace(chunk("42 kg", { pageNumber: 2, section: "Guide > Weights" }), place)).toBe(true);
    expect(coversPlace(chunk("42 kg", { pageNumber: 3, section: "Guide > Weights" }), place)).toBe(false);
    expect(coversPlace(chunk("42 kg", { pageNumber: 2, section: null }), place)).toBe(false);
  });

  test("by a row in one line, and by a cell with its column's name in sight", () => {
    const text = "Item | Price\nChair | 80\nDesk | 240";
    expect(coversPlace(chunk(text), { row: ["Desk", "240"] })).toBe(true);
    expect(coversPlace(chunk(text), { row: ["Chair", "240"] })).toBe(false);
    const cell = { row: "Desk", column: "Price", value: "240" };
    expect(coversPlace(chunk(text), { cell })).toBe(true);
    expect(coversPlace(chunk("Desk | 240"), { cell })).toBe(false);
  });
});

describe("rankings", () => {
  test("have nDCG@10, recall@5, MRR@10 and hit@5 as computed by hand", () => {
    const figures = measureRankings([
      { gains: [0, 1, 0, 0, 0, 1], relevant: [1, 1] },
      { gains: [1], relevant: [1] },
    ]);
    const first = (1 / Math.log2(3) + 1 / Math.log2(7)) / (1 + 1 / Math.log2(3));
    expect(figures.ndcg).toBeCloseTo((first + 1) / 2, 10);
    expect(figures).toMatchObject({ recall: 0.75, mrr: 0.75, hit: 1 });
  });

  test("count a document by its best chunk, and a place once", () => {
    const found = [chunk("other", { fileId: "b", score: 0.9 }), chunk("other", { fileId: "b", score: 0.8 })];
    const wanted = chunk("the answer", { fileId: "a", score: 0.7 });
    const results = [...found, wanted, wanted].map(
      (each) => each as Parameters<typeof rankResults>[0][number],
    );
    const judgements = [{ queryId: "q", fileId: "a", grade: 1, place: { quote: "answer" } }];
    expect(rankResults(results, judgements, "documents").gains).toEqual([0, 1]);
    expect(rankResults(results, judgements, "places").gains).toEqual([0, 0, 1, 0]);
  });
});

describe("answers", () => {
  test("are right with every fact, partly right with some, wrong with none", () => {
    const expected = { expect: ["28 days", "March"], never: ["<td>"] };
    expect(scoreAnswer("You have 28  days until March.", expected)).toBe("right");
    expect(scoreAnswer("You have 28 days.", expected)).toBe("partly");
    expect(scoreAnswer("<td>28 days, March", expected)).toBe("partly");
    expect(scoreAnswer("Nobody knows.", expected)).toBe("wrong");
  });

  test("are partly right where the facts come behind something else", () => {
    const expected = { expect: ["28 days"], never: [] };
    expect(scoreAnswer("Found:\n\nYou have 28 days. [1]\n\nLunch is at noon. [2]", expected)).toBe("right");
    expect(scoreAnswer("Lunch is at noon. [2]\n\nYou have 28 days. [1]", expected)).toBe("partly");
  });

  test.each([
    "I found nothing in your documents that answers this.",
    "This was not found in your documents.",
    "I could not find an answer.",
    "Dazu habe ich in deinen Dokumenten nichts gefunden.",
    "No he encontrado nada en tus documentos.",
    "文書には見つかりませんでした。",
  ])("that say so are right where nothing answers: %s", (answer) => {
    expect(scoreAnswer(answer, { expect: [], never: [] })).toBe("right");
    expect(scoreAnswer(`${answer} 28`, { expect: ["28"], never: [] })).toBe("partly");
  });

  test("that quote something are wrong where nothing answers", () => {
    expect(scoreAnswer("Lost keys are reported to the desk. [1]", { expect: [], never: [] })).toBe("wrong");
  });
});

describe("the baseline", () => {
  const recorded = {
    "a / documents / search / nDCG@10": 0.8,
    "a / floor / everyday found at 0.4": 0.1,
    "b / x": 1,
  };

  test("is missed by a drop, by a rise of what should be low, and by what is no longer measured", () => {
    const now = { "a / documents / search / nDCG@10": 0.789, "a / floor / everyday found at 0.4": 0.12 };
    expect(worsened(recorded, now, ["a"])).toHaveLength(2);
    expect(worsened(recorded, {}, ["a", "b"])).toHaveLength(3);
  });

  test("is met within 0.01, and by sets that were not measured", () => {
    const now = { "a / documents / search / nDCG@10": 0.79, "a / floor / everyday found at 0.4": 0.05 };
    expect(worsened(recorded, now, ["a"])).toEqual([]);
  });
});

describe("the sets of the project", () => {
  test("have places that stand in their files, and patterns that can be read", () => {
    for (const set of SETS.filter(({ isQuick }) => isQuick).map(({ load }) => load())) {
      const texts = new Map(set.files.map(({ id, content }) => [id, Buffer.from(content).toString()]));
      const plain = /\.(?:md|txt|html|yaml|json|log)$/;
      const wrong = set.judgements.filter(
        ({ fileId, place }) =>
          place?.quote !== undefined &&
          plain.test(fileId) &&
          !coversPlace(chunk(texts.get(fileId) ?? ""), { quote: place.quote }),
      );
      expect(wrong).toEqual([]);
      for (const { expect: facts, never } of set.answers)
        for (const each of [...facts, ...never]) new RegExp(each, "iu");
    }
  });

  test("ask at least sixty questions of the handbook, ten of which nothing answers", () => {
    const set = SETS.find(({ name }) => name === "handbook")?.load();
    const judged = new Set(set?.judgements.map(({ queryId }) => queryId));
    expect(set?.queries.length).toBeGreaterThanOrEqual(60);
    expect(set?.queries.filter(({ id }) => !judged.has(id)).length).toBeGreaterThanOrEqual(10);
    expect(set?.answers.length).toBeGreaterThanOrEqual(35);
  });
});

describe("reading a set", () => {
  const folder = temporaryFolder();
  const write = (files: Record<string, string>) => {
    for (const [name, content] of Object.entries(files)) writeFileSync(folder.at(name), content);
    return folder.path;
  };
  const corpus = '{"_id": "d1", "title": "Lease", "text": "Three months."}\n';
  const queries = '{"_id": "q1", "text": "How long?"}\n{"_id": "q2", "text": "Who?"}\n';

  test("takes BEIR's files, and leaves out what is not relevant", () => {
    const set = readSet(
      write({
        "corpus.jsonl": corpus,
        "queries.jsonl": queries,
        "qrels.tsv": "query-id\tcorpus-id\tscore\nq1\td1\t2\nq2\td1\t0\n",
      }),
    );
    expect(set.files).toEqual([{ id: "d1", name: "d1.txt", content: "Lease\n\nThree months." }]);
    expect(set.judgements).toEqual([{ queryId: "q1", fileId: "d1", grade: 2, place: null }]);
  });

  test("refuses judgements of what it does not hold", () => {
    const path = write({
      "corpus.jsonl": corpus,
      "queries.jsonl": queries,
      "places.jsonl": '{"query-id": "q9", "corpus-id": "d7", "quote": "x"}\n',
    });
    expect(() => readSet(path)).toThrow("does not hold: document d7, question q9");
  });
});
