import { describe, expect, test } from "vitest";
import type { ChatPrompt } from "../../src/domain/build-prompt.ts";
import type { Library } from "../../src/usecases/library.ts";
import { eventsOf, openForTest, type TestApp } from "./open-app.ts";

const HANDBOOK = [
  "# Handbook",
  "## Leave",
  "Employees get 28 days of paid leave every year. Unused leave ends on 31 March 2025. Does leave carry over?",
  "## Travel",
  "The company pays for travel by train in second class. A hotel may cost 120 euros per night. Receipts go to travel@example.org.",
  "## Equipment",
  "Every employee gets a laptop on the first day of work. A lost laptop costs the employee 300 euros. A hotel may cost 120 euros per night.",
].join("\n\n");

async function ask(service: TestApp, content: string, rest: object = {}) {
  const payload = { messages: [{ role: "user", content }], userId: "alice", ...rest };
  const events = eventsOf((await service.post("/api/chat", payload)).text);
  const text = events.map((event) => event.chunk ?? "").join("");
  return { events, text, sources: (events[0].sources ?? []) as { index: number; chunkText: string }[] };
}

async function openLibrary(writer: Library["writer"] = null): Promise<TestApp> {
  const service = await openForTest(({ chatModel }) => ({ writer, chatModel: writer ?? chatModel }));
  await service.add({ name: "handbook.md", content: HANDBOOK });
  return service;
}

/** Every citation of an answer stands for a source that holds the words before it. */
function expectCited(text: string, sources: { index: number; chunkText: string }[]) {
  const lines = text.split("\n").filter((line) => line.startsWith("- "));
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) {
    const [, words = "", number] = /^- (?:\*\*.+\*\*: )?(.+) \[(\d+)\]$/.exec(line) ?? [];
    const source = sources.find(({ index }) => index === Number(number));
    expect(source?.chunkText.replace(/\s+/g, " ")).toContain(words);
  }
}

describe("a request about a whole document", () => {
  test("without a model is answered with the best sentences of each section", async () => {
    const { text, sources, events } = await ask(await openLibrary(), "Summarise the handbook");
    expect(Object.keys(events[0])).toEqual(["sources"]);
    expectCited(text, sources);
    for (const word of ["paid leave", "hotel", "laptop"]) expect(text).toContain(word);
    expect(text).not.toMatch(/- Leave|- #|carry over\?/);
    expect(events.at(-1)).toBe("[DONE]");
  });

  test("lists every value of a kind once, each where it stands", async () => {
    const { text, sources } = await ask(await openLibrary(), "List all amounts");
    expectCited(text, sources);
    expect(text.match(/\*\*.+?\*\*/g)).toEqual(["**120 euros**", "**300 euros**"]);
    const dates = await ask(await openLibrary(), "Which dates are mentioned?");
    expect(dates.text.match(/\*\*.+?\*\*/g)).toEqual(["**31 March 2025**"]);
  });

  test("says how many more there are than it lists", async () => {
    const service = await openForTest();
    const content = Array.from({ length: 90 }, (_, i) => `Invoice ${i} is over ${1000 + i} euros.`).join(
      "\n\n",
    );
    await service.add({ name: "invoices.txt", content });
    const { text } = await ask(service, "List all amounts");
    expect(text.match(/^- /gm)).toHaveLength(60);
    expect(text).toContain("… + 30");
  });

  test("is about the document that it names, or all that there are", async () => {
    const service = await openLibrary();
    await service.add({
      name: "recipe.md",
      content: "Bread needs flour, water, salt and a good deal of time in the oven.",
    });
    const named = await ask(service, "Summarise the recipe");
    expect(named.text).toContain("flour");
    expect(named.text).not.toContain("laptop");
    const all = await ask(service, "What are the main points of my documents?");
    for (const word of ["flour", "**handbook.md**", "**recipe.md**"]) expect(all.text).toContain(word);
  });

  test("about a subject is left to passages", async () => {
    const service = await openLibrary();
    const { text } = await ask(service, "Summarise the rules for paid leave and unused leave days");
    expect(text).not.toContain("train");
  });

  test("is answered by a model in one go where it is short", async () => {
    const prompts: ChatPrompt[] = [];
    const service = await openLibrary(noting(prompts, () => "All of it [1]."));
    const { sources, text } = await ask(service, "Summarise the handbook");
    expect(prompts).toHaveLength(1);
    expect(prompts[0]?.passages).toHaveLength(sources.length);
    expect(text).toBe("All of it [1].");
  });

  test("is read part by part by a model where it is long, and cites what the parts cited", async () => {
    const prompts: ChatPrompt[] = [];
    const writer = noting(prompts, ({ passages, messages }) =>
      messages.at(-1)?.content === "Summarise the book" && prompts.length < 5
        ? `Note on ${passages[1]?.chunkIndex} [2].`
        : "Whole [1].",
    );
    const service = await openForTest(() => ({ writer, chatModel: writer }));
    const paragraphs = Array.from(
      { length: 40 },
      (_, i) => `Chapter ${i}. ${"The story goes on and on. ".repeat(36)}`,
    );
    await service.add({ name: "book.txt", content: paragraphs.join("\n\n") });
    const { sources, text } = await ask(service, "Summarise the book");
    const whole = prompts.at(-1);
    expect(prompts.length).toBeGreaterThan(3);
    expect(text).toBe("Whole [1].");
    expect(sources.map(({ chunkText }) => chunkText)).toEqual(
      whole?.passages.map(({ chunkText }) => chunkText),
    );
    expect(whole?.instructions).toMatch(/Note on \d+ \[1\]\.\nNote on \d+ \[2\]\./);
  });

  test("fails as the model does where no part can be read", async () => {
    const writer: Library["chatModel"] = {
      // biome-ignore lint/correctness/useYield: it fails before there is anything to say
      async *answer() {
        throw new Error("away");
      },
    };
    const service = await openForTest(() => ({ writer, chatModel: writer }));
    await service.add({ name: "book.txt", content: "The story goes on and on and on. ".repeat(900) });
    const { events } = await ask(service, "Summarise the book");
    expect(events.slice(-2)).toEqual([{ error: expect.any(String) }, "[DONE]"]);
  });
});

function noting(
  prompts: ChatPrompt[],
  answer: (prompt: ChatPrompt) => string,
): NonNullable<Library["writer"]> {
  return {
    async *answer(prompt) {
      prompts.push(prompt);
      yield answer(prompt);
    },
  };
}
