import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openForTest } from "./open-app.ts";

/** The service with a folder that can be looked into. */
async function openService(environment: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), "carrel-delete-"));
  const service = await openForTest(() => ({}), { DATA_DIR: folder, ...environment });
  return { ...service, folder };
}

/** The files of a folder that hold one of these words, in their name or in their bytes. */
function holding(folder: string, words: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    const bytes = entry.isFile() ? readFileSync(path) : Buffer.alloc(0);
    return words.some((word) => path.includes(word) || bytes.includes(word)) ? [path] : [];
  });
}

describe("deleting a document", () => {
  it("removes file, text, vectors, job and pins, and says so; no byte of it is left", async () => {
    const { add, post, get, remove, folder } = await openService();
    const mark = "Quagmirelantern";
    const documentId = await add({
      name: `${mark}.txt`,
      content: `The ${mark} is lit at dusk. `.repeat(300),
    });
    const other = await add({ name: "other.txt", content: "Something else stays." });
    const pin = async (title: string, selectedDocument: string | null) =>
      (await post("/api/chat/history", { userId: "alice", messages: [], title, selectedDocument })).body
        .session;
    const sessions = [
      await pin("first", documentId),
      await pin("second", other),
      await pin("third", documentId),
    ];
    expect(holding(folder, [documentId])).not.toEqual([]);
    const { status, body } = await remove(`/api/documents?documentId=${documentId}`);
    expect(status).toBe(200);
    expect(body.removed).toEqual({ file: true, chunks: expect.any(Number), job: true, sessions: 2 });
    expect(body.removed.chunks).toBeGreaterThan(5);
    const listed = (await get("/api/chat/history?userId=alice&summary=true")).body.sessions;
    expect(listed.map((session: { title: string; selectedDocument: string }) => session)).toEqual(
      sessions.toReversed().map(({ messages: _messages, ...session }) => ({
        ...session,
        selectedDocument: session.selectedDocument === other ? other : null,
      })),
    );
    expect((await get("/api/documents/jobs?userId=alice")).body.jobs).toHaveLength(1);
    expect(holding(folder, [documentId, mark])).toEqual([]);
    const again = await remove(`/api/documents?documentId=${documentId}`);
    expect(again.body.removed).toEqual({ file: false, chunks: 0, job: false, sessions: 0 });
  });

  it("finishes what an earlier deletion has left", async () => {
    const { add, post, remove, library } = await openService();
    const documentId = await add({ name: "a.txt", content: "The tenant gives notice." });
    await post("/api/chat/history", { userId: "alice", messages: [], selectedDocument: documentId });
    await library.wholeDocuments.remove(documentId, AbortSignal.timeout(10_000));
    const { body } = await remove(`/api/documents?documentId=${documentId}`);
    expect(body.removed).toEqual({ file: false, chunks: 0, job: true, sessions: 1 });
  });

  it("leaves nothing of work that was under way", async () => {
    const { upload, post, get, remove, folder } = await openService();
    const mark = "Brindlewharf";
    const content = `The ${mark} keeps its own time. `.repeat(20_000);
    const documentId = await upload({ name: `${mark}.txt`, content });
    const order = { documentId, userId: "alice", fileName: `${mark}.txt` };
    await post("/api/documents/index", order, { prefer: "respond-async" });
    await new Promise((resolve) => setTimeout(resolve, 300));
    const { body } = await remove(`/api/documents?documentId=${documentId}`);
    expect(body.removed).toMatchObject({ file: true, job: true });
    expect((await get("/api/documents/jobs?userId=alice")).body.jobs).toEqual([]);
    expect(holding(folder, [documentId, mark])).toEqual([]);
  });
});
