import { describe, expect, test } from "vitest";
import { AppError } from "../../src/domain/errors.ts";
import { eventsOf, listedOf, openForTest } from "./open-app.ts";
import { sharedTestApp } from "./shared-app.ts";

const { service, index, post, get, list, find } = sharedTestApp();

const EVENTS = { accept: "text/event-stream" };

describe("index", () => {
  test("makes a file findable and says what it made of it", async () => {
    const documentId = await service.upload({
      name: "guide.md",
      content: "# Guide\n\nHello there.\n",
      userId: "ann",
    });
    const answer = await index({ documentId, userId: "ann", fileName: "guide.md" });
    const made = { documentId, documentName: "guide.md", chunks: 1, category: "Documentation" } as const;
    expect([answer.status, answer.body]).toEqual([
      200,
      { success: true, ...made, message: expect.any(String) },
    ]);
    expect(await list("ann")).toEqual([
      listedOf({ ...made, documentType: "MD", size: 22, indexedAt: expect.stringMatching(/Z$/) }),
    ]);
  });

  test("cuts at 1000 characters with 200 of overlap", async () => {
    const content = Array.from({ length: 700 }, (_, i) => `word${i}`).join(" ");
    await service.add({ name: "long.txt", content, userId: "bea" });
    const chunks = (await find("word", "bea")).sort(
      (a: { chunkIndex: number }, b: { chunkIndex: number }) => a.chunkIndex - b.chunkIndex,
    );
    expect(chunks.length).toBeGreaterThan(5);
    for (const [i, chunk] of chunks.entries()) {
      expect(chunk.chunkIndex).toBe(i);
      expect(chunk.chunkText.length).toBeLessThanOrEqual(1000);
      if (i > 0) expect(chunk.chunkText.slice(0, 200)).toBe(chunks[i - 1].chunkText.slice(-200));
    }
  });

  test("again replaces what was there", async () => {
    const documentId = await service.add({
      name: "a.txt",
      content: "Old words about horses.",
      userId: "cleo",
    });
    const [before] = await find("horses", "cleo");
    await index({ documentId, userId: "cleo", fileName: "b.md" });
    const after = await find("horses", "cleo");
    expect(after).toHaveLength(1);
    expect(after[0]).toMatchObject({ documentName: "b.md", documentType: "MD" });
    expect(after[0].id).not.toBe(before.id);
  });

  test("that fails leaves what was there", async () => {
    const flaky = await openForTest(({ embedder }) => {
      let calls = 0;
      return {
        embedder: {
          ...embedder,
          embedPassages: (...words) => {
            calls += 1;
            if (calls > 1) return Promise.reject(new AppError("embedding-failed", "No vectors today"));
            return embedder.embedPassages(...words);
          },
        },
      };
    });
    const documentId = await flaky.add({ name: "a.txt", content: "Old words about horses." });
    const again = await flaky.index({ documentId, userId: "alice", fileName: "new.txt" });
    expect([again.status, again.body]).toEqual([500, { error: "No vectors today" }]);
    const { body } = await flaky.get("/api/documents?userId=alice");
    expect(body.documents).toMatchObject([{ documentName: "a.txt", chunks: 1 }]);
  });

  test("reports its progress as events, the usual answer last", async () => {
    const documentId = await service.upload({
      name: "p.txt",
      content: "Some words. ".repeat(500),
      userId: "dora",
    });
    const answer = await index({ documentId, userId: "dora", fileName: "p.txt" }, EVENTS);
    expect(answer.headers["content-type"]).toContain("text/event-stream");
    const events = eventsOf(answer.text);
    expect(events.at(-1)).toMatchObject({ success: true, documentId, chunks: 8 });
    const progress = events.slice(0, -1);
    expect(progress.length).toBeGreaterThan(0);
    for (const event of progress) {
      expect(event).toEqual({
        stage: expect.stringMatching(/^(waiting|reading|embedding|storing)$/),
        done: expect.any(Number),
        total: expect.any(Number),
      });
    }
  });

  test("with progress reports a failure as an error event", async () => {
    const answer = await index({ documentId: "nothing", userId: "dora", fileName: "p.txt" }, EVENTS);
    expect(eventsOf(answer.text)).toEqual([{ error: "File not found" }, "[DONE]"]);
  });

  test.each([
    ["an empty PDF", "empty.pdf", ""],
    ["blanks alone", "blank.txt", " \n\t \n"],
    ["nothing that can be seen", "zero-width.txt", "\u200b\ufeff"],
    ["bytes that are no PDF", "broken.pdf", "%PDF-1.7\nnothing else"],
  ])("%s has no extractable text: 400", async (_case, name, content) => {
    const documentId = await service.upload({ name, content });
    const answer = await index({ documentId, userId: "alice", fileName: name });
    expect([answer.status, answer.body.error]).toEqual([400, "No extractable text found in the file"]);
    expect(answer.body.details).toEqual(expect.any(String));
  });

  test("of an image without a vision model and text recognition is a 400 that says what to configure", async () => {
    const blind = await openForTest(undefined, { OCR: "off" });
    const documentId = await blind.upload({ name: "cat.png", content: "x" });
    const answer = await blind.index({ documentId, userId: "alice", fileName: "cat.png" });
    expect(answer.status).toBe(400);
    expect(`${answer.body.error} ${answer.body.details}`).toMatch(/GEMINI_API_KEY|OPENAI_BASE_URL/);
  });

  test("of text that calls itself an image reads nothing", async () => {
    const documentId = await service.upload({ name: "text.png", content: "I am plain text" });
    const answer = await index({ documentId, userId: "alice", fileName: "text.png" });
    expect([answer.status, answer.body.details]).toEqual([400, "text.png is broken or not an image"]);
  });

  test("of a broken image is a 400 that says so", async () => {
    const documentId = await service.upload({
      name: "cat.png",
      content: Buffer.from("89504e470d0a1a0a00ff", "hex"),
    });
    const answer = await index({ documentId, userId: "alice", fileName: "cat.png" });
    expect([answer.status, answer.body.error]).toEqual([400, "No extractable text found in the file"]);
  });

  test("of an image asks the vision model and indexes its words", async () => {
    const seeing = await openForTest(() => ({
      visionModel: {
        describe: async ({ sizeBytes }) => `A red bicycle leans on a wall (${sizeBytes} bytes).`,
      },
    }));
    const documentId = await seeing.upload({ name: "photo.jpg", content: "12345" });
    const answer = await seeing.index({ documentId, userId: "alice", fileName: "photo.jpg" });
    expect(answer.body).toMatchObject({ chunks: 1, category: "Image" });
    const search = { query: "bicycle", userId: "alice", scoreThreshold: 0 };
    const found = await seeing.post("/api/search/semantic", search);
    expect(found.body.results[0].chunkText).toBe("A red bicycle leans on a wall (5 bytes).");
  });

  test.each([
    [{ userId: "alice", fileName: "a.txt" }, "documentId"],
    [{ documentId: "x", fileName: "a.txt" }, "userId"],
    [{ documentId: "x", userId: "alice" }, "fileName"],
    [{ documentId: "x", userId: "alice", fileName: "  " }, "fileName"],
    [{ documentId: "../../x", userId: "alice", fileName: "a.txt" }, "documentId"],
  ])("%j is a 400 that names %s", async (payload, field) => {
    const answer = await post("/api/documents/index", payload);
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining(field)]);
  });

  test("of somebody else's file is answered as that of an unknown one, and changes nothing", async () => {
    const documentId = await service.add({ name: "diary.md", content: "Dear diary.", userId: "owen" });
    const theirs = await index({ documentId, userId: "owen2", fileName: "diary.md" });
    const unknown = await index({ documentId: "unknown", userId: "owen2", fileName: "diary.md" });
    expect([theirs.status, theirs.body]).toEqual([unknown.status, unknown.body]);
    expect(theirs.status).toBe(500);
    expect(await list("owen2")).toEqual([]);
    expect(await list("owen")).toHaveLength(1);
  });

  test("of an unknown file is a 500", async () => {
    const answer = await index({ documentId: "nothing", userId: "alice", fileName: "a.txt" });
    expect([answer.status, answer.body]).toEqual([500, { error: "File not found" }]);
  });
});

describe("chunks", () => {
  test("are listed in order with their page and section", async () => {
    const content = "# A\n\nOne.\n\n# B\n\nTwo.\n";
    const documentId = await service.add({ name: "a.md", content, userId: "kim" });
    const { body } = await get(`/api/documents/chunks?documentId=${documentId}&userId=kim&from=1&limit=5`);
    expect(body).toEqual({
      success: true,
      total: 2,
      chunks: [{ chunkIndex: 1, chunkText: "# B\n\nTwo.", pageNumber: null, section: "B" }],
    });
    const stranger = await get(`/api/documents/chunks?documentId=${documentId}&userId=lea`);
    expect(stranger.body).toEqual({ success: true, chunks: [], total: 0 });
    expect((await get(`/api/documents/chunks?documentId=${documentId}&userId=kim&limit=1001`)).status).toBe(
      400,
    );
  });
});
