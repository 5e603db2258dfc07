import { expect, test } from "vitest";
import { openLibrary } from "../../src/compose.ts";
import { readConfig } from "../../src/config.ts";
import { reembedLibrary } from "../../src/usecases/reembed-library.ts";
import { calm } from "../contracts/store-under-test.ts";
import { openTestApp } from "../http/open-app.ts";
import { interfaceSuite } from "./interface-suite.ts";
import { openProductionStack } from "./production-stack.ts";

interfaceSuite("Appwrite, Qdrant and Gemini", () => openProductionStack(["appwrite", "qdrant", "gemini"]));

interfaceSuite("embedded sessions and files with Qdrant", () => openProductionStack(["qdrant", "gemini"]));

interfaceSuite("Appwrite with embedded vectors", () => openProductionStack(["appwrite", "gemini"]));

test("a library in Qdrant goes over to another embedder, which is the only one that may search it then", async () => {
  const stack = await openProductionStack(["appwrite", "qdrant", "gemini"]);
  const next = { ...stack.environment, EMBEDDING_MODEL: "gemini-embedding-001" };
  const before = await openTestApp(undefined, stack.environment);
  const after = await openTestApp(undefined, next);
  for (let i = 0; i < 3; i++) await before.add({ name: `${i}.md`, content: `# Lease\n\nNumber ${i}.` });
  const payload = { query: "lease number", userId: "alice", scoreThreshold: 0 };
  const search = async (service: typeof before) => {
    const answer = await service.post("/api/search/semantic", payload);
    return answer.status === 200 ? answer.body.totalResults : answer.body.details;
  };
  expect([await search(before), await search(after)]).toEqual([3, expect.stringContaining("reembed")]);

  const opened = await openLibrary(readConfig(next), () => undefined);
  const { stores, embedder } = opened;
  const parts = { ...stores, embedder, wait: async () => undefined };
  expect(await reembedLibrary(parts, () => undefined, calm)).toMatchObject({ documents: 3 });
  await opened.close();

  expect(await search(after)).toBe(3);
  await after.add({ name: "new.md", content: "# Lease\n\nNumber 4." });
  expect(await search(after)).toBe(4);
  const refused = { documentId: await before.upload({ name: "old.md", content: "Old." }), userId: "alice" };
  const index = {
    method: "POST",
    url: "/api/documents/index",
    payload: { ...refused, fileName: "old.md" },
  } as const;
  expect((await before.send(index)).status).toBe(500);
  expect(await search(after)).toBe(4);
  await before.close();
  await after.close();
  await stack.close();
});
