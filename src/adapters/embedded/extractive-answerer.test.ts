import { describe, expect, it } from "vitest";
import { hitOf } from "../../../test/doubles/hit.ts";
import { buildPrompt } from "../../domain/build-prompt.ts";
import type { Message } from "../../domain/message.ts";
import type { Hit } from "../../domain/passage.ts";
import { termsOf } from "../../domain/terms.ts";
import { openExtractiveAnswerer } from "./extractive-answerer.ts";

/** Stands for a model of meaning: texts are near that share words. */
async function embedQuery(text: string): Promise<Float32Array> {
  const vector = new Float32Array(64);
  for (const term of termsOf(text)) {
    const slot = [...term].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) % 64, 7);
    vector[slot] = (vector[slot] ?? 0) + 1;
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

async function fragments(messages: Message[], passages: Hit[]): Promise<string[]> {
  const model = openExtractiveAnswerer({ embedQuery });
  return Array.fromAsync(model.answer(buildPrompt({ messages, passages }), new AbortController().signal));
}

async function paragraphs(question: string, ...passages: Hit[]): Promise<string[]> {
  return (await fragments([{ role: "user", content: question }], passages)).join("").split("\n\n");
}

/** The answer without the note below it. */
async function answer(question: string, ...passages: Hit[]): Promise<string> {
  return (await paragraphs(question, ...passages)).filter((part) => !part.startsWith("> ")).join("\n\n");
}

const BADGERS =
  "Badgers are shy animals. A badger sleeps in its den in winter. Foxes eat mice. Snow falls in January.";
const PRICES =
  "Item | Price | Supplier\nApples | 4.20 | Greenfield Farms\nWalnuts | 12.90 | Nordic Nut Trading";

describe("an answer without a model", () => {
  it("quotes the sentence that answers, with the number of its passage", async () => {
    const passages = [hitOf("Owls fly at night."), hitOf(BADGERS, { documentId: "b" })];
    expect(await answer("Where does the badger sleep in winter?", ...passages)).toBe(
      "A badger sleeps in its den in winter. [2]",
    );
  });

  it.each<[string, string, Hit, string]>([
    [
      "a cell with its column and its row",
      "What do apples cost?",
      hitOf(PRICES),
      "Price: 4.20 (Item: Apples) [1]",
    ],
    [
      "the name in a row",
      "Who supplies the walnuts?",
      hitOf(PRICES),
      "Supplier: Nordic Nut Trading (Item: Walnuts) [1]",
    ],
    [
      "an element of XML",
      "Who is the artist of Blue Night?",
      hitOf(
        "<cd><title>Red Day</title><artist>Bo Lind</artist></cd><cd><title>Blue Night</title><artist>Ann Ray</artist></cd>",
        { documentName: "a.xml" },
      ),
      "cd.artist: Ann Ray (title: Blue Night) [1]",
    ],
    [
      "a key of YAML with its path",
      "Which port does the server use?",
      hitOf("title: Sample\nserver:\n  host: localhost\n  port: 8080\n", { documentName: "a.yaml" }),
      "server.port: 8080 (host: localhost) [1]",
    ],
    [
      "a value of JSON",
      "In which city is Brightwater?",
      hitOf('{"customer": {"name": "Brightwater", "city": "Bristol"}, "total": 3}', {
        documentName: "a.json",
      }),
      "customer.city: Bristol (name: Brightwater) [1]",
    ],
    [
      "whoever sent a message",
      "Who sent the message about the roof?",
      hitOf("Subject: Roof repair\nFrom: Ann Ray\nTo: all\nDate: 4 May 2024\n\nThe roof leaks."),
      "From: Ann Ray (Subject: Roof repair) [1]",
    ],
    [
      "a list with its introduction",
      "Which tools does the workshop own?",
      hitOf("It is open today.\n\nThe workshop owns three tools:\n\n- a saw\n- an axe\n- a file"),
      "The workshop owns three tools:\n- a saw\n- an axe\n- a file [1]",
    ],
    [
      "the answer below a question",
      "How do I reset the password?",
      hitOf(
        "How do I reset my password?\n\nPress the red button for ten seconds.\n\nSomething else is here.",
      ),
      "Press the red button for ten seconds. [1]",
    ],
    [
      "the sentence before one that begins with a pronoun",
      "When did the library burn down?",
      hitOf("The library was founded by Ann Ray. It burned down in 1921. Nobody was hurt."),
      "The library was founded by Ann Ray. It burned down in 1921. [1]",
    ],
    [
      "a definition",
      "What is a blink comparator?",
      hitOf(
        "Astronomers like tools. A **blink comparator** is a device for finding differences between photographs.",
      ),
      "A blink comparator is a device for finding differences between photographs. [1]",
    ],
    [
      "a number where one is asked for",
      "How many steps does the tower have?",
      hitOf("The tower has steps of old stone. The tower has 704 steps."),
      "The tower has 704 steps. [1]",
    ],
    [
      "German",
      "Was kostet ein Ersatzausweis?",
      hitOf("Leistung | Gebühr\nTagesausweis | 3,00 €\nErsatzausweis | 6,50 €"),
      "Gebühr: 6,50 € (Leistung: Ersatzausweis) [1]",
    ],
    [
      "Russian",
      "Когда был открыт музей?",
      hitOf("Музей был открыт в 1978 году. В коллекции 46 паровозов."),
      "Музей был открыт в 1978 году. [1]",
    ],
    [
      "Japanese",
      "創業者は誰ですか？",
      hitOf("創業者は佐藤健一です。露天風呂は朝5時から利用できます。"),
      "創業者は佐藤健一です。 [1]",
    ],
    ["Chinese", "婚假有多少天？", hitOf("病假需要医生证明。婚假为十天。"), "婚假为十天。 [1]"],
  ])("gives %s", async (_, question, passage, expected) => {
    expect(await answer(question, passage)).toBe(expected);
  });

  it("quotes a sentence whole and once where two passages share it", async () => {
    const first = hitOf("Badgers are shy animals of the forest. A badger sleeps in its", { chunkIndex: 3 });
    const second = hitOf("of the forest. A badger sleeps in its den in winter. Foxes eat mice.", {
      chunkIndex: 4,
    });
    expect(await answer("Where does the badger sleep in winter?", first, second)).toBe(
      "A badger sleeps in its den in winter. [2]",
    );
  });

  it.each([
    ["a heading", hitOf("# Opening hours of the harbour museum\n")],
    ["a header without rows", hitOf("Museum | Opening hours | Harbour")],
    [
      "filler",
      hitOf("Lorem ipsum dolor sit amet, consectetur adipiscing elit, opening hours harbour museum."),
    ],
    ["nothing but rules", hitOf("--- *** ---")],
  ])("is never %s", async (_, passage) => {
    expect(await answer("What are the opening hours of the harbour museum?", passage)).toBe(
      "I found nothing in your documents that answers this. The nearest passages: [1]",
    );
  });

  it("says where it is not sure, and offers what comes nearest", async () => {
    const said = await paragraphs(
      "What is the salary of Edmund Farrow?",
      hitOf("The observatory was founded in 1899 by Edmund Farrow."),
    );
    expect(said.slice(0, 2)).toEqual([
      "I found no clear answer to this in your documents. What comes nearest:",
      "The observatory was founded in 1899 by Edmund Farrow. [1]",
    ]);
  });

  it.each([
    ["Wie hoch ist der Mount Everest?", "Dazu habe ich in deinen Dokumenten nichts gefunden."],
    ["¿Quién pintó Las Meninas?", "No encontré nada en tus documentos"],
    ["谁画了这幅画？", "没有找到"],
  ])("says in the reader's language that nothing was found: %s", async (question, expected) => {
    const said = await answer(question, hitOf("The observatory was founded in 1899 by Edmund Farrow."));
    expect(said).toContain(expected);
    expect(said).toMatch(/ \[1\]$/);
  });

  it("offers no passage where there is none", async () => {
    expect(await answer("Where does the badger sleep?")).toBe(
      "I found nothing in your documents that answers this.",
    );
  });

  it("greets and thanks in the reader's language without a citation or a note", async () => {
    expect(await paragraphs("Hello!", hitOf(BADGERS))).toEqual([
      "Hello! Ask me anything about your documents.",
    ]);
    expect(await paragraphs("Vielen Dank!", hitOf(BADGERS))).toEqual(["Gern geschehen!"]);
  });
});

describe("the note about connecting a model", () => {
  it("stands below the first answer, in the reader's language", async () => {
    const last = (await paragraphs("Where does the badger sleep?", hitOf(BADGERS))).at(-1);
    expect(last).toMatch(
      /^> .*quotations.*GEMINI_API_KEY.*OPENAI_BASE_URL.*Ollama, llama\.cpp, vLLM, LM Studio, OpenAI/,
    );
    expect((await paragraphs("Wo schläft der Dachs?", hitOf(BADGERS))).at(-1)).toMatch(
      /^> .*kein Sprachmodell/,
    );
  });

  it("does not come again in the same conversation", async () => {
    const question = { role: "user" as const, content: "Where does the badger sleep?" };
    const first = (await fragments([question], [hitOf(BADGERS)])).join("");
    const second = await fragments(
      [question, { role: "assistant", content: first }, question],
      [hitOf(BADGERS)],
    );
    expect(second.join("")).toBe("A badger sleeps in its den in winter. [1]");
  });
});

describe("openExtractiveAnswerer", () => {
  it("streams a few words at a time and loses none", async () => {
    const parts = await fragments(
      [{ role: "user", content: "Where does the badger sleep?" }],
      [hitOf(BADGERS)],
    );
    expect(parts.length).toBeGreaterThan(10);
    for (const part of parts) expect(part.trim().split(/\s+/).length).toBeLessThanOrEqual(3);
    expect(parts.join("")).toContain("A badger sleeps in its den in winter. [1]");
  });

  it("compares few units by meaning, however many there are", async () => {
    let calls = 0;
    const counting = (text: string) => {
      calls++;
      return embedQuery(text);
    };
    const text = Array.from({ length: 200 }, (_, i) => `Badger ${i} sleeps.`).join(" ");
    const prompt = buildPrompt({ messages: [{ role: "user", content: "badger?" }], passages: [hitOf(text)] });
    const model = openExtractiveAnswerer({ embedQuery: counting });
    await Array.fromAsync(model.answer(prompt, new AbortController().signal));
    expect(calls).toBeLessThanOrEqual(15);
  });

  it("throws the signal's reason when it is aborted while it compares", async () => {
    const reason = new Error("gone");
    const controller = new AbortController();
    const hanging = (_: string, signal: AbortSignal) =>
      new Promise<Float32Array>((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      });
    const prompt = buildPrompt({
      messages: [{ role: "user", content: "badger?" }],
      passages: [hitOf(BADGERS)],
    });
    const answering = Array.fromAsync(
      openExtractiveAnswerer({ embedQuery: hanging }).answer(prompt, controller.signal),
    );
    setTimeout(() => controller.abort(reason), 20);
    await expect(answering).rejects.toBe(reason);
  });
});
