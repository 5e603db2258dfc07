import { expect, it } from "vitest";
import type { PendingDocument } from "../ports/vector-generations.ts";
import { fillWords, type WordsFilling, type WordsProgress } from "./fill-words.ts";

const calm = new AbortController().signal;
const nothing = (): WordsFilling => ({ progress: null, obstacle: null });
const document = (documentId: string, indexVersion = "1"): PendingDocument => ({
  ...{ documentId, indexVersion, userId: "ada", chunks: 1 },
});

function indexOf(pending: PendingDocument[], obstacle: string | null = null) {
  const filled: string[] = [];
  return {
    filled,
    words: {
      obstacle: async () => obstacle,
      pending: async () => [...pending],
      async fill(one: PendingDocument) {
        filled.push(`${one.documentId} ${one.indexVersion}`);
        pending.splice(pending.indexOf(one), 1);
        return true;
      },
    },
  };
}

it("fills what is pending and tells how far it is", async () => {
  const { words, filled } = indexOf([document("a"), document("b")]);
  const told: WordsProgress[] = [];
  const filling = nothing();
  await fillWords(words, filling, (progress) => told.push(progress), calm);
  expect(filled).toEqual(["a 1", "b 1"]);
  expect(told).toEqual([0, 1, 2].map((done) => ({ done, total: 2 })));
  expect(filling).toEqual(nothing());
});

it("fills the new version of a document that was replaced meanwhile, and none twice", async () => {
  const pending = [document("a"), document("damaged")];
  const { words, filled } = indexOf(pending);
  const fill = async (one: PendingDocument) => {
    await words.fill(one);
    if (one.indexVersion === "1") pending.push(one.documentId === "a" ? document("a", "2") : one);
    return false;
  };
  await fillWords({ ...words, fill }, nothing(), () => undefined, calm);
  expect(filled.toSorted()).toEqual(["a 1", "a 2", "damaged 1"]);
});

it("says why there can be no words, and does nothing", async () => {
  const { words, filled } = indexOf([document("a")], "The server is too old");
  const filling = nothing();
  await fillWords(words, filling, () => undefined, calm);
  expect(filling).toEqual({ progress: null, obstacle: "The server is too old" });
  expect(filled).toEqual([]);
});
