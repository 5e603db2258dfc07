import { describe, expect, it } from "vitest";
import { newId } from "../../src/domain/id.ts";
import { queryTerms } from "../../src/domain/index-terms.ts";
import type { BothQuery } from "../../src/ports/vector-store.ts";
import { closeTo } from "./indexed-documents.ts";
import { calm } from "./store-under-test.ts";
import { byWords, idleChunks, newWord, readerOf, type WordedStore } from "./worded-documents.ts";

/** The part of the contract on searches by meaning and by words. */
export function bothSearchContract(store: () => WordedStore): void {
  describe("searchBoth", () => {
    it("finds an exact number by its words that lies far behind by meaning, with its true cosine", async () => {
      const reader = readerOf(store, 101);
      await reader.put(idleChunks(30, 0.9));
      const text = "The invoice says 1334 euros";
      const bill = await reader.put([
        { text, cosine: 0.45 },
        { text: "The invoice says 1335 euros", cosine: 0.44 },
      ]);
      const query = reader.queryFor("1334", { limit: 5 });
      const byMeaning = await store().vectors.search(query, calm);
      expect(byMeaning.some(({ documentId }) => documentId === bill.documentId)).toBe(false);
      const both = await store().vectors.searchBoth(query, calm);
      expect(both).toHaveLength(6);
      expect(both.at(-1)).toEqual({
        ...{ id: expect.any(String), score: closeTo(0.45), documentId: bill.documentId, chunkText: text },
        ...{ documentName: bill.documentName, documentType: "MD", category: "Notes", chunkIndex: 0 },
        ...{ pageNumber: null, section: null, byMeaning: null, meaning: closeTo(0.45) },
        byWords: { rank: 1, score: expect.any(Number) },
      });
      expect(both.at(-1)?.byWords?.score).toBeGreaterThan(0);
    });

    it("gives those by meaning first, best first, and then the others, best by words first", async () => {
      const reader = readerOf(store, 102);
      const [one, two, three] = [newWord(), newWord(), newWord()];
      await reader.put([
        { text: "Nothing of it", cosine: 0.9 },
        { text: `Only ${one}`, cosine: 0.8 },
        { text: `Nearly all: ${one} ${two}`, cosine: 0.3 },
        { text: `All: ${one} ${two} ${three}`, cosine: 0.2 },
        { text: "Nothing either", cosine: 0.1 },
      ]);
      const both = await reader.ask(`${one} ${two} ${three}`, { limit: 3 });
      expect(both.map(({ chunkIndex }) => chunkIndex)).toEqual([0, 1, 2, 3]);
      expect(both.map(({ byMeaning }) => byMeaning?.rank ?? null)).toEqual([1, 2, 3, null]);
      expect(both.map(({ byWords }) => byWords?.rank ?? null)).toEqual([null, 3, 2, 1]);
      expect(both.map(({ score }) => score)).toEqual([0.9, 0.8, 0.3, 0.2].map(closeTo));
      expect(both.map(({ byMeaning }) => byMeaning?.score ?? null)).toEqual([
        ...[0.9, 0.8, 0.3].map(closeTo),
        null,
      ]);
      const scores = byWords(both).map(({ byWords }) => byWords?.score ?? 0);
      expect(scores.toSorted((a, b) => b - a)).toEqual(scores);
    });

    it("counts the limit for each of the two, and gives each chunk once", async () => {
      const reader = readerOf(store, 103);
      const word = newWord();
      const tagged = Array.from({ length: 20 }, (_, i) => ({ text: `${word} ${i}`, cosine: 0.5 - i / 100 }));
      await reader.put([...idleChunks(20, 0.9), ...tagged]);
      const both = await reader.ask(word, { limit: 7 });
      expect(new Set(both.map(({ id }) => id)).size).toBe(both.length);
      expect(both.map(({ byMeaning }) => byMeaning?.rank ?? null)).toEqual([
        ...[1, 2, 3, 4, 5, 6, 7],
        ...new Array(7).fill(null),
      ]);
      expect(byWords(both).map(({ byWords }) => byWords?.rank)).toEqual([1, 2, 3, 4, 5, 6, 7]);
      const all = await reader.ask(word, { limit: 100 });
      expect(all).toHaveLength(40);
      expect(byWords(all)).toHaveLength(20);
    });

    it("holds the floor in both", async () => {
      const reader = readerOf(store, 104);
      const word = newWord();
      await reader.put([
        { text: `${word} above`, cosine: 0.61 },
        { text: `${word} ${word} below`, cosine: 0.59 },
        { text: "without it, above", cosine: 0.7 },
        { text: `${word} far below`, cosine: -0.2 },
      ]);
      const indexes = async (scoreFloor: number, limit = 10) =>
        (await reader.ask(word, { scoreFloor, limit })).map(({ chunkIndex }) => chunkIndex);
      expect(await indexes(0.6)).toEqual([2, 0]);
      expect(await indexes(0.5)).toEqual([2, 0, 1]);
      expect(await indexes(0.8)).toEqual([]);
      expect(await indexes(-1)).toEqual([2, 0, 1, 3]);
      const both = await reader.ask(word, { scoreFloor: 0.6 });
      expect(byWords(both).map(({ chunkIndex, byWords }) => [chunkIndex, byWords?.rank])).toEqual([[0, 1]]);
    });

    it("finds by words only the types and documents asked for, and never the excluded one", async () => {
      const reader = readerOf(store, 105);
      const word = newWord();
      await reader.put(idleChunks(9, 0.9), { documentType: "PDF" });
      const one = (documentType: string) => reader.put([{ text: word, cosine: 0.3 }], { documentType });
      const [pdf, text, other] = [await one("PDF"), await one("TXT"), await one("PDF")];
      const [a, b, c] = [pdf.documentId, text.documentId, other.documentId];
      const ids = async (fields: Partial<BothQuery>) =>
        byWords(await reader.ask(word, { limit: 5, ...fields }))
          .map(({ documentId }) => documentId)
          .toSorted();
      expect(await ids({})).toEqual([a, b, c].toSorted());
      expect(await ids({ documentTypes: ["PDF"] })).toEqual([a, c].toSorted());
      expect(await ids({ documentTypes: ["DOCX"] })).toEqual([]);
      expect(await ids({ documentIds: [c, b] })).toEqual([b, c].toSorted());
      expect(await ids({ documentIds: [newId()] })).toEqual([]);
      expect(await ids({ documentIds: [b, c], documentTypes: ["PDF"] })).toEqual([c]);
      expect(await ids({ excludedDocumentId: a })).toEqual([b, c].toSorted());
      expect(await ids({ documentIds: [a, b], excludedDocumentId: a })).toEqual([b]);
    });

    it("never finds the words of another user", async () => {
      const [mine, theirs] = [readerOf(store, 106), readerOf(store, 106)];
      const word = newWord();
      const { documentId } = await theirs.put([{ text: word, cosine: 0.9 }]);
      await mine.put([{ text: "Something else", cosine: 0.5 }]);
      expect(await mine.askWords(word)).toEqual([]);
      expect(await mine.askWords(word, { documentIds: [documentId] })).toEqual([]);
      expect(await theirs.askWords(word)).toEqual([word]);
    });

    it("finds what `search` finds where no terms are given, or nobody has them", async () => {
      const reader = readerOf(store, 107);
      const chunks = idleChunks(5, 0.5).map((chunk, i) => ({ ...chunk, cosine: 0.5 - i / 50 }));
      await reader.put([{ text: "Some words", cosine: 0.6 }, ...chunks]);
      const query = reader.queryFor("", { limit: 3 });
      const hits = await store().vectors.search(query, calm);
      const expected = hits.map((hit, i) => ({
        ...hit,
        meaning: hit.score,
        byMeaning: { rank: i + 1, score: hit.score },
        byWords: null,
      }));
      expect(expected).toHaveLength(3);
      expect(query.terms).toEqual([]);
      expect(await store().vectors.searchBoth(query, calm)).toEqual(expected);
      expect(await reader.ask(newWord(), { limit: 3 })).toEqual(expected);
      expect(await reader.ask("Some", { userId: newId() })).toEqual([]);
    });

    it("takes ten thousand terms", async () => {
      const reader = readerOf(store, 108);
      const word = newWord();
      await reader.put([{ text: `Here is ${word}`, cosine: 0.4 }, ...idleChunks(3, 0.5)]);
      const terms = [...Array.from({ length: 9_999 }, (_, i) => `term${i}`), ...queryTerms(word)];
      expect(await reader.askWords("", { terms })).toEqual([`Here is ${word}`]);
    });

    it("finds the words of the section, of other scripts, and of a text in any case and with accents", async () => {
      const reader = readerOf(store, 109);
      const texts = ["Plain text", "東京都の天気予報", "Die Überweisungsgebühr beträgt nichts", "كتاب قديم"];
      const section = newWord();
      await reader.put(
        texts.map((text, i) => ({
          text,
          cosine: 0.5,
          ...(i === 0 ? { section: `Guide > ${section}` } : {}),
        })),
      );
      expect(await reader.askWords(section)).toEqual(["Plain text"]);
      expect(await reader.askWords("天気予報")).toEqual([texts[1]]);
      expect(await reader.askWords("ÜBERWEISUNGSGEBUHR")).toEqual([texts[2]]);
      expect(await reader.askWords("كتاب")).toEqual([texts[3]]);
    });

    it("puts a rare word above common ones", async () => {
      const reader = readerOf(store, 110);
      const [common, usual, rare] = [newWord(), newWord(), newWord()];
      await reader.put([
        ...Array.from({ length: 30 }, () => ({ text: `${common} ${usual} again`, cosine: 0.5 })),
        { text: `${rare} once more`, cosine: 0.5 },
      ]);
      const [first] = await reader.askWords(`${common} ${rare}`, { limit: 5 });
      expect(first).toBe(`${rare} once more`);
    });

    it("finds a document by its words under its new name, in its new version, and no longer once it is gone", async () => {
      const reader = readerOf(store, 111);
      const [before, after] = [newWord(), newWord()];
      const { documentId } = await reader.put([{ text: before, cosine: 0.5 }]);
      await store().vectors.renameDocument(documentId, "New name.md", calm);
      const [renamed] = await reader.ask(before);
      expect(renamed).toMatchObject({ documentName: "New name.md", byWords: { rank: 1 } });
      await reader.put(
        [
          { text: after, cosine: 0.5 },
          { text: `${after} twice`, cosine: 0.4 },
        ],
        { documentId },
      );
      expect(await reader.askWords(before)).toEqual([]);
      expect((await reader.askWords(after)).toSorted()).toEqual([after, `${after} twice`]);
      const heir = newId();
      await reader.put([{ text: after, cosine: 0.5 }], { documentId, userId: heir });
      expect(await reader.ask(after)).toEqual([]);
      expect(await reader.askWords(after, { userId: heir })).toEqual([after]);
      await store().vectors.removeDocument(documentId, calm);
      expect(await reader.ask(after, { userId: heir })).toEqual([]);
    });

    it("shows one version alone while a document is replaced again and again", async () => {
      const reader = readerOf(store, 112);
      const word = newWord();
      const sizes = [3, 5];
      const version = (i: number) =>
        Array.from({ length: sizes[i % 2] ?? 0 }, () => ({ text: `${word} v${i}`, cosine: 0.5 }));
      const { documentId } = await reader.put(version(0));
      let isOver = false;
      const searching = (async () => {
        let searches = 0;
        for (; !isOver || searches === 0; searches++) {
          const texts = (await reader.ask(word, { limit: 50 })).map(({ chunkText }) => chunkText);
          expect(new Set(texts).size).toBe(1);
          expect(sizes).toContain(texts.length);
        }
        return searches;
      })();
      try {
        for (let i = 1; i <= 8; i++) await reader.put(version(i), { documentId });
      } finally {
        isOver = true;
        expect(await searching).toBeGreaterThan(0);
      }
      expect(await reader.askWords(word, { limit: 50 })).toEqual(new Array(3).fill(`${word} v8`));
    });
  });
}
