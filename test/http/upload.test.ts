import { once } from "node:events";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test, vi } from "vitest";
import type { ListedDocument } from "../../src/domain/document.ts";
import { AppError } from "../../src/domain/errors.ts";
import { openForTest, uploadRequest } from "./open-app.ts";
import { sharedTestApp } from "./shared-app.ts";

const { service, post, get } = sharedTestApp();

async function stateOf(documentId: string, userId: string): Promise<string | undefined> {
  const { documents } = (await get(`/api/documents?userId=${userId}`)).body;
  return documents.find((document: ListedDocument) => document.documentId === documentId)?.state;
}

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

  test("orders the indexing in the same call where that is asked for", async () => {
    for (const fileFirst of [false, true]) {
      const file = { name: "lease.txt", content: "Three months' notice.", userId: "ida", index: "true" };
      const { status, body } = await service.send(uploadRequest(file, fileFirst));
      const { documentId } = body;
      expect([status, body.job]).toMatchObject([200, { documentId, userId: "ida", fileName: "lease.txt" }]);
      await expect.poll(() => stateOf(documentId, "ida"), { timeout: 20_000 }).toBe("indexed");
    }
    const file = { name: "a.txt", content: "Words.", userId: "ida", index: "false" };
    const { body } = await service.send(uploadRequest(file));
    expect(body.job).toBeUndefined();
    expect(await stateOf(body.documentId, "ida")).toBe("stored");
  });

  test("stores the file where its indexing cannot be ordered, and says so by the missing job", async () => {
    const broken = await openForTest(({ jobs }) => ({
      jobs: { ...jobs, write: () => Promise.reject(new AppError("database-failed", "It is away")) },
    }));
    const file = { name: "a.txt", content: "Words.", index: "true" };
    const { status, body } = await broken.send(uploadRequest(file));
    expect([status, body.success, "job" in body]).toEqual([200, true, false]);
    const kept = await broken.get(`/api/documents/content?fileId=${body.documentId}`);
    expect(kept.text).toBe("Words.");
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

  test("a client that leaves before it has learnt the id of its file takes the file along", async () => {
    const stored = Promise.withResolvers<string>();
    const mayGoOn = Promise.withResolvers<void>();
    const { app, library } = await openForTest(({ files }) => ({
      files: {
        ...files,
        async put(file, signal) {
          const kept = await files.put(file, signal);
          stored.resolve(kept.fileId);
          await mayGoOn.promise;
          return kept;
        },
      },
    }));
    await app.listen({ port: 0, host: "127.0.0.1" });
    const connected = once(app.server, "connection");
    const { url, headers, payload } = uploadRequest({ name: "a.txt", content: "Some words." });
    const { port } = app.server.address() as AddressInfo;
    const call = request({
      port,
      path: String(url),
      method: "POST",
      headers: headers as Record<string, string>,
    });
    call.on("error", () => undefined).end(payload);
    const [socket] = await connected;
    const fileId = await stored.promise;
    const existing = () => library.files.existing([fileId], new AbortController().signal);

    const left = once(socket, "close");
    call.destroy();
    await left;
    expect(await existing()).toEqual(new Set([fileId]));
    mayGoOn.resolve();
    await vi.waitFor(async () => expect(await existing()).toEqual(new Set()));
  });
});
