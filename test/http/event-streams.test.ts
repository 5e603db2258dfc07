import { beforeAll, describe, expect, test } from "vitest";
import { AppError } from "../../src/domain/errors.ts";
import { openForTest } from "./open-app.ts";
import { type Description, readDescription } from "./read-description.ts";
import { sharedTestApp } from "./shared-app.ts";

const { service } = sharedTestApp();
let description: Description;
beforeAll(async () => {
  description = await readDescription(service);
});

/** What is wrong with a value, by a named schema or a place within it. */
function faults(place: string, value: unknown): string {
  return description.faults({ $ref: `#/components/schemas/${place}` }, value);
}

/** The fields that a client's parser makes of each event of a stream: of ours only `data`. */
function eventsIn(stream: string): { data: string }[] {
  return stream
    .split("\n\n")
    .filter((block) => block !== "")
    .map((block) => ({ data: block.replace(/^data: /, "") }));
}

/** The names of the described events that a stream consists of, one after the other. */
function namesOf(kind: "ChatEvent" | "IndexEvent", stream: string): string[] {
  return eventsIn(stream).map((event) => {
    expect(faults(kind, event)).toBe("");
    if (event.data === "[DONE]") return "Done";
    const payload: unknown = JSON.parse(event.data);
    const content = `${kind}/properties/data/anyOf/0/contentSchema`;
    expect(faults(content, payload)).toBe("");
    const names = ["SourcesEvent", "ChunkEvent", "FailureEvent", "IndexProgress", "IndexedDocument"];
    return names.filter((name) => faults(name, payload) === "").join(" or ");
  });
}

/** A list in which neighbours differ. */
const inTurn = (names: readonly string[]) => names.filter((name, i) => name !== names[i - 1]);

const question = { messages: [{ role: "user", content: "How long is the notice of the lease?" }] };

describe("the events of a chat are what the description says", () => {
  test("where passages were found", async () => {
    await service.add({ name: "lease.md", content: "The notice of the lease is three months long." });
    const payload = { ...question, userId: "alice" };
    const { text } = await service.post("/api/chat", payload);
    expect(inTurn(namesOf("ChatEvent", text))).toEqual(["SourcesEvent", "ChunkEvent", "Done"]);
  });

  test("where the model fails", async () => {
    const broken = await openForTest(() => ({
      chatModel: {
        // biome-ignore lint/correctness/useYield: it fails before its first word
        async *answer() {
          throw new AppError("model-failed", "The model does not answer");
        },
      },
    }));
    const { text } = await broken.post("/api/chat", question);
    expect(namesOf("ChatEvent", text)).toEqual(["FailureEvent", "Done"]);
  });
});

describe("the events of an indexing are what the description says", () => {
  const index = (documentId: string) =>
    service.index({ documentId, userId: "alice", fileName: "notes.txt" }, { accept: "text/event-stream" });

  test("where it works", async () => {
    const { text } = await index(await service.upload({ name: "notes.txt", content: "Some words." }));
    expect(inTurn(namesOf("IndexEvent", text))).toEqual(["IndexProgress", "IndexedDocument"]);
  });

  test("where it fails", async () => {
    expect(namesOf("IndexEvent", (await index("nothing")).text)).toEqual(["FailureEvent", "Done"]);
  });
});

test.each([
  ["ChatEvent", { chunk: 1 }],
  ["ChatEvent", { sources: [{ index: 1 }] }],
  ["ChatEvent", { stage: "reading", done: 0, total: 1 }],
  ["IndexEvent", { stage: "dreaming", done: 0, total: 1 }],
  ["IndexEvent", { chunk: "a word" }],
])("%s is not %j", (kind, payload) => {
  const content = `${kind}/properties/data/anyOf/0/contentSchema`;
  expect(faults(content, payload)).not.toBe("");
});
