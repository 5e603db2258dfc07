import { describe, expect, it } from "vitest";
import { newId } from "../../src/domain/id.ts";
import { calm, openStoreDuring, type StoreUnderTest } from "./store-under-test.ts";
import { byWords, idleChunks, newWord, readerOf, type WordedStore } from "./worded-documents.ts";
import { bothSearchContract } from "./words-index-searches.ts";

/**
 * What every words index promises, and the searches that use it. Ranks count from 1 without gaps among what each way
 * has found above the floor. The best by words are chosen first, and those below the floor left out of them.
 */
export function wordsIndexContract(name: string, open: () => Promise<StoreUnderTest<WordedStore>>): void {
  describe(`${name} as a words index`, () => {
    let store: WordedStore;
    const reopen = openStoreDuring(open, "suite", (now) => {
      store = now;
    });

    bothSearchContract(() => store);
    fillContract(() => store, reopen);
    generationContract(() => store);
  });
}

/** The part of the contract on documents that were stored without words. */
function fillContract(store: () => WordedStore, reopen: () => Promise<void>): void {
  describe("documents of an earlier version", () => {
    it("are pending, found by meaning alone, and by words once they are filled", async () => {
      const reader = readerOf(store, 121);
      const [word, other] = [newWord(), newWord()];
      const old = await reader.putOld([
        { text: `${word} one`, cosine: 0.6 },
        { text: `${word} two`, cosine: 0.5, section: other },
      ]);
      const current = await reader.put([{ text: word, cosine: 0.4 }]);
      const { documentId, userId, indexVersion } = old;
      expect(await reader.pending()).toEqual([{ documentId, userId, indexVersion, chunks: 2 }]);
      const before = await reader.ask(word);
      expect(before.map(({ byWords }) => byWords?.rank ?? null)).toEqual([null, null, 1]);
      expect(await reader.fill(await reader.onePending())).toBe(true);
      expect(await reader.pending()).toEqual([]);
      const after = await reader.ask(word);
      expect(after.map(({ byWords }) => byWords !== null)).toEqual([true, true, true]);
      expect(after.map(({ score }) => score)).toEqual(before.map(({ score }) => score));
      expect(after.at(-1)?.documentId).toBe(current.documentId);
      expect(await reader.askWords(other)).toEqual([`${word} two`]);
      await reopen();
      expect(await reader.pending()).toEqual([]);
      expect(await reader.askWords(other)).toEqual([`${word} two`]);
    });

    it("are filled whole, however many chunks they have and whether or not a chunk has words", async () => {
      const reader = readerOf(store, 122);
      const word = newWord();
      const chunks = idleChunks(700, 0.5);
      await reader.putOld([{ text: "— … —", cosine: 0.9 }, ...chunks, { text: word, cosine: 0.1 }]);
      expect(await reader.fill(await reader.onePending())).toBe(true);
      expect(await reader.pending()).toEqual([]);
      expect(await reader.askWords(word, { limit: 3 })).toEqual([word]);
      expect(byWords(await reader.ask("idle", { limit: 1_000 }))).toHaveLength(700);
    });

    it("keep everything else that they have", async () => {
      const reader = readerOf(store, 123);
      const old = await reader.putOld(idleChunks(3, 0.7), { documentName: "Kept.pdf", pages: 7 });
      const { vectors } = store();
      const read = async () => ({
        hits: await vectors.search(reader.queryFor(""), calm),
        list: await vectors.listDocuments(reader.userId, calm),
        first: await vectors.firstVectors(old, 3, calm),
        chunks: await vectors.listChunks(old, { from: 0, limit: 9 }, calm),
      });
      const before = await read();
      expect(before.hits).toHaveLength(3);
      await reader.fill(await reader.onePending());
      expect(await read()).toEqual(before);
      await vectors.renameDocument(old.documentId, "Named.pdf", calm);
      expect(await reader.pending()).toEqual([]);
      expect(await vectors.removeDocument(old.documentId, calm)).toBe(3);
      expect(await reader.ask("idle")).toEqual([]);
    });

    it("are left alone where they were replaced or removed meanwhile", async () => {
      const reader = readerOf(store, 124);
      const [before, after] = [newWord(), newWord()];
      const { documentId } = await reader.putOld([{ text: before, cosine: 0.5 }]);
      const replaced = await reader.onePending();
      await reader.put([{ text: after, cosine: 0.5 }], { documentId });
      expect(await reader.pending()).toEqual([]);
      expect(await reader.fill(replaced)).toBe(false);
      expect(await reader.askWords(before)).toEqual([]);
      expect(await reader.askWords(after)).toEqual([after]);
      await reader.putOld([{ text: before, cosine: 0.5 }], { documentId });
      const removed = await reader.onePending();
      await store().vectors.removeDocument(documentId, calm);
      expect(await reader.fill(removed)).toBe(false);
      expect(await reader.pending()).toEqual([]);
      expect(await reader.ask(before)).toEqual([]);
      expect(
        await reader.fill({ documentId: newId(), userId: newId(), indexVersion: newId(), chunks: 1 }),
      ).toBe(false);
    });

    it("never get the words of a text that was replaced while they were filled", async () => {
      const reader = readerOf(store, 125);
      const [before, after] = [newWord(), newWord()];
      for (let round = 0; round < 5; round++) {
        const { documentId } = await reader.putOld(
          Array.from({ length: 9 }, () => ({ text: before, cosine: 0.5 })),
        );
        const found = await reader.onePending();
        const filling = reader.fill(found);
        const replacing = reader.put([{ text: after, cosine: 0.5 }], { documentId });
        await Promise.all([filling, replacing]);
        expect(await reader.askWords(before)).toEqual([]);
        expect(await reader.askWords(after)).toEqual([after]);
        expect(await reader.pending()).toEqual([]);
        await store().vectors.removeDocument(documentId, calm);
      }
    });

    it("may be filled by two at once, under searches that find each chunk once", async () => {
      const reader = readerOf(store, 126);
      const word = newWord();
      for (let i = 0; i < 6; i++) {
        await reader.putOld(Array.from({ length: 5 }, () => ({ text: `${word} ${i}`, cosine: 0.5 })));
      }
      let isOver = false;
      const searching = (async () => {
        let searches = 0;
        for (; !isOver || searches === 0; searches++) {
          const ids = (await reader.ask(word, { limit: 50 })).map(({ id }) => id);
          expect(new Set(ids).size).toBe(30);
          expect(ids).toHaveLength(30);
        }
        return searches;
      })();
      const fillAll = async () => {
        for (const document of await reader.pending()) await reader.fill(document);
      };
      try {
        await Promise.all([fillAll(), fillAll()]);
      } finally {
        isOver = true;
        expect(await searching).toBeGreaterThan(0);
      }
      expect(await reader.pending()).toEqual([]);
      expect(await reader.askWords(word, { limit: 50 })).toHaveLength(30);
    });

    it("have nothing in their way", async () => {
      expect(await store().words.obstacle(calm)).toBe(null);
    });
  });
}

/** The part of the contract on a library that goes over to another embedder. */
function generationContract(store: () => WordedStore): void {
  describe("the words of a library that goes over to another embedder", () => {
    it("are there before and after, for the recorded embedder alone", async () => {
      const reader = readerOf(store, 131);
      const { generations } = store();
      const [word, old] = [newWord(), newWord()];
      const first = (await generations.identity(calm)) ?? (await generations.adopt(newId(), calm));
      await reader.put([{ text: word, cosine: 0.5 }], { embedder: first });
      await reader.putOld([{ text: old, cosine: 0.45 }], { embedder: first });
      const next = newId();
      for (const document of await generations.pending(next, calm)) {
        const vectors = Array.from({ length: document.chunks }, () => reader.target);
        expect(await generations.stage(next, document, vectors, calm)).toBe(true);
      }
      const by = (question: string, embedder: string) => reader.ask(question, { embedder });
      expect(await by(word, first)).toMatchObject([
        { chunkText: word, byWords: { rank: 1 } },
        { chunkText: old, byWords: null },
      ]);
      await generations.complete(next, calm);
      await expect(by(word, first)).rejects.toMatchObject({ code: "embedder-changed" });
      expect(byWords(await by(word, next)).map(({ chunkText }) => chunkText)).toEqual([word]);
      for (const document of await reader.pending()) expect(await reader.fill(document)).toBe(true);
      expect(byWords(await by(old, next)).map(({ chunkText }) => chunkText)).toEqual([old]);
      expect(await by(old, next)).toHaveLength(2);
    });
  });
}
