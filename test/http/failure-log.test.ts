import { afterEach, expect, test, vi } from "vitest";
import { AppError } from "../../src/domain/errors.ts";
import { openForTest } from "./open-app.ts";

afterEach(() => vi.restoreAllMocks());

/** A service whose embedder and title model fail, and the lines of its log. */
async function openFailing() {
  const lines: string[] = [];
  vi.spyOn(process.stderr, "write").mockImplementation((line) => lines.push(String(line)) > 0);
  const failure = new AppError("embedding-failed", "The embedder is away", { cause: new Error("cable cut") });
  const app = await openForTest(
    ({ embedder }) => ({
      embedder: { ...embedder, embedPassages: () => Promise.reject(failure) },
      titleModel: {
        suggestTitle: () => Promise.reject(new AppError("model-failed", "No title", { cause: failure })),
      },
    }),
    { LOG_LEVEL: "error" },
  );
  return { app, lines };
}

const order = (documentId: string) => ({ documentId, userId: "alice", fileName: "a.txt" });

test.each(["application/json", "text/event-stream"])(
  "a failed index answered as %s is logged",
  async (accept) => {
    const { app, lines } = await openFailing();
    const documentId = await app.upload({ name: "a.txt", content: "Some words." });
    expect((await app.index(order(documentId), { accept })).text).toContain("The embedder is away");
    expect(lines.filter((line) => line.includes("cable cut"))).toHaveLength(1);
  },
);

test("a title that fails is logged", async () => {
  const { app, lines } = await openFailing();
  const payload = { messages: [{ role: "user", content: "Hello" }] };
  await app.post("/api/chat/generate-title", payload);
  expect(lines.filter((line) => line.includes("cable cut"))).toHaveLength(1);
});

test.each(["application/json", "text/event-stream"])(
  "an unknown file, answered as %s, is not",
  async (accept) => {
    const { app, lines } = await openFailing();
    expect((await app.index(order("nothing"), { accept })).text).toContain("File not found");
    expect(lines).toEqual([]);
  },
);
