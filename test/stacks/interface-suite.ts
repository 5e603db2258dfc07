import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventsOf, listedOf, openTestApp, type TestApp, waysToAsk } from "../http/open-app.ts";

/** What a service stands on: its settings, and what has to be closed after it. */
export interface Stack {
  environment: Record<string, string>;
  close(): Promise<void>;
}

const LEASE =
  "# Lease\n\n## Notice\n\nThe tenant may end the lease with three months notice to the end of a month.\n\n## Pets\n\nCats are allowed in the flat, dogs only with written consent of the landlord.\n";
const ENGINE = "A diesel engine ignites its fuel by compression alone and needs no spark plug.";

/** The rules of the interface that hold on every stack, seen from outside. */
export function interfaceSuite(name: string, openStack: () => Promise<Stack>): void {
  describe(`the interface on ${name}`, () => {
    let stack: Stack;
    let service: TestApp;
    beforeAll(async () => {
      stack = await openStack();
      service = await openTestApp(undefined, stack.environment);
    });
    afterAll(async () => {
      await service.close();
      await stack.close();
    });
    const { get, post, put, remove, upload, add } = waysToAsk((request) => service.send(request));
    const search = async (query: string, userId: string, more: object = {}) =>
      (await post("/api/search/semantic", { query, userId, scoreThreshold: 0, ...more })).body;

    test("health names every backend and finds them well", async () => {
      const { body } = await get("/api/health");
      expect(body.status).toBe("ok");
      expect(Object.keys(body.backends)).toHaveLength(8);
    });

    test("a file is uploaded, indexed, listed, found and read again", async () => {
      const documentId = await upload({ name: "lease.md", content: LEASE, userId: "s1" });
      const indexed = await post("/api/documents/index", { documentId, userId: "s1", fileName: "lease.md" });
      const made = { documentId, documentName: "lease.md", chunks: 2, category: "Legal" } as const;
      expect([indexed.status, indexed.body]).toEqual([
        200,
        { success: true, ...made, message: expect.any(String) },
      ]);
      const { body } = await get("/api/documents?userId=s1");
      expect(body.documents).toEqual([
        listedOf({ ...made, documentType: "MD", size: LEASE.length, indexedAt: expect.stringMatching(/Z$/) }),
      ]);
      const found = await search("three months notice to end the lease", "s1");
      expect(found.results[0]).toMatchObject({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        documentId,
        documentType: "MD",
        section: "Lease > Notice",
        pageNumber: null,
      });
      expect(found).toMatchObject({ success: true, totalResults: 2, totalDocuments: 1 });
      expect(found.documents[0]).toMatchObject({ documentId, maxScore: found.results[0].score });
      expect((await get(`/api/documents/content?fileId=${documentId}`)).text).toBe(LEASE);
      const chunks = await get(`/api/documents/chunks?documentId=${documentId}&userId=s1`);
      expect(chunks.body.chunks.map((chunk: { chunkIndex: number }) => chunk.chunkIndex)).toEqual([0, 1]);
    });

    test("users, types and documents are kept apart", async () => {
      const lease = await add({ name: "lease.md", content: LEASE, userId: "s2" });
      const engine = await add({ name: "engine.txt", content: ENGINE, userId: "s2" });
      await add({ name: "other.txt", content: ENGINE, userId: "s3" });
      const ids = async (more: object) =>
        (await search("diesel engine lease", "s2", more)).documents.map(
          (d: { documentId: string }) => d.documentId,
        );
      expect((await ids({})).sort()).toEqual([lease, engine].sort());
      expect(await ids({ documentType: ["TXT"] })).toEqual([engine]);
      expect(await ids({ documentIds: [lease] })).toEqual([lease]);
      expect((await search("diesel engine", "s2", { limit: 1 })).results).toHaveLength(1);
      expect((await search("diesel engine", "s2", { scoreThreshold: 1 })).results).toEqual([]);
    });

    test("indexing again replaces, renaming reaches every chunk, deleting leaves nothing", async () => {
      const documentId = await add({ name: "a.md", content: LEASE, userId: "s4" });
      const before = await search("lease", "s4");
      await post("/api/documents/index", { documentId, userId: "s4", fileName: "b.md" });
      const after = await search("lease", "s4");
      expect(after.results).toHaveLength(2);
      const idsBefore = before.results.map((hit: { id: string }) => hit.id);
      expect(after.results.filter((hit: { id: string }) => idsBefore.includes(hit.id))).toEqual([]);
      const renamed = await post("/api/documents/rename", { documentId, newName: " Mietvertrag.md " });
      expect(renamed.body).toMatchObject({ success: true, documentId, newName: "Mietvertrag.md" });
      const names = (await search("lease", "s4")).results.map(
        (hit: { documentName: string }) => hit.documentName,
      );
      expect(names).toEqual(["Mietvertrag.md", "Mietvertrag.md"]);
      expect((await post("/api/documents/delete", { documentId })).body.success).toBe(true);
      expect((await search("lease", "s4")).results).toEqual([]);
      const left = await get("/api/documents?userId=s4");
      expect(left.body.documents).toMatchObject([{ documentId, state: "stored", chunks: 0 }]);
      expect((await remove(`/api/documents?documentId=${documentId}`)).body.removed).toEqual({
        file: true,
        chunks: 0,
        job: true,
        sessions: 0,
      });
      expect((await get(`/api/documents/file?fileId=${documentId}`)).status).toBe(500);
      expect((await get("/api/documents?userId=s4")).body.documents).toEqual([]);
    });

    test("similar documents are recommended while their file is there", async () => {
      const source = await add({ name: "one.txt", content: ENGINE, userId: "s5" });
      const twin = await add({ name: "two.txt", content: `${ENGINE} Really.`, userId: "s5" });
      const url = `/api/documents/recommendations?documentId=${source}&userId=s5`;
      const { body } = await get(url);
      expect(body).toMatchObject({ success: true, count: 1, recommendations: [{ documentId: twin }] });
      await remove(`/api/documents/file?fileId=${twin}`);
      expect((await get(url)).body).toEqual({ success: true, recommendations: [], count: 0 });
    });

    test("a chat gives its sources first, then the answer, then [DONE]", async () => {
      await add({ name: "lease.md", content: LEASE, userId: "s6" });
      const messages = [{ role: "user", content: "The tenant may end the lease with three months notice?" }];
      const answer = await post("/api/chat", { messages, userId: "s6" });
      const events = eventsOf(answer.text);
      expect(events[0].sources[0]).toMatchObject({
        index: 1,
        documentName: "lease.md",
        chunkText: expect.stringContaining("three months notice"),
      });
      expect(events.at(-1)).toBe("[DONE]");
      expect(events.slice(1, -1).map((event) => Object.keys(event).join())).toEqual(
        events.slice(1, -1).map(() => "chunk"),
      );
      expect(events.length).toBeGreaterThan(3);
      const without = eventsOf((await post("/api/chat", { messages, userId: "s6", useRAG: false })).text);
      expect(without.some((event) => event.sources)).toBe(false);
      expect(without.at(-1)).toBe("[DONE]");
    });

    test("a title is short", async () => {
      const messages = [{ role: "user", content: "How do I end the lease of my flat in the old town?" }];
      const { status, body } = await post("/api/chat/generate-title", { messages });
      expect(status).toBe(200);
      expect(body.title.length).toBeLessThanOrEqual(50);
      expect(body.title.split(" ").length).toBeLessThanOrEqual(5);
      expect(body.title).not.toMatch(/["“”„«»]/);
    });

    test("sessions are kept, changed field by field, listed by their last change, and deleted", async () => {
      const messages = [{ role: "user", content: "Hëllo 🌍" }];
      const create = async (title: string) =>
        (await post("/api/chat/history", { userId: "s7", messages, title })).body.session;
      const first = await create("first");
      const second = await create("second");
      expect(first).toMatchObject({
        userId: "s7",
        messages: JSON.stringify(messages),
        selectedDocument: null,
      });
      const changed = await put("/api/chat/history", {
        sessionId: first.$id,
        selectedDocument: "doc1",
      });
      expect(changed.body.session).toMatchObject({ title: "first", selectedDocument: "doc1" });
      const list = async () =>
        (await get("/api/chat/history?userId=s7")).body.sessions.map(
          (session: { $id: string }) => session.$id,
        );
      expect(await list()).toEqual([first.$id, second.$id]);
      expect((await remove(`/api/chat/history?sessionId=${first.$id}`)).body).toEqual({ success: true });
      expect(await list()).toEqual([second.$id]);
      const gone = await remove(`/api/chat/history?sessionId=${first.$id}`);
      expect([gone.status, gone.body]).toEqual([500, { error: "Session not found" }]);
    });

    test("users, sessions and files are known by their ids as they are written, to the letter", async () => {
      const create = async (userId: string) =>
        (await post("/api/chat/history", { userId, messages: [], title: userId })).body.session;
      for (const userId of ["ana", "Ana"]) await create(userId);
      const session = await create("ANa");
      const titles = async (userId: string) =>
        (await get(`/api/chat/history?userId=${userId}`)).body.sessions.map(
          ({ title }: { title: string }) => title,
        );
      expect([await titles("ana"), await titles("Ana"), await titles("ANA")]).toEqual([["ana"], ["Ana"], []]);

      const unknown = [500, { error: "Session not found" }];
      const sessionId = inCapitals(session.$id);
      const payload = { sessionId, title: "Taken over" };
      const changed = await put("/api/chat/history", payload);
      expect([changed.status, changed.body]).toEqual(unknown);
      const removed = await remove(`/api/chat/history?sessionId=${sessionId}`);
      expect([removed.status, removed.body]).toEqual(unknown);
      expect(await titles("ANa")).toEqual(["ANa"]);

      const documentId = await upload({ name: "a.txt", content: "Mine.", userId: "ana" });
      const capitals = inCapitals(documentId);
      for (const answer of [
        await get(`/api/documents/content?fileId=${capitals}`),
        await get(`/api/documents/file?fileId=${capitals}`),
        await remove(`/api/documents/file?fileId=${capitals}`),
        await post("/api/documents/rename", { documentId: capitals, newName: "b.txt" }),
        await post("/api/documents/index", { documentId: capitals, userId: "ana", fileName: "a.txt" }),
      ]) {
        expect([answer.status, answer.body]).toEqual([500, { error: "File not found" }]);
      }
      expect((await get(`/api/documents/content?fileId=${documentId}`)).text).toBe("Mine.");
    });

    test("every legal range of a file is read", async () => {
      const documentId = await upload({ name: "a.txt", content: "0123456789", userId: "s9" });
      const url = `/api/documents/file?fileId=${documentId}`;
      for (const [range, expected] of [
        ["0-0", "0"],
        ["9-9", "9"],
        ["-3", "789"],
        ["-1", "9"],
        ["7-99", "789"],
        ["0-", "0123456789"],
      ]) {
        const answer = await get(url, { range: `bytes=${range}` });
        expect([range, answer.status, answer.text]).toEqual([range, 206, expected]);
      }
    });

    test("half a character in a title or a name becomes the replacement character", async () => {
      const messages = [{ role: "user", content: "\ud83d" }];
      const created = await post("/api/chat/history", { userId: "s10", messages, title: "Hi \ud83d" });
      expect(created.body.session).toMatchObject({ title: "Hi \ufffd", messages: JSON.stringify(messages) });
      const payload = { sessionId: created.body.session.$id, title: "\udc00!" };
      const changed = await put("/api/chat/history", payload);
      expect(changed.body.session).toMatchObject({ title: "\ufffd!", messages: JSON.stringify(messages) });
      const documentId = await upload({ name: "a.txt", content: "Words.", userId: "s10" });
      const renamed = await post("/api/documents/rename", { documentId, newName: "\ud83d.txt" });
      expect(renamed.body).toMatchObject({ newName: "\ufffd.txt" });
    });

    test("what is unknown is a 500, what is missing a 400", async () => {
      expect((await get("/api/documents/content?fileId=nothing")).body).toEqual({ error: "File not found" });
      const payload = { documentId: "nothing", userId: "s8", fileName: "a.txt" };
      expect((await post("/api/documents/index", payload)).status).toBe(500);
      expect((await post("/api/documents/rename", { documentId: "nothing", newName: "x" })).status).toBe(500);
      expect((await post("/api/documents/delete", { documentId: "nothing" })).status).toBe(200);
      expect((await post("/api/documents/index", {})).status).toBe(400);
    });
  });
}

/** The id in another writing; one of digits alone has no other, and stands for nothing with a letter more. */
function inCapitals(id: string): string {
  return /[a-z]/.test(id) ? id.toUpperCase() : `${id}A`;
}
