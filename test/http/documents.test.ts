import { describe, expect, test } from "vitest";
import { AppError } from "../../src/domain/errors.ts";
import { changeBothStores } from "../../src/usecases/change-both-stores.ts";
import type { Library } from "../../src/usecases/library.ts";
import { openForTest, uploadRequest } from "./open-app.ts";
import { sharedTestApp } from "./shared-app.ts";

const { service, post, get, remove, list, find } = sharedTestApp();

/** Files and passages in two stores, of which the one for passages takes no names. */
function withUnnamedPassages({ files, vectors, now }: Library): Partial<Library> {
  const refusing = {
    ...vectors,
    renameDocument: () => Promise.reject(new AppError("vector-store-failed", "No")),
  };
  const intents = { intend: async () => undefined, withdraw: async () => undefined, all: async () => [] };
  return { wholeDocuments: changeBothStores({ files, vectors: refusing, intents, now }) };
}

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

  test("cleans a name as an upload does, and refuses one of which nothing is left", async () => {
    const documentId = await service.add({ name: "a.txt", content: "Words on lakes.", userId: "emma" });
    const newName = "../../in\u0000voice\u202e\r\nfdp.txt";
    const answer = await post("/api/documents/rename", { documentId, newName });
    expect([answer.status, answer.body.newName]).toEqual([200, "invoicefdp.txt"]);
    for (const nothing of ["../", "..", "\u202e\u2066", "a/\u0007"]) {
      const refused = await post("/api/documents/rename", { documentId, newName: nothing });
      expect([refused.status, refused.body.error]).toEqual([400, expect.stringContaining("newName")]);
    }
    const fileName = "../x/\u202ea.txt";
    const indexed = await post("/api/documents/index", { documentId, userId: "emma", fileName });
    expect(indexed.body.documentName).toBe("a.txt");
  });

  test("puts the old name back when the chunks cannot be renamed", async () => {
    const broken = await openForTest(withUnnamedPassages);
    const documentId = await broken.add({ name: "a.txt", content: "Words" });
    const answer = await broken.post("/api/documents/rename", { documentId, newName: "b.txt" });
    expect(answer.status).toBe(500);
    const file = await broken.get(`/api/documents/file?fileId=${documentId}`);
    expect(file.headers["content-disposition"]).toContain('filename="a.txt"');
  });

  test("says so when the old name cannot be put back", async () => {
    let renames = 0;
    const broken = await openForTest((library) => {
      const { files } = library;
      return withUnnamedPassages({
        ...library,
        files: {
          ...files,
          rename: (...args) => {
            renames += 1;
            return renames === 1
              ? files.rename(...args)
              : Promise.reject(new AppError("storage-failed", "Too long"));
          },
        },
      });
    });
    const documentId = await broken.add({ name: "a.txt", content: "Words" });
    const answer = await broken.post("/api/documents/rename", { documentId, newName: "b.txt" });
    expect([answer.status, answer.body]).toEqual([
      500,
      {
        error: "No",
        details: "The file has its new name, the passages get it within minutes",
      },
    ]);
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
    expect(await list("fred")).toMatchObject([{ documentId, state: "stored", chunks: 0 }]);
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
      removed: { file: true, chunks: 1, job: true, sessions: 0 },
      message: expect.any(String),
    });
    expect((await get(`/api/documents/content?fileId=${documentId}`)).status).toBe(500);
    expect((await remove(`/api/documents?documentId=${documentId}`)).body.removed).toEqual({
      file: false,
      chunks: 0,
      job: false,
      sessions: 0,
    });
  });

  test("of a document that is being indexed leaves nothing behind", async () => {
    const started = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const slow = await openForTest(({ embedder }) => ({
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
    const indexing = slow.index({ documentId, userId: "alice", fileName: "a.txt" });
    await started.promise;
    await slow.remove(`/api/documents?documentId=${documentId}`);
    goOn.resolve();
    expect((await indexing).body).toEqual({ error: "File not found" });
    const { body } = await slow.get("/api/documents?userId=alice");
    expect(body.documents).toEqual([]);
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
    const part = await service.get(`/api/documents/file?fileId=${fileId}`, { range: "bytes=8-11" });
    expect([part.status, part.text, part.headers["content-range"]]).toEqual([206, "0123", "bytes 8-11/27"]);
    const beyond = await service.get(`/api/documents/file?fileId=${fileId}`, { range: "bytes=99-" });
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
  const again = await service.get(url, { "if-none-match": String(first.headers.etag) });
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
