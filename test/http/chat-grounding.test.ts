import { describe, expect, test } from "vitest";
import type { Library } from "../../src/usecases/library.ts";
import { eventsOf, openForTest } from "./open-app.ts";

const LEASE = "The tenant may end the lease with three months' notice. The deposit is 2,400 euros.";
const messages = [{ role: "user", content: "With how many months' notice can the tenant end the lease?" }];

async function openAnswering(words: string[]) {
  const answer: Library["chatModel"]["answer"] = async function* () {
    yield* words;
  };
  const service = await openForTest(() => ({ chatModel: { answer } }));
  await service.add({ name: "lease.md", content: LEASE });
  return async (payload: object) => eventsOf((await service.post("/api/chat", payload)).text);
}

describe("grounding", () => {
  test("comes after the last chunk, where it is asked for", async () => {
    const ask = await openAnswering(["Three months' ", "notice [1]. ", "The deposit is 4,200 euros [1]. "]);
    const events = await ask({ messages, userId: "alice", grounding: true });
    expect(events.map((event) => (typeof event === "string" ? event : Object.keys(event).join()))).toEqual([
      ...["sources", "chunk", "chunk", "chunk", "grounding"],
      "[DONE]",
    ]);
    const { sentences, unchecked } = events.at(-2).grounding;
    expect(unchecked).toBe(0);
    expect(sentences).toEqual([
      {
        ...{ text: "Three months' notice [1].", start: 0, end: 25, verdict: "supported", isClaim: true },
        ...{ passages: [1], match: { passage: 1, start: 0, end: 55 }, missing: [] },
      },
      {
        ...{ text: "The deposit is 4,200 euros [1].", start: 26, end: 57, verdict: "unsupported" },
        ...{ isClaim: true, passages: [1], match: expect.any(Object), missing: ["4,200"] },
      },
    ]);
  });

  test("changes nothing where it is not asked for", async () => {
    const ask = await openAnswering(["Three months [1]."]);
    const plain = await ask({ messages, userId: "alice" });
    expect(plain.some((event) => event.grounding)).toBe(false);
    const grounded = await ask({ messages, userId: "alice", grounding: true });
    expect(grounded.filter((event) => !event.grounding)).toEqual(plain);
  });

  test("says of an answer without passages that it cites nothing", async () => {
    const ask = await openAnswering(["Zebras have stripes."]);
    const events = await ask({ messages, useRAG: false, grounding: true });
    expect(events.at(-2).grounding.sentences).toMatchObject([{ verdict: "uncited", match: null }]);
  });

  test("is kept with a stored message", async () => {
    const service = await openForTest();
    const stored = [{ role: "assistant", content: "Yes.", grounding: { sentences: [], unchecked: 0 } }];
    const { body } = await service.post("/api/chat/history", { userId: "alice", messages: stored });
    expect(JSON.parse(body.session.messages)).toEqual(stored);
  });
});
