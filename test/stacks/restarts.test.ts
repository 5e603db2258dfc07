import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { newId } from "../../src/domain/id.ts";
import { openDuring } from "../contracts/open-during.ts";
import type { Answer, TestApp } from "../http/open-app.ts";
import { calls, openCopies, uploadLease } from "./interleaved-calls.ts";

vi.setConfig({ testTimeout: 120_000 });

let opened: Awaited<ReturnType<typeof openCopies>>;
openDuring(openCopies, "test", (copies) => {
  opened = copies;
});

/** Work that goes on whatever happens: every answer has to be right or a clear 500. */
function startLoad(indexed: readonly { copy: TestApp; documentId: string }[]) {
  const counts = { successes: 0, failures: 0 };
  let isOver = false;

  const judged = (answer: Answer): boolean => {
    if (answer.status !== 200) {
      expect(answer.status).toBe(500);
      expect(answer.body.error).toMatch(/\S/);
      counts.failures += 1;
    }
    return answer.status === 200;
  };

  async function work(copy: TestApp, documentId: string) {
    const userId = newId();
    const sessions = new Set<string>();
    while (!isOver) {
      const messages = [{ role: "user", content: newId() }];
      const payload = { userId, messages };
      const created = await copy.post("/api/chat/history", payload);
      if (judged(created)) sessions.add(created.body.session.$id);
      if (!judged(await calls.index(copy, documentId))) continue;
      const found = await calls.search(copy, documentId);
      if (!judged(found)) continue;
      expect(found.body.totalResults).toBe(3);
      if (judged(await calls.rename(copy, documentId))) counts.successes += 1;
    }
    return { userId, sessions };
  }

  const loads = indexed.map(({ copy, documentId }) => work(copy, documentId));
  return {
    counts,
    async end() {
      isOver = true;
      return Promise.all(loads);
    },
  };
}

describe("a backend that is killed and restarted in the middle of a load", () => {
  test.each(["appwrite", "qdrant", "gemini"] as const)(
    "(%s) loses nothing that was acknowledged, and the service recovers by itself",
    async (backend) => {
      const { copies, stack } = opened;
      const indexed = [
        { copy: copies[0], documentId: await uploadLease(copies[0]) },
        { copy: copies[1], documentId: await uploadLease(copies[1]) },
      ];
      const load = startLoad(indexed);
      const grown = async (count: () => number, by: number) => {
        for (const goal = count() + by; count() < goal; ) await pause(10);
      };
      const { gemini } = stack;
      for (let round = 0; round < (backend === "gemini" ? 1 : 3); round++) {
        await grown(() => load.counts.successes, 2);
        if (backend === "gemini") gemini.failAlways({ kind: "no-answer" });
        else await stack[backend].stop();
        // A model's calls wait for a provider that is away rather than fail.
        if (backend === "gemini") await pause(1_500);
        else await grown(() => load.counts.failures, 2);
        if (backend === "gemini") gemini.failAlways(null);
        else await stack[backend].start();
      }
      await grown(() => load.counts.successes, 2);
      const loads = await load.end();
      if (backend !== "gemini") expect(load.counts.failures).toBeGreaterThanOrEqual(6);
      for (const { userId, sessions } of loads) {
        const { body } = await copies[0].get(`/api/chat/history?userId=${userId}`);
        const kept = body.sessions.map((session: { $id: string }) => session.$id);
        expect([...sessions].slice(-100).filter((id) => !kept.includes(id))).toEqual([]);
      }
      for (const { documentId } of indexed) {
        expect((await calls.search(copies[1], documentId)).body.totalResults).toBe(3);
        expect((await calls.index(copies[0], documentId)).status).toBe(200);
        expect((await calls.search(copies[1], documentId)).body.totalResults).toBe(3);
      }
    },
  );
});
