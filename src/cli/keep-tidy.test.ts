import { expect, test } from "vitest";
import { keepTidy } from "./keep-tidy.ts";

test("leftovers are removed again and again, failures too, until it is ended", async () => {
  const answers = [["a", "b"], null, [], ["c"]];
  const ending = new AbortController();
  const seen: unknown[] = [];
  const leftovers = {
    leftovers: async () => [],
    async removeLeftovers() {
      const found = answers.shift();
      if (found === undefined) {
        ending.abort();
        return [];
      }
      if (found === null) throw new Error("away");
      return found.map((documentId) => ({ documentId, userId: "u", since: "" }));
    },
  };
  const told = {
    everyMs: 2,
    onDone: (what: string, count: number) => seen.push(`${what}: ${count}`),
    onFailure: (cause: unknown) => seen.push(String(cause)),
  };
  const finished = [[], [{ documentId: "d", userId: "u", kind: "rename" as const, since: "" }]];
  const wholeDocuments = { finish: async () => finished.shift() ?? [] };
  let wiped = 0;
  const wiping = { wipe: async () => ++wiped > 0 };
  await keepTidy({ leftovers, wholeDocuments, wiping }, told, ending.signal);
  expect(wiped).toBe(4);
  expect(seen).toEqual([
    "removed what interrupted writes had left: 2",
    "Error: away",
    "ended changes that were interrupted: 1",
    "removed what interrupted writes had left: 1",
  ]);
});
