import { describe, expect, it } from "vitest";
import { newId } from "../../src/domain/id.ts";
import { acceptOrder, type JobRecord } from "../../src/domain/index-job.ts";
import type { JobStore, KeptJob } from "../../src/ports/job-store.ts";
import { calm, openStoreDuring, type StoreUnderTest } from "./store-under-test.ts";

/** What every job store promises. */
export function jobStoreContract(name: string, open: () => Promise<StoreUnderTest<JobStore>>): void {
  describe(`${name} as a job store`, () => {
    let store: JobStore;
    let time = Date.UTC(2026, 0, 1);
    const reopen = openStoreDuring(open, "suite", (now) => {
      store = now;
    });

    const newJob = (fields: Partial<JobRecord> = {}): JobRecord => {
      time += 1_000;
      const { documentId = newId(), userId = newId(), fileName = "a.txt" } = fields;
      const order = { documentId, userId, fileName, isAwaited: false };
      const made = { jobId: newId(), at: new Date(time).toISOString() };
      return { ...acceptOrder(null, order, made), ...fields };
    };
    const add = async (fields: Partial<JobRecord> = {}): Promise<KeptJob> => {
      const added = await store.write(newJob(fields), null, calm);
      if (added === null) throw new Error("The document is new, so nobody wrote its job");
      return added;
    };
    const idsOf = (jobs: readonly JobRecord[]) => jobs.map(({ jobId }) => jobId);
    const unfinishedOf = async (userId: string, perUser = 5) =>
      idsOf(
        (await store.unfinished(perUser, calm)).map(({ job }) => job).filter((job) => job.userId === userId),
      );

    it("gives back a job by its document and by its id, also after a restart", async () => {
      const job = newJob({
        ...{ fileName: 'Grüße "1" 日本語 👩‍👩‍👧.pdf', stage: "embedding", done: 3, total: 8, deaths: 2 },
        ...{ cause: "No vectors", details: "Wait", failureCode: "embedding-failed", holder: "copy-1" },
        ...{
          result: { documentName: "b.pdf", chunks: 8, category: "Legal" },
          isUrgent: true,
          isLimited: true,
        },
      });
      const written = await store.write(job, null, calm);
      expect(written?.job).toEqual(job);
      await reopen();
      expect(await store.find(job.documentId, calm)).toEqual(written);
      expect(await store.findById(job.jobId, calm)).toEqual(written);
    });

    it("knows nothing of what was never written, nor under another writing of an id", async () => {
      const { job } = await add({ documentId: `doc-${newId()}`, jobId: `job-${newId()}` });
      expect(await store.find(newId(), calm)).toBeNull();
      expect(await store.findById(newId(), calm)).toBeNull();
      expect(await store.find(job.documentId.toUpperCase(), calm)).toBeNull();
      expect(await store.findById(job.jobId.toUpperCase(), calm)).toBeNull();
    });

    it("lets one of several writers win", async () => {
      const { job } = await add();
      const read = await store.find(job.documentId, calm);
      const writes = await Promise.all(
        ["a", "b", "c", "d"].map((holder) => store.write({ ...job, holder, state: "running" }, read, calm)),
      );
      const won = writes.filter((written) => written !== null);
      expect(won).toHaveLength(1);
      expect(await store.find(job.documentId, calm)).toEqual(won[0]);
      expect(await store.write({ ...job, state: "done" }, read, calm)).toBeNull();
      expect(await store.write(newJob({ documentId: job.documentId }), null, calm)).toBeNull();
    });

    it("lets one of several win who write the first job of a document", async () => {
      const documentId = newId();
      const writes = await Promise.all(
        Array.from({ length: 4 }, () => store.write(newJob({ documentId }), null, calm)),
      );
      expect(writes.filter((written) => written !== null)).toHaveLength(1);
    });

    it("gives a document another job in the place of the one that it had", async () => {
      const read = await add();
      const next = newJob({ documentId: read.job.documentId });
      const written = await store.write(next, read, calm);
      expect(await store.find(read.job.documentId, calm)).toEqual(written);
      expect(await store.findById(read.job.jobId, calm)).toBeNull();
      expect(await store.findById(next.jobId, calm)).toEqual(written);
    });

    it("removes a job that nobody has written since, and no other", async () => {
      const read = await add();
      const written = await store.write({ ...read.job, done: 1 }, read, calm);
      expect(await store.remove(read, calm)).toBe(false);
      if (written === null) throw new Error("Nobody else wrote it");
      expect(await store.remove(written, calm)).toBe(true);
      expect(await store.find(read.job.documentId, calm)).toBeNull();
      expect(await store.remove(written, calm)).toBe(false);
      expect(await store.write({ ...read.job, done: 2 }, written, calm)).toBeNull();
    });

    it("lists a user's jobs, unfinished ones first, then the latest first, and nobody else's", async () => {
      const user = newId();
      const [userId, other] = [`ana-${user}`, `ANA-${user}`];
      await add({ userId: other });
      const done = await add({ userId, state: "done" });
      const waiting = await add({ userId });
      const failed = await add({ userId, state: "failed" });
      const running = await add({ userId, state: "running" });
      const ids = [running, waiting, failed, done].map(({ job }) => job.jobId);
      expect(idsOf(await store.list(userId, 100, calm))).toEqual(ids);
      expect(idsOf(await store.list(userId, 3, calm))).toEqual(ids.slice(0, 3));
      expect(await store.list(newId(), 100, calm)).toEqual([]);
    });

    it("gives every running job and the first waiting ones of each user, urgent ones first", async () => {
      const [one, other] = [newId(), newId()];
      const waiting = [];
      for (let i = 0; i < 4; i++) waiting.push((await add({ userId: one })).job.jobId);
      const urgent = (await add({ userId: one, isUrgent: true })).job.jobId;
      const running = [];
      for (let i = 0; i < 3; i++) running.push((await add({ userId: one, state: "running" })).job.jobId);
      await add({ userId: one, state: "done" });
      const later = (await add({ userId: other })).job.jobId;
      expect(new Set(await unfinishedOf(one, 2))).toEqual(
        new Set([...running, urgent, ...waiting.slice(0, 1)]),
      );
      expect(await unfinishedOf(other, 2)).toEqual([later]);
    });

    it("knows a job as its user's alone, where a user is named", async () => {
      const kept = await add({ userId: `ana-${newId()}` });
      const { jobId: id, userId: owner } = kept.job;
      expect(await store.findById({ id, owner }, calm)).toEqual(kept);
      expect(await store.findById({ id, owner: newId() }, calm)).toBeNull();
      expect(await store.findById({ id, owner: owner.toUpperCase() }, calm)).toBeNull();
    });

    it("gives finished jobs that were not changed for long, oldest first", async () => {
      const before = new Date(time + 500).toISOString();
      const old = [
        await add({ state: "done" }),
        await add({ state: "failed" }),
        await add({ state: "cancelled" }),
      ];
      const waiting = await add();
      const end = new Date(time + 500).toISOString();
      const young = await add({ state: "done" });
      const found = (await store.finishedBefore(end, 1_000, calm)).filter(
        ({ job }) => job.updatedAt > before,
      );
      expect(found).toEqual(old);
      expect(found).not.toContainEqual(waiting);
      expect(found).not.toContainEqual(young);
      expect(await store.finishedBefore(end, 1, calm)).toHaveLength(1);
    });
  });
}
