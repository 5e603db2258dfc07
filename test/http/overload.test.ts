import { expect, test } from "vitest";
import { openAdmission } from "../../src/flow/admission.ts";
import { eventsOf, openForTest } from "./open-app.ts";

/** A service that looks for passages for one caller at a time, when `goOn` lets it, while two wait. */
async function openBusy() {
  const goOn = Promise.withResolvers<void>();
  const app = await openForTest(({ embedder }) => ({
    retrieving: openAdmission({
      places: 1,
      maxWaitMs: 20_000,
      maxWaiting: 2,
      firstTurnMs: 0,
      now: () => performance.now(),
    }),
    embedder: {
      ...embedder,
      async embedQuery(text, signal) {
        await goOn.promise;
        return embedder.embedQuery(text, signal);
      },
    },
  }));
  const chat = (more: object = {}) =>
    app.post("/api/chat", {
      messages: [{ role: "user", content: "Where does the badger sleep?" }],
      userId: "ann",
      ...more,
    });
  const search = () =>
    app.post("/api/search/semantic", { query: "Where does the badger sleep?", userId: "ann" });
  return { app, goOn, chat, search };
}

test("questions that would wait too long are refused before their stream begins, the others are answered", async () => {
  const { goOn, chat, search } = await openBusy();
  const taken = [chat(), search(), chat()];
  const refused = await Promise.all([chat(), search(), chat()]);
  for (const { status, headers, body } of refused) {
    expect([status, body.error]).toEqual([503, "The service has more to do than it can"]);
    expect(Number(headers["retry-after"])).toBeGreaterThanOrEqual(1);
  }
  goOn.resolve();
  const answers = await Promise.all(taken);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(eventsOf(answers[2]?.text ?? "").at(-1)).toBe("[DONE]");
});

test("what needs no passages is answered meanwhile", async () => {
  const { app, goOn, chat, search } = await openBusy();
  const taken = [chat(), search(), chat()];
  expect((await chat({ useRAG: false })).status).toBe(200);
  expect((await app.get("/api/chat/history?userId=ann")).status).toBe(200);
  expect((await app.get("/api/health")).status).toBe(200);
  goOn.resolve();
  await Promise.all(taken);
});
