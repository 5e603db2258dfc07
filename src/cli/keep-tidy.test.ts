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
    onRemoved: (count: number) => seen.push(count),
    onFailure: (cause: unknown) => seen.push(String(cause)),
  };
  await keepTidy(leftovers, told, ending.signal);
  expect(seen).toEqual([2, "Error: away", 1]);
});
