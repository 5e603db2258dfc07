import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AppError } from "../../src/domain/errors.ts";
import { eventsOf, openTestApp, type TestApp, uploadRequest } from "./open-app.ts";

let service: TestApp;
beforeAll(async () => {
  service = await openTestApp();
});
afterAll(() => service.close());

const post = (url: string, payload: object) => service.send({ method: "POST", url, payload });
const get = (url: string) => service.send({ method: "GET", url });
const remove = (url: string) => service.send({ method: "DELETE", url });
const list = async (userId: string) => (await get(`/api/documents?userId=${userId}`)).body.documents;
const find = async (query: string, userId: string) =>
  (await post("/api/search/semantic", { query, userId, scoreThreshold: 0, limit: 100 })).body.results;

describe("upload", () => {
  test("stores the bytes, in whichever order the fields come", async () => {
    for (const fileFirst of [false, true]) {
      const answer = await service.send(uploadRequest({ name: "Überblick.txt", content: "grün" }, fileFirst));
      expect(answer.body).toEqual({
        success: true,
        documentId: expect.stringMatching(/^[a-zA-Z0-9][\w.-]{0,35}$/),
        documentName: "Überblick.txt",
        size: 5,
        mimeType: "text/plain",
      });
      expect((await get(`/api/documents/content?fileId=${answer.body.documentId}`)).text).toBe("grün");
    }
  });

  test("keeps nothing of a path in a name", async () => {
    const answer = await service.send(uploadRequest({ name: "../../x", content: "y" }));
    expect(answer.body.documentName).toBe("x");
  });

  test("refuses what is too large, and what is missing", async () => {
    const large = await service.send(
      uploadRequest({ name: "a.txt", content: "x".repeat(2 * 1024 * 1024 + 1) }),
    );
    expect([large.status, large.body.error]).toEqual([413, "The file is too large"]);
    const nobody = await service.send(uploadRequest({ name: "a.txt", content: "x", userId: "" }));
    expect([nobody.status, nobody.body.error]).toEqual([400, expect.stringContaining("userId")]);
    const json = await post("/api/documents/upload", { userId: "alice" });
    expect(json.status).toBe(400);
    const cut = uploadRequest({ name: "a.txt", content: "x" });
    const half = await service.send({ ...cut, payload: (cut.payload as Buffer).subarray(0, 200) });
    expect(half.status).toBe(400);
  });
});

describe("index", () => {
  test("makes a file findable and says what it made of it", async () => {
    const documentId = await service.upload({
      name: "guide.md",
      content: "# Guide\n\nHello there.\n",
      userId: "ann",
    });
    const answer = await post("/api/documents/index", { documentId, userId: "ann", fileName: "guide.md" });
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        success: true,
        documentId,
        documentName: "guide.md",
        chunks: 1,
        category: "Documentation",
        message: expect.any(String),
      },
    ]);
    expect(await list("ann")).toEqual([
      {
        documentId,
        documentName: "guide.md",
        documentType: "MD",
        category: "Documentation",
        chunks: 1,
        pages: null,
        size: 22,
        indexedAt: expect.stringMatching(/Z$/),
      },
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
    await post("/api/documents/index", { documentId, userId: "cleo", fileName: "b.md" });
    const after = await find("horses", "cleo");
    expect(after).toHaveLength(1);
    expect(after[0]).toMatchObject({ documentName: "b.md", documentType: "MD" });
    expect(after[0].id).not.toBe(before.id);
  });

  test("that fails leaves what was there", async () => {
    const flaky = await openTestApp(({ embedder }) => {
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
    const again = await flaky.send({
      method: "POST",
      url: "/api/documents/index",
      payload: { documentId, userId: "alice", fileName: "new.txt" },
    });
    expect([again.status, again.body]).toEqual([500, { error: "No vectors today" }]);
    const { body } = await flaky.send({ method: "GET", url: "/api/documents?userId=alice" });
    expect(body.documents).toMatchObject([{ documentName: "a.txt", chunks: 1 }]);
    await flaky.close();
  });

  test("reports its progress as events, the usual answer last", async () => {
    const documentId = await service.upload({ name: "p.txt", content: "Some words. ".repeat(500) });
    const answer = await service.send({
      method: "POST",
      url: "/api/documents/index",
      payload: { documentId, userId: "dora", fileName: "p.txt" },
      headers: { accept: "text/event-stream" },
    });
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
    const answer = await service.send({
      method: "POST",
      url: "/api/documents/index",
      payload: { documentId: "nothing", userId: "dora", fileName: "p.txt" },
      headers: { accept: "text/event-stream" },
    });
    expect(eventsOf(answer.text)).toEqual([{ error: "File not found" }, "[DONE]"]);
  });

  test.each([
    ["an empty PDF", "empty.pdf", ""],
    ["blanks alone", "blank.txt", " \n\t \n"],
    ["nothing that can be seen", "zero-width.txt", "\u200b\ufeff"],
    ["bytes that are no PDF", "broken.pdf", "%PDF-1.7\nnothing else"],
  ])("%s has no extractable text: 400", async (_case, name, content) => {
    const documentId = await service.upload({ name, content });
    const answer = await post("/api/documents/index", { documentId, userId: "alice", fileName: name });
    expect([answer.status, answer.body.error]).toEqual([400, "No extractable text found in the file"]);
    expect(answer.body.details).toEqual(expect.any(String));
  });

  test("of an image without a vision model and text recognition is a 400 that says what to configure", async () => {
    const blind = await openTestApp(undefined, { OCR: "off" });
    const documentId = await blind.upload({ name: "cat.png", content: "x" });
    const payload = { documentId, userId: "alice", fileName: "cat.png" };
    const answer = await blind.send({ method: "POST", url: "/api/documents/index", payload });
    expect(answer.status).toBe(400);
    expect(`${answer.body.error} ${answer.body.details}`).toMatch(/GEMINI_API_KEY|OPENAI_BASE_URL/);
    await blind.close();
  });

  test("of text that calls itself an image reads nothing", async () => {
    const documentId = await service.upload({ name: "text.png", content: "I am plain text" });
    const answer = await post("/api/documents/index", { documentId, userId: "alice", fileName: "text.png" });
    expect([answer.status, answer.body.details]).toEqual([400, "text.png is broken or not an image"]);
  });

  test("of a broken image is a 400 that says so", async () => {
    const documentId = await service.upload({
      name: "cat.png",
      content: Buffer.from("89504e470d0a1a0a00ff", "hex"),
    });
    const answer = await post("/api/documents/index", { documentId, userId: "alice", fileName: "cat.png" });
    expect([answer.status, answer.body.error]).toEqual([400, "No extractable text found in the file"]);
  });

  test("of an image asks the vision model and indexes its words", async () => {
    const seeing = await openTestApp(() => ({
      visionModel: {
        describe: async ({ bytes }) => `A red bicycle leans on a wall (${bytes.length} bytes).`,
      },
    }));
    const documentId = await seeing.upload({ name: "photo.jpg", content: "12345" });
    const payload = { documentId, userId: "alice", fileName: "photo.jpg" };
    const answer = await seeing.send({ method: "POST", url: "/api/documents/index", payload });
    expect(answer.body).toMatchObject({ chunks: 1, category: "Image" });
    const search = { query: "bicycle", userId: "alice", scoreThreshold: 0 };
    const found = await seeing.send({ method: "POST", url: "/api/search/semantic", payload: search });
    expect(found.body.results[0].chunkText).toBe("A red bicycle leans on a wall (5 bytes).");
    await seeing.close();
  });

  test.each([
    [{ userId: "alice", fileName: "a.txt" }, "documentId"],
    [{ documentId: "x", fileName: "a.txt" }, "userId"],
    [{ documentId: "x", userId: "alice" }, "fileName"],
    [{ documentId: "x", userId: "alice", fileName: "  " }, "fileName"],
    [{ documentId: "../../x", userId: "alice", fileName: "a.txt" }, "documentId"],
  ])("%j is a 400 that names %s", async (payload, field) => {
    const answer = await post("/api/documents/index", payload);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toContain(field);
  });

  test("of an unknown file is a 500", async () => {
    const answer = await post("/api/documents/index", {
      documentId: "nothing",
      userId: "alice",
      fileName: "a.txt",
    });
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

describe("rename", () => {
  test("changes the file and every chunk, trimmed", async () => {
    const documentId = await service.add({
      name: "a.txt",
      content: "Words on rivers. ".repeat(200),
      userId: "emil",
    });
    const answer = await post("/api/documents/rename", { documentId, newName: "  Flüsse.txt " });
    expect(answer.body).toEqual({
      success: true,
      documentId,
      newName: "Flüsse.txt",
      message: expect.any(String),
    });
    const names = (await find("rivers", "emil")).map((hit: { documentName: string }) => hit.documentName);
    expect(new Set(names)).toEqual(new Set(["Flüsse.txt"]));
    const file = await get(`/api/documents/file?fileId=${documentId}`);
    expect(file.headers["content-disposition"]).toContain("Fl%C3%BCsse.txt");
  });

  test("puts the old name back when the chunks cannot be renamed", async () => {
    const broken = await openTestApp(({ vectors }) => ({
      vectors: {
        ...vectors,
        renameDocument: () => Promise.reject(new AppError("vector-store-failed", "No")),
      },
    }));
    const documentId = await broken.add({ name: "a.txt", content: "Words" });
    const answer = await broken.send({
      method: "POST",
      url: "/api/documents/rename",
      payload: { documentId, newName: "b.txt" },
    });
    expect(answer.status).toBe(500);
    const file = await broken.send({ method: "GET", url: `/api/documents/file?fileId=${documentId}` });
    expect(file.headers["content-disposition"]).toContain('filename="a.txt"');
    await broken.close();
  });

  test.each([
    [{ newName: "x" }, 400],
    [{ documentId: "x" }, 400],
    [{ documentId: "x", newName: " \t" }, 400],
    [{ documentId: "x", newName: "n".repeat(256) }, 400],
    [{ documentId: "nothing", newName: "n".repeat(255) }, 500],
  ])("%j is a %i", async (payload, status) => {
    expect((await post("/api/documents/rename", payload)).status).toBe(status);
  });
});

describe("delete", () => {
  test("of vectors leaves the file; twice is no error", async () => {
    const documentId = await service.add({ name: "a.txt", content: "Words on tides.", userId: "fred" });
    for (let i = 0; i < 2; i++) {
      const answer = await post("/api/documents/delete", { documentId });
      expect([answer.status, answer.body]).toEqual([200, { success: true, message: expect.any(String) }]);
    }
    expect(await find("tides", "fred")).toEqual([]);
    expect(await list("fred")).toEqual([]);
    expect((await get(`/api/documents/content?fileId=${documentId}`)).text).toBe("Words on tides.");
  });

  test("of the file leaves the vectors; of an unknown one is a 500", async () => {
    const documentId = await service.add({ name: "a.txt", content: "Words on dunes.", userId: "gina" });
    expect((await remove(`/api/documents/file?fileId=${documentId}`)).body).toEqual({
      success: true,
      message: expect.any(String),
    });
    expect(await find("dunes", "gina")).toHaveLength(1);
    const again = await remove(`/api/documents/file?fileId=${documentId}`);
    expect([again.status, again.body]).toEqual([500, { error: "File not found" }]);
  });

  test("of a document removes both", async () => {
    const documentId = await service.add({ name: "a.txt", content: "Words on moss.", userId: "hugo" });
    expect((await remove(`/api/documents?documentId=${documentId}`)).body).toEqual({
      success: true,
      removed: { file: true, chunks: 1 },
      message: expect.any(String),
    });
    expect((await get(`/api/documents/content?fileId=${documentId}`)).status).toBe(500);
    expect((await remove(`/api/documents?documentId=${documentId}`)).body.removed).toEqual({
      file: false,
      chunks: 0,
    });
  });

  test("of a document that is being indexed leaves nothing behind", async () => {
    const started = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const slow = await openTestApp(({ embedder }) => ({
      embedder: {
        ...embedder,
        async embedPassages(...words) {
          started.resolve();
          await goOn.promise;
          return embedder.embedPassages(...words);
        },
      },
    }));
    const documentId = await slow.upload({ name: "a.txt", content: "Words on moss." });
    const payload = { documentId, userId: "alice", fileName: "a.txt" };
    const indexing = slow.send({ method: "POST", url: "/api/documents/index", payload });
    await started.promise;
    await slow.send({ method: "DELETE", url: `/api/documents?documentId=${documentId}` });
    goOn.resolve();
    expect((await indexing).body).toEqual({ error: "File not found" });
    const { body } = await slow.send({ method: "GET", url: "/api/documents?userId=alice" });
    expect(body.documents).toEqual([]);
    await slow.close();
  });

  test.each([
    ["POST", "/api/documents/delete"],
    ["DELETE", "/api/documents"],
    ["DELETE", "/api/documents/file"],
  ] as const)("%s %s without an id is a 400", async (method, url) => {
    const answer = await service.send({ method, url, ...(method === "POST" && { payload: {} }) });
    expect(answer.status).toBe(400);
  });
});

describe("files", () => {
  test("are served with their type, as ranges, and never as something to run", async () => {
    const fileId = await service.upload({ name: "page.html", content: "<script>0123456789</script>" });
    const whole = await get(`/api/documents/file?fileId=${fileId}`);
    expect(whole.text).toBe("<script>0123456789</script>");
    expect(whole.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "content-disposition": expect.stringMatching(/^attachment; filename="page.html"/),
      "x-content-type-options": "nosniff",
      "accept-ranges": "bytes",
      "content-length": "27",
    });
    const part = await service.send({
      method: "GET",
      url: `/api/documents/file?fileId=${fileId}`,
      headers: { range: "bytes=8-11" },
    });
    expect([part.status, part.text, part.headers["content-range"]]).toEqual([206, "0123", "bytes 8-11/27"]);
    const beyond = await service.send({
      method: "GET",
      url: `/api/documents/file?fileId=${fileId}`,
      headers: { range: "bytes=99-" },
    });
    expect([beyond.status, beyond.headers["content-range"]]).toEqual([416, "bytes */27"]);
  });

  test("are read as text whatever their bytes", async () => {
    const fileId = await service.upload({
      name: "a.bin",
      content: Uint8Array.of(0xef, 0xbb, 0xbf, 0x61, 0xff, 0x62),
    });
    const answer = await get(`/api/documents/content?fileId=${fileId}`);
    expect(answer.headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(answer.text).toBe("\ufeffa\ufffdb");
  });

  test.each(["content", "file"])("without an id are a 400, unknown a 500: %s", async (path) => {
    expect((await get(`/api/documents/${path}`)).status).toBe(400);
    expect((await get(`/api/documents/${path}?fileId=nothing`)).body).toEqual({ error: "File not found" });
  });
});

test("a file that the client has already is not sent again", async () => {
  const fileId = await service.upload({ name: "a.txt", content: "abc" });
  const url = `/api/documents/file?fileId=${fileId}`;
  const first = await get(url);
  const again = await service.send({
    method: "GET",
    url,
    headers: { "if-none-match": String(first.headers.etag) },
  });
  expect([again.status, again.text]).toEqual([304, ""]);
});

test("two files in one form are refused with the reason", async () => {
  const one = uploadRequest({ name: "a.txt", content: "x" });
  const text = (one.payload as Buffer).toString();
  const part = text.slice(text.indexOf("------carrel-test", 10), text.lastIndexOf("------carrel-test--"));
  const two = await service.send({ ...one, payload: text.replace(part, part + part) });
  expect([two.status, two.body.details]).toEqual([400, expect.stringContaining("one file")]);
});

describe("recommendations", () => {
  const url = "/api/documents/recommendations";

  test("are the user's similar documents whose file is there, best first", async () => {
    const cats = "Cats are small carnivorous mammals kept as pets. A cat purrs, hunts mice and sleeps a lot.";
    const source = await service.add({ name: "cats.txt", content: cats, userId: "ina" });
    const close = await service.add({ name: "pets.txt", content: `${cats} Cats love boxes.`, userId: "ina" });
    const gone = await service.add({ name: "gone.txt", content: `${cats} Cats love fish.`, userId: "ina" });
    await service.add({
      name: "tax.txt",
      content: "Value added tax is due quarterly on invoices.",
      userId: "ina",
    });
    await service.add({ name: "hers.txt", content: cats, userId: "jana" });
    await remove(`/api/documents/file?fileId=${gone}`);
    const { status, body } = await get(`${url}?documentId=${source}&userId=ina`);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      count: 1,
      recommendations: [
        {
          documentId: close,
          documentName: "pets.txt",
          documentType: "TXT",
          category: expect.any(String),
          score: expect.any(Number),
          matchingChunks: [{ text: expect.stringContaining("boxes"), score: body.recommendations[0].score }],
        },
      ],
    });
    expect(body.recommendations[0].score).toBeGreaterThanOrEqual(0.5);
    const stranger = await get(`${url}?documentId=${source}&userId=jana`);
    expect(stranger.body).toEqual({ success: true, recommendations: [], count: 0 });
  });

  test.each([
    ["?userId=ina", 400],
    ["?documentId=x", 400],
    ["?documentId=x&userId=ina&limit=0", 400],
    ["?documentId=x&userId=ina&limit=51", 400],
    ["?documentId=x&userId=ina&limit=many", 400],
    ["?documentId=x&userId=ina&limit=50", 200],
  ])("%s is a %i", async (query, status) => {
    expect((await get(url + query)).status).toBe(status);
  });
});
