import { expect } from "vitest";
import { newId } from "../../src/domain/id.ts";
import { seededNumbers } from "../contracts/seeded-vectors.ts";
import { openTestApp, type TestApp } from "../http/open-app.ts";
import { openProductionStack, type ProductionStack } from "./production-stack.ts";

export const USER = "ada";
const CHUNKS = 3;
const CONTENT = Array.from({ length: CHUNKS }, (_, i) => `# Part ${i}\n\nThe lease of part ${i}.\n`).join(
  "\n",
);

/** Two copies of the service on Appwrite, Qdrant and Gemini. */
export async function openCopies() {
  const stack = await openProductionStack(["appwrite", "qdrant", "gemini"]);
  const copies = [
    await openTestApp(undefined, stack.environment),
    await openTestApp(undefined, stack.environment),
  ] as const;
  return {
    stack,
    copies,
    async close() {
      for (const copy of copies) await copy.close();
      await stack.close();
    },
  };
}

/** The calls of the storm, each by any copy. */
export const calls = {
  index: (copy: TestApp, documentId: string) =>
    copy.post("/api/documents/index", { documentId, userId: USER, fileName: "lease.md" }),
  remove: (copy: TestApp, documentId: string) => copy.post("/api/documents/delete", { documentId }),
  rename: (copy: TestApp, documentId: string) =>
    copy.post("/api/documents/rename", { documentId, newName: `${newId()}.md` }),
  search: (copy: TestApp, documentId: string) =>
    copy.post("/api/search/semantic", {
      ...{ query: "the lease", userId: USER, scoreThreshold: 0, limit: 100 },
      documentIds: [documentId],
    }),
};

export function uploadLease(copy: TestApp): Promise<string> {
  return copy.upload({ name: "lease.md", content: CONTENT, userId: USER });
}

/** Makes so many calls of all kinds on a few documents, several at once, from two copies of the service. */
export async function storm(copies: readonly TestApp[], documents: readonly string[], count: number) {
  const random = seededNumbers(11);
  const any = <T>(items: readonly T[]): T => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error("There is nothing to choose from");
    return item;
  };
  const done = { index: 0, remove: 0, rename: 0, search: 0 };
  let left = count;
  const work = async () => {
    while (left > 0) {
      left -= 1;
      const kind = any(["index", "index", "remove", "rename", "search", "search"] as const);
      const answer = await calls[kind](any(copies), any(documents));
      expect([kind, answer.status, answer.body.error]).toEqual([kind, 200, undefined]);
      if (kind === "search") expect([0, CHUNKS]).toContain(answer.body.totalResults);
      done[kind] += 1;
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return done;
}

const SOON = { timeout: 20_000 };

/** No duplicate, no orphan, no mixed version, and one name in file and vectors. */
export async function expectTidy({ qdrant }: ProductionStack, copy: TestApp, documents: readonly string[]) {
  const points = qdrant.points("service_documents");
  for (const [documentId, group] of Map.groupBy(points, ({ payload }) => String(payload.documentId))) {
    expect(documents).toContain(documentId);
    expect(new Set(group.map(({ payload }) => payload.indexVersion)).size).toBe(1);
    expect(group.map(({ payload }) => payload.chunkIndex).sort()).toEqual([0, 1, 2]);
    const { name } = await copy.library.files.find(documentId, new AbortController().signal);
    const names = new Set(group.map(({ payload }) => payload.documentName));
    // A document that was never renamed since it was indexed carries the name that it was indexed under.
    expect([[name], ["lease.md"]]).toContainEqual([...names]);
  }
  // What is left to do after the answers is done within moments.
  const ledger = () => qdrant.points("service_documents_ledger");
  await expect.poll(() => ledger().flatMap(({ payload }) => payload.changes ?? []), SOON).toEqual([]);
}

/** Makes so many calls on three documents, and looks whether anything is left of them that should not be. */
export async function stormAndExpectTidy(
  { copies, stack }: Pick<Awaited<ReturnType<typeof openCopies>>, "copies" | "stack">,
  count: number,
): Promise<void> {
  const documents = [
    await uploadLease(copies[0]),
    await uploadLease(copies[1]),
    await uploadLease(copies[0]),
  ];
  const done = await storm(copies, documents, count);
  expect(Math.min(...Object.values(done))).toBeGreaterThan(count / 10);
  await expectTidy(stack, copies[0], documents);
}
