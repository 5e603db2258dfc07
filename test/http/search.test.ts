import { beforeAll, describe, expect, test } from "vitest";
import { AppError } from "../../src/domain/errors.ts";
import { openForTest } from "./open-app.ts";
import { sharedTestApp } from "./shared-app.ts";

const url = "/api/search/semantic";
const { service } = sharedTestApp();
let bakery: string;
let engine: string;
beforeAll(async () => {
  bakery = await service.add({
    name: "sourdough.md",
    content:
      "# Bread\n\nA sourdough loaf rises slowly because wild yeast and lactic bacteria ferment the flour.\n\n## Oven\n\nBake the bread at 240 degrees for forty minutes.",
  });
  engine = await service.add({
    name: "engine.txt",
    content: "A diesel engine ignites its fuel by compression alone; it needs no spark plug.",
  });
  await service.add({ name: "other.txt", content: "Sourdough bread of another person.", userId: "bob" });
});

const search = (payload: object) => service.post(url, payload);
const idsOf = (hits: { documentId: string }[]) => hits.map(({ documentId }) => documentId);

describe("semantic search", () => {
  test("finds the user's own passage with all of its fields", async () => {
    const { status, body } = await search({
      query: "how does sourdough bread rise?",
      userId: "alice",
      scoreThreshold: 0.4,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, query: "how does sourdough bread rise?" });
    expect(body.results[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/),
      score: expect.any(Number),
      documentId: bakery,
      chunkText: expect.stringContaining("wild yeast"),
      documentName: "sourdough.md",
      documentType: "MD",
      category: expect.any(String),
      chunkIndex: 0,
      pageNumber: null,
      section: "Bread",
    });
    expect(body.results.every((hit: { documentName: string }) => hit.documentName !== "other.txt")).toBe(
      true,
    );
    expect(body.totalResults).toBe(body.results.length);
    expect(body.totalDocuments).toBe(body.documents.length);
  });

  test("groups the same hits by document, best first", async () => {
    const { body } = await search({
      query: "sourdough bread oven engine",
      userId: "alice",
      scoreThreshold: 0,
      limit: 100,
    });
    const scores: number[] = body.results.map((hit: { score: number }) => hit.score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(idsOf(body.documents)).toEqual([bakery, engine]);
    const [first] = body.documents;
    expect(first.maxScore).toBe(first.chunks[0].score);
    const grouped = body.documents.flatMap((document: { chunks: unknown[] }) => document.chunks);
    expect(grouped).toHaveLength(body.totalResults);
    expect(Object.keys(grouped[0]).sort()).toEqual(["chunkIndex", "chunkText", "score"]);
  });

  test("filters by type, whatever its case, and by document", async () => {
    const everything = { query: "bread and engines", userId: "alice", scoreThreshold: 0 };
    const byType = await search({ ...everything, documentType: ["txt"] });
    expect(new Set(idsOf(byType.body.results))).toEqual(new Set([engine]));
    const byDocument = await search({ ...everything, documentIds: [bakery] });
    expect(new Set(idsOf(byDocument.body.results))).toEqual(new Set([bakery]));
    const none = await search({ ...everything, documentType: ["PDF"] });
    expect(none.body).toMatchObject({ results: [], documents: [], totalResults: 0, totalDocuments: 0 });
  });

  test("keeps to its limit and its threshold", async () => {
    const all = await search({ query: "bread", userId: "alice", scoreThreshold: 0 });
    const [best] = all.body.results;
    const one = await search({ query: "bread", userId: "alice", scoreThreshold: 0, limit: 1 });
    expect(one.body.results).toEqual([best]);
    const above = await search({ query: "bread", userId: "alice", scoreThreshold: 0.99 });
    expect(above.body.results).toEqual([]);
    const byDefault = await search({ query: "bread", userId: "alice" });
    expect(byDefault.body.results.every((hit: { score: number }) => hit.score >= 0.5)).toBe(true);
  });

  test.each([
    [{ userId: "alice" }, "query"],
    [{ query: "   ", userId: "alice" }, "query"],
    [{ query: "x".repeat(8001), userId: "alice" }, "query"],
    [{ query: "x" }, "userId"],
    [{ query: "x", userId: "alice", limit: 0 }, "limit"],
    [{ query: "x", userId: "alice", limit: 101 }, "limit"],
    [{ query: "x", userId: "alice", limit: 1.5 }, "limit"],
    [{ query: "x", userId: "alice", limit: "5" }, "limit"],
    [{ query: "x", userId: "alice", scoreThreshold: 1.1 }, "scoreThreshold"],
    [{ query: "x", userId: "alice", scoreThreshold: -0.1 }, "scoreThreshold"],
    [{ query: "x", userId: "alice", documentType: "PDF" }, "documentType"],
    [{ query: "x", userId: "alice", mode: "words" }, "mode"],
    [{ query: "x", userId: "alice", explain: "yes" }, "explain"],
    [{ query: "x", userId: "alice", documentIds: ["../x"] }, "documentIds"],
  ])("%j is a 400 that names %s", async (payload, field) => {
    const answer = await search(payload);
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(field)]);
  });

  test.each(["embedding-failed", "vector-store-failed"] as const)("%s is a 500", async (code) => {
    const failure = () => Promise.reject(new AppError(code, "It failed"));
    const broken = await openForTest(({ embedder, vectors }) =>
      code === "embedding-failed"
        ? { embedder: { ...embedder, embedQuery: failure } }
        : { vectors: { ...vectors, searchBoth: failure } },
    );
    const answer = await broken.post(url, { query: "x", userId: "alice" });
    expect([answer.status, answer.body]).toEqual([500, { error: "It failed" }]);
  });
});

describe("hybrid search", () => {
  const bills: string[] = [];
  const asked = { userId: "carol", mode: "hybrid", scoreThreshold: 0.3 };
  beforeAll(async () => {
    for (let i = 0; i < 60; i++) {
      const content = `The bill of the joiner over ${1300 + i} euros for order KX-${200 + i} is due at the end of May.`;
      bills.push(await service.add({ name: `bill-${i}.txt`, content, userId: "carol" }));
    }
  });

  test.each([
    ["1334 euros", 34],
    ["What is order KX-251 about?", 51],
    ["1,317", 17],
  ])("finds the one passage with %j first", async (query, number) => {
    const { body } = await search({ ...asked, query });
    expect(body.results[0].documentId).toBe(bills[number]);
  });

  test("gives the scores that the search by meaning gives", async () => {
    const query = "When is the bill over 1305 euros due?";
    const { body: both } = await search({ ...asked, query, limit: 60 });
    const { body: near } = await search({ ...asked, query, limit: 60, mode: "semantic" });
    const scores = new Map(near.results.map(({ id, score }: { id: string; score: number }) => [id, score]));
    const shared = both.results.filter(({ id }: { id: string }) => scores.has(id));
    expect(shared.length).toBeGreaterThan(10);
    for (const { id, score } of shared) expect(score).toBe(scores.get(id));
    expect(near.results.map(({ score }: { score: number }) => score)).toEqual(
      near.results.map(({ score }: { score: number }) => score).toSorted((a: number, b: number) => b - a),
    );
  });

  test("says with explain where each result stands, and without it does not", async () => {
    const { body } = await search({ ...asked, query: "1334 euros", explain: true });
    expect(body.results[0].explain.words).toEqual({ rank: 1, score: expect.any(Number) });
    const { body: plain } = await search({ ...asked, query: "1334 euros" });
    expect(plain.results[0]).not.toHaveProperty("explain");
    expect(Object.keys(plain.results[0])).not.toContain("meaning");
  });

  test("finds what is quoted word for word, and nothing else", async () => {
    const found = await search({ ...asked, query: 'the bill "over 1309 euros"' });
    expect(idsOf(found.body.results)).toEqual([bills[9]]);
    const nothing = await search({ ...asked, query: 'the bill "over 1309 dollars"' });
    expect(nothing.body.results).toEqual([]);
  });

  test("finds nobody else's words", async () => {
    const { body } = await search({ ...asked, query: "1334 euros", userId: "alice", scoreThreshold: 0 });
    expect(idsOf(body.results).filter((id) => bills.includes(id))).toEqual([]);
  });
});
