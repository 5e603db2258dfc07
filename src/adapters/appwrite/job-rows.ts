import type { JobRecord } from "../../domain/index-job.ts";
import { isMeant, namedParts } from "../../domain/own-id.ts";
import type { JobStore, KeptJob } from "../../ports/job-store.ts";
import { type AppwriteApi, type AppwriteQuery, rowRequest } from "./appwrite-api.ts";
import { isWrittenSince, refusalIn } from "./appwrite-failure.ts";
import { columnsOf, type JobRow, jobRowSchema, jobRowsSchema } from "./job-row.ts";

interface JobTable {
  databaseId: string;
  tableId: string;
  /** Makes the table. */
  setUp(signal: AbortSignal): Promise<void>;
  newId(): string;
}

const SCANNED_AT_ONCE = 1_000;
/** How many rows are looked through at most: more than that is left for a later look. */
const MOST_SCANNED = 20_000;
const UNFINISHED = ["waiting", "running"];
const FINISHED = ["done", "failed", "cancelled"];

/**
 * Jobs as rows of a table, each under the id of its document, so that no document can have two. A change sends the time
 * at which the row was written when it was read, and is refused where it was written since. What Appwrite takes for the
 * same id or user is compared to the letter.
 */
export function openJobRows(api: AppwriteApi, { databaseId, tableId, setUp, newId }: JobTable): JobStore {
  const rows = `/tablesdb/${databaseId}/tables/${tableId}/rows`;

  /** Does what needs the table. A library from before there were jobs has none: then it is made first. */
  async function withTable<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const type = refusalIn(error)?.type;
      if (type !== "table_not_found" && type !== "collection_not_found") throw error;
      await setUp(signal);
      return work();
    }
  }

  async function look(documentId: string, signal: AbortSignal): Promise<JobRow | null> {
    try {
      const row = await api.json(rowRequest("GET", `${rows}/${documentId}`), jobRowSchema, signal);
      return row.documentId === documentId ? row : null;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  /** The rows that queries list, one page after the other, no more than there is time for. */
  async function* scan(queries: readonly AppwriteQuery[], signal: AbortSignal): AsyncGenerator<JobRow> {
    for (let from = 0; from < MOST_SCANNED; from += SCANNED_AT_ONCE) {
      const page = [
        { method: "limit", values: [SCANNED_AT_ONCE] },
        { method: "offset", values: [from] },
      ];
      const request = { ...rowRequest("GET", rows), queries: [...queries, ...page] };
      const found = await withTable(() => api.json(request, jobRowsSchema, signal), signal);
      yield* found;
      if (found.length < SCANNED_AT_ONCE) return;
    }
  }

  /** Waits for a change. Where it was refused because an attempt whose answer was lost had made it, it was made. */
  async function made(change: Promise<JobRow>, mark: string, again: () => Promise<JobRow | null>) {
    try {
      return toKept(await change);
    } catch (error) {
      if (!isWrittenSince(error) && refusalIn(error)?.status !== 409 && !isMissing(error)) throw error;
      const present = await again();
      return present?.mark === mark ? toKept(present) : null;
    }
  }

  return {
    async find(documentId, signal) {
      const row = await withTable(() => look(documentId, signal), signal);
      return row === null ? null : toKept(row);
    },

    async findById(named, signal) {
      const { id: jobId } = namedParts(named);
      for await (const row of scan([{ method: "equal", attribute: "jobId", values: [jobId] }], signal)) {
        if (row.job.jobId === jobId && isMeant(named, row.job.userId)) return toKept(row);
      }
      return null;
    },

    async list(userId, limit, signal) {
      const jobs: JobRecord[] = [];
      for (const states of [UNFINISHED, FINISHED]) {
        const queries = [
          { method: "equal", attribute: "userId", values: [userId] },
          { method: "equal", attribute: "state", values: states },
          { method: "orderDesc", attribute: "updatedAt" },
        ];
        for await (const { job } of scan(queries, signal)) {
          if (jobs.length >= limit) return jobs;
          if (job.userId === userId) jobs.push(job);
        }
      }
      return jobs;
    },

    async unfinished(perUser, signal) {
      const queries = [
        { method: "equal", attribute: "state", values: UNFINISHED },
        { method: "orderAsc", attribute: "createdAt" },
      ];
      const running: JobRow[] = [];
      const waiting = new Map<string, JobRow[]>();
      for await (const row of scan(queries, signal)) {
        if (row.job.state === "running") running.push(row);
        else waiting.set(row.job.userId, [...(waiting.get(row.job.userId) ?? []), row]);
      }
      const first = [...waiting.values()].flatMap((own) =>
        own.toSorted((a, b) => Number(b.job.isUrgent) - Number(a.job.isUrgent)).slice(0, perUser),
      );
      return [...running, ...first].map(toKept);
    },

    async finishedBefore(time, limit, signal) {
      const queries = [
        { method: "equal", attribute: "state", values: FINISHED },
        { method: "orderAsc", attribute: "updatedAt" },
      ];
      const found: KeptJob[] = [];
      for await (const row of scan(queries, signal)) {
        if (found.length >= limit || row.job.updatedAt >= time) break;
        found.push(toKept(row));
      }
      return found;
    },

    async write(given, read, signal) {
      const { documentId } = given;
      const job = { ...given, fileName: given.fileName.toWellFormed() };
      const mark = newId();
      const data = columnsOf(job, mark);
      const request =
        read === null
          ? rowRequest("POST", rows, { rowId: documentId, data })
          : {
              ...rowRequest("PATCH", `${rows}/${documentId}`, { data }),
              headers: { [CONDITION]: read.revision },
            };
      const change = withTable(() => api.json(request, jobRowSchema, signal), signal);
      return made(change, mark, () => look(documentId, signal));
    },

    async remove({ job: { documentId }, revision }, signal) {
      const request = {
        ...rowRequest("DELETE", `${rows}/${documentId}`),
        headers: { [CONDITION]: revision },
      };
      try {
        await api.send(request, signal);
        return true;
      } catch (error) {
        if (isMissing(error)) return refusalIn(error)?.followsLostAttempt === true;
        if (isWrittenSince(error)) return false;
        throw error;
      }
    },
  };
}

/** A change is refused where the row was written after this time. */
const CONDITION = "x-appwrite-timestamp";

function isMissing(error: unknown): boolean {
  const { type } = refusalIn(error) ?? {};
  return type === "row_not_found" || type === "document_not_found";
}

function toKept({ job, writtenAt }: JobRow): KeptJob {
  return { job, revision: writtenAt };
}
