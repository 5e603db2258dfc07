import type { JobRecord } from "../../domain/index-job.ts";
import { isMeant, namedParts } from "../../domain/own-id.ts";
import type { JobStore, KeptJob } from "../../ports/job-store.ts";
import { type AppwriteApi, rowRequest } from "./appwrite-api.ts";
import { isWrittenSince, refusalIn } from "./appwrite-failure.ts";
import { columnsOf, type JobRow, jobRowSchema, jobRowsSchema } from "./job-row.ts";
import { isMissingRow, type MadeTable, openMadeTable } from "./made-table.ts";

interface JobTable extends MadeTable {
  newId(): string;
}

const UNFINISHED = ["waiting", "running"];
const FINISHED = ["done", "failed", "cancelled"];

/**
 * Jobs as rows of a table, each under the id of its document, so that no document can have two. A change sends the time
 * at which the row was written when it was read, and is refused where it was written since. What Appwrite takes for the
 * same id or user is compared to the letter.
 */
export function openJobRows(api: AppwriteApi, { newId, ...table }: JobTable): JobStore {
  const made = openMadeTable(api, table, { row: jobRowSchema, rows: jobRowsSchema });
  const { rows, withTable, scan } = made;

  async function look(documentId: string, signal: AbortSignal): Promise<JobRow | null> {
    const row = await made.look(documentId, signal);
    return row?.documentId === documentId ? row : null;
  }

  /** Waits for a change. Where it was refused because an attempt whose answer was lost had made it, it was made. */
  async function settled(change: Promise<JobRow>, mark: string, again: () => Promise<JobRow | null>) {
    try {
      return toKept(await change);
    } catch (error) {
      if (!isWrittenSince(error) && refusalIn(error)?.status !== 409 && !isMissingRow(error)) throw error;
      const present = await again();
      return present?.mark === mark ? toKept(present) : null;
    }
  }

  return {
    async find(documentId, signal) {
      const row = await look(documentId, signal);
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
      return settled(change, mark, () => look(documentId, signal));
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
        if (isMissingRow(error)) return refusalIn(error)?.followsLostAttempt === true;
        if (isWrittenSince(error)) return false;
        throw error;
      }
    },
  };
}

/** A change is refused where the row was written after this time. */
const CONDITION = "x-appwrite-timestamp";

function toKept({ job, writtenAt }: JobRow): KeptJob {
  return { job, revision: writtenAt };
}
