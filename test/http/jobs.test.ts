import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AppError } from "../../src/domain/errors.ts";
import { newId } from "../../src/domain/id.ts";
import type { Library } from "../../src/usecases/library.ts";
import { eventsOf, listedOf, openTestApp, type TestApp } from "./open-app.ts";

const PATIENCE = { timeout: 20_000, interval: 25 };

/** Embeds when it is let, and then as the library would. */
function gatedEmbedder({ embedder }: Pick<Library, "embedder">) {
  const gate = { open: Promise.withResolvers<void>(), texts: 0, failure: null as AppError | null };
  const gated: Library["embedder"] = {
    ...embedder,
    async embedPassages(texts, onVectors, signal) {
      gate.texts += texts.length;
      if (gate.failure !== null) throw gate.failure;
      const left = Promise.withResolvers<void>();
      signal.addEventListener("abort", () => left.reject(signal.reason), { once: true });
      await Promise.race([gate.open.promise, left.promise]);
      return embedder.embedPassages(texts, onVectors, signal);
    },
  };
  return { gate, gated };
}

type Gate = ReturnType<typeof gatedEmbedder>["gate"];

/** A service whose embedder waits until it is let. */
async function openGated(): Promise<{ service: TestApp; gate: Gate }> {
  let gate: Gate | undefined;
  const service = await openTestApp((library) => {
    const made = gatedEmbedder(library);
    gate = made.gate;
    return { embedder: made.gated };
  });
  if (gate === undefined) throw new Error("The gate is made with the library");
  return { service, gate };
}

let service: TestApp;
let gate: Gate;
beforeAll(async () => {
  ({ service, gate } = await openGated());
});
afterAll(() => service.close());

const documentsOf = async (userId: string) =>
  (await service.get(`/api/documents?userId=${userId}`)).body.documents;
const jobsOf = async (userId: string) =>
  (await service.get(`/api/documents/jobs?userId=${userId}`)).body.jobs;
const index: TestApp["index"] = (...order) => service.index(...order);
const orderAsync = (documentId: string, userId: string, fileName = "a.txt") =>
  index({ documentId, userId, fileName }, { prefer: "respond-async" });
const stateOf = async (userId: string) => (await jobsOf(userId))[0]?.state;
const closeGate = () => {
  gate.open = Promise.withResolvers<void>();
};

/** A file of a user of its own. */
async function uploaded(content = "Horses.") {
  const userId = newId();
  return { userId, documentId: await service.upload({ name: "a.txt", content, userId }) };
}

/** Such a file whose indexing was ordered and has begun, but cannot end while the gate is closed. */
async function running(content?: string) {
  closeGate();
  const { userId, documentId } = await uploaded(content);
  const { jobId } = (await orderAsync(documentId, userId)).body.job;
  await expect.poll(() => stateOf(userId), PATIENCE).toBe("running");
  return { userId, documentId, jobId };
}

describe("a file that was uploaded", () => {
  test("is listed before it is indexed", async () => {
    const { userId, documentId } = await uploaded("Horses eat hay.");
    expect(await documentsOf(userId)).toEqual([
      listedOf({
        ...{ documentId, documentName: "a.txt", documentType: "TXT", category: null },
        ...{ chunks: 0, size: 15, indexedAt: null, state: "stored" },
      }),
    ]);
    expect(await documentsOf(newId())).toEqual([]);
  });
});

describe("an order with Prefer: respond-async", () => {
  test("is answered at once with the job, and ends by itself", async () => {
    closeGate();
    const { userId, documentId } = await uploaded("Horses eat hay.");
    const answer = await orderAsync(documentId, userId);
    expect([answer.status, answer.headers["preference-applied"]]).toEqual([202, "respond-async"]);
    const { jobId } = answer.body.job;
    expect(answer.body).toMatchObject({
      success: true,
      job: { jobId, documentId, userId, fileName: "a.txt" },
    });
    expect((await service.get(String(answer.headers.location))).body.jobs).toMatchObject([{ jobId }]);
    await expect
      .poll(() => documentsOf(userId), PATIENCE)
      .toMatchObject([
        { documentId, state: "reading", job: { jobId, stage: "embedding", done: 0, total: 1 } },
      ]);
    expect(await jobsOf(userId)).toMatchObject([
      { jobId, state: "running", stage: "embedding", cause: null },
    ]);
    gate.open.resolve();
    await expect.poll(() => stateOf(userId), PATIENCE).toBe("done");
    expect(await jobsOf(userId)).toMatchObject([
      { jobId, result: { documentName: "a.txt", chunks: 1, category: "General" } },
    ]);
    expect(await documentsOf(userId)).toMatchObject([{ documentId, state: "indexed", chunks: 1, job: null }]);
  });

  test("of a file of another user, or of none, is a file that is not there", async () => {
    const { documentId } = await uploaded();
    for (const [id, userId] of [
      [documentId, newId()],
      ["nothing", newId()],
    ] as const) {
      for (const prefer of ["respond-async", "wait=5"]) {
        const answer = await index({ documentId: id, userId, fileName: "a.txt" }, { prefer });
        expect([answer.status, answer.body]).toEqual([500, { error: "File not found" }]);
      }
    }
  });

  test("that fails says why, in the list too, and can be tried again", async () => {
    gate.open.resolve();
    const { userId, documentId } = await uploaded();
    gate.failure = new AppError("embedding-failed", "No vectors today", { details: "Come back tomorrow" });
    await orderAsync(documentId, userId);
    await expect.poll(() => stateOf(userId), PATIENCE).toBe("failed");
    const [job] = await jobsOf(userId);
    expect(job).toMatchObject({ cause: "No vectors today", details: "Come back tomorrow", result: null });
    expect(await documentsOf(userId)).toMatchObject([
      { documentId, state: "failed", cause: "No vectors today. Come back tomorrow" },
    ]);
    gate.failure = null;
    const { jobId } = job;
    const stranger = await service.post("/api/documents/jobs/retry", { jobId, userId: newId() });
    expect([stranger.status, stranger.body]).toEqual([500, { error: "Job not found" }]);
    const again = await service.post("/api/documents/jobs/retry", { jobId });
    expect([again.status, again.body.job.jobId]).toEqual([200, jobId]);
    await expect.poll(() => stateOf(userId), PATIENCE).toBe("done");
  });
});

describe("a job that is under way", () => {
  test("can be cancelled, and leaves the file as it was", async () => {
    const { userId, documentId, jobId } = await running();
    const url = `/api/documents/jobs?jobId=${jobId}`;
    const stranger = await service.remove(`${url}&userId=${newId()}`);
    expect([stranger.status, stranger.body]).toEqual([500, { error: "Job not found" }]);
    const cancelled = await service.remove(url);
    expect([cancelled.status, cancelled.body.job.state]).toEqual([200, "cancelled"]);
    gate.open.resolve();
    expect(await documentsOf(userId)).toMatchObject([{ documentId, state: "stored", chunks: 0 }]);
    const unknown = await service.remove("/api/documents/jobs?jobId=nothing");
    expect([unknown.status, unknown.body]).toEqual([500, { error: "Job not found" }]);
  });

  test("ends with its document, whichever half of it is deleted", async () => {
    const deletions = (documentId: string) => [
      { method: "DELETE" as const, url: `/api/documents?documentId=${documentId}` },
      { method: "DELETE" as const, url: `/api/documents/file?fileId=${documentId}` },
      { method: "POST" as const, url: "/api/documents/delete", payload: { documentId } },
    ];
    for (const which of [0, 1, 2]) {
      const { userId, documentId } = await running();
      const deletion = deletions(documentId)[which];
      if (deletion === undefined) throw new Error("There are three");
      expect((await service.send(deletion)).status).toBe(200);
      gate.open.resolve();
      // Of a document that is removed whole, not even the job is left.
      expect(await stateOf(userId)).toBe(which === 0 ? undefined : "cancelled");
      const left = await documentsOf(userId);
      expect(left.map(({ state }: { state: string }) => state)).toEqual(which === 2 ? ["stored"] : []);
    }
  });

  test("is joined by whoever orders the same, also by callers who wait", async () => {
    const { userId, documentId, jobId } = await running();
    const stage = async () => (await jobsOf(userId))[0].stage;
    await expect.poll(stage, PATIENCE).toBe("embedding");
    const before = gate.texts;
    expect((await orderAsync(documentId, userId)).body.job.jobId).toBe(jobId);
    const waiting = [
      index({ documentId, userId, fileName: "a.txt" }),
      index({ documentId, userId, fileName: "a.txt" }, { accept: "text/event-stream" }),
    ];
    gate.open.resolve();
    const [plain, stream] = await Promise.all(waiting);
    expect(plain).toMatchObject({ status: 200, body: { success: true, documentId, chunks: 1 } });
    expect(eventsOf(stream?.text ?? "").at(-1)).toMatchObject({ success: true, documentId, chunks: 1 });
    expect(gate.texts).toBe(before);
    expect(await jobsOf(userId)).toHaveLength(1);
  });

  test("gives way to an order under another name", async () => {
    const { userId, documentId, jobId } = await running("# Horses\n\nHay.");
    const second = (await orderAsync(documentId, userId, "b.md")).body.job;
    expect(second.jobId).not.toBe(jobId);
    gate.open.resolve();
    await expect.poll(() => stateOf(userId), PATIENCE).toBe("done");
    expect(await jobsOf(userId)).toMatchObject([{ jobId: second.jobId, result: { documentName: "b.md" } }]);
    expect(await documentsOf(userId)).toMatchObject([{ documentType: "MD", state: "indexed" }]);
  });
});

test("a document that is indexed again stays findable, and says that work is under way", async () => {
  gate.open.resolve();
  const userId = newId();
  const documentId = await service.add({ name: "a.txt", content: "Horses.", userId });
  closeGate();
  await orderAsync(documentId, userId);
  await expect
    .poll(() => documentsOf(userId), PATIENCE)
    .toMatchObject([{ documentId, state: "reading", chunks: 1, category: "General" }]);
  gate.open.resolve();
  await expect.poll(() => stateOf(userId), PATIENCE).toBe("done");
});
