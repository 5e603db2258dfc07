import { z } from "zod";
import type { PlatformArchive } from "../../ports/platform-archive.ts";
import type { AppwriteApi } from "./appwrite-api.ts";
import type { Area } from "./appwrite-failure.ts";
import type { IdentifiedFiles } from "./bucket-files.ts";
import { isWhole, recordSchema, toStoredFile } from "./file-record.ts";
import type { PlatformNames } from "./provision.ts";
import { sessionsSchema } from "./session-row.ts";
import type { IdentifiedSessions } from "./session-rows.ts";

interface ArchiveOptions extends PlatformNames {
  sessions: IdentifiedSessions;
  files: IdentifiedFiles;
}

/** Messages may take megabytes, so few rows are read at once. */
const ROWS_AT_ONCE = 10;
const FILES_AT_ONCE = 100;

/** All sessions and files of a project, in the order in which the platform numbered them. */
export function openPlatformArchive(api: AppwriteApi, options: ArchiveOptions): PlatformArchive {
  const { databaseId, sessionsTableId, bucketId, sessions, files } = options;
  const rowsPath = `/tablesdb/${databaseId}/tables/${sessionsTableId}/rows`;

  /** Every entry of a list, one page after the other. */
  async function* listed<Entry extends { $id: string }>(
    { area, path, limit }: { area: Area; path: string; limit: number },
    entries: z.ZodType<Entry[]>,
    signal: AbortSignal,
  ): AsyncGenerator<Entry> {
    let last: string | undefined;
    do {
      const queries = [
        { method: "limit", values: [limit] },
        ...(last === undefined ? [] : [{ method: "cursorAfter", values: [last] }]),
      ];
      const page = await api.json({ method: "GET", path, queries, area }, entries, signal);
      yield* page;
      last = page.length < limit ? undefined : page.at(-1)?.$id;
    } while (last !== undefined);
  }

  return {
    sessions: (signal) =>
      listed({ area: "database", path: rowsPath, limit: ROWS_AT_ONCE }, sessionsSchema, signal),

    putSession: (session, signal) => sessions.putIdentified(session, signal),

    async *files(signal) {
      const path = `/storage/buckets/${bucketId}/files`;
      for await (const record of listed(
        { area: "storage", path, limit: FILES_AT_ONCE },
        filesSchema,
        signal,
      )) {
        if (isWhole(record)) yield toStoredFile(record);
      }
    },

    putFile: (file, bytes, signal) => files.putIdentified(file, bytes, signal),
  };
}

const filesSchema = z.object({ files: z.array(recordSchema) }).transform(({ files }) => files);
