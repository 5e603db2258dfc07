import { describe, expect, test } from "vitest";
import type { ChatPrompt } from "../../src/domain/build-prompt.ts";
import type { Library } from "../../src/usecases/library.ts";
import { eventsOf, openForTest } from "./open-app.ts";

const STAFF = [2017, 2018, 2019, 2020].map((year, i) => `In ${year} the bakery had ${12 + 7 * i} employees.`);
const conversation = [
  { role: "user", content: "How many employees did the bakery have in 2018?" },
  { role: "assistant", content: "It had 19 employees [1]." },
  { role: "user", content: "and in 2019?" },
];

/** A service that notes what is looked for and what its model is given. */
async function openWatched(writer: Library["writer"] = null) {
  const looked: string[] = [];
  const prompts: ChatPrompt[] = [];
  const service = await openForTest(({ embedder, chatModel }) => ({
    writer,
    chatModel: {
      answer(prompt, signal) {
        prompts.push(prompt);
        return chatModel.answer(prompt, signal);
      },
    },
    embedder: {
      ...embedder,
      identity: embedder.identity,
      embedQuery(text, signal) {
        if (prompts.length === 0) looked.push(text);
        return embedder.embedQuery(text, signal);
      },
    },
  }));
  await service.add({ name: "staff.md", content: STAFF.join("\n\n") });
  const ask = async (messages: object[]) =>
    eventsOf((await service.post("/api/chat", { messages, userId: "alice" })).text);
  return { ask, looked, prompts };
}

/** A model that answers so, at once or never. */
function writing(...answers: (string | Error)[]): NonNullable<Library["writer"]> {
  return {
    async *answer(_prompt, signal) {
      signal.throwIfAborted();
      const next = answers.shift();
      if (next instanceof Error) throw next;
      yield next ?? "";
    },
  };
}

describe("a question that follows another", () => {
  test("is looked for and answered with what it leaves out", async () => {
    const { ask, looked, prompts } = await openWatched();
    const events = await ask(conversation);
    expect(looked).toEqual(["How many employees did the bakery have in 2019?"]);
    expect(prompts[0]?.messages.at(-1)?.content).toBe("How many employees did the bakery have in 2019?");
    expect(events.map((event) => event.chunk ?? "").join("")).toContain("26 employees");
  });

  test("is completed by the model where there is one, which answers the user's own words", async () => {
    const { ask, looked, prompts } = await openWatched(writing("“Bakery employees in 2019?”\n"));
    await ask(conversation);
    expect(looked).toEqual(["Bakery employees in 2019?"]);
    expect(prompts[0]?.messages.at(-1)?.content).toBe("and in 2019?");
  });

  test.each([
    ["fails", new Error("away")],
    ["says nothing", ""],
    ["talks on and on", "so ".repeat(1_000)],
    ["gives several lines", "One?\nTwo?"],
  ])("carries words over where the model %s", async (_case, answer) => {
    const { ask, looked } = await openWatched(writing(answer));
    await ask(conversation);
    expect(looked).toEqual(["How many employees did the bakery have in 2019?"]);
  });

  test("is left as it is where it stands alone, and no model is asked", async () => {
    const { ask, looked } = await openWatched(writing("wrong"));
    await ask([...conversation.slice(0, 2), { role: "user", content: "Which oven does the bakery use?" }]);
    expect(looked).toEqual(["Which oven does the bakery use?"]);
  });

  test("is left as it is where nothing was asked before", async () => {
    const { ask, looked } = await openWatched(writing("wrong"));
    await ask([{ role: "user", content: "and in 2019?" }]);
    expect(looked).toEqual(["and in 2019?"]);
  });
});
