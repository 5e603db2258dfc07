import { z } from "zod";
import { openKeyLocks } from "../../flow/key-locks.ts";
import type { AppwriteApi, AppwriteQuery } from "./appwrite-api.ts";
import { refusalIn } from "./appwrite-failure.ts";
import { type FileRecord, ownerOf, recordSchema } from "./file-record.ts";

/** Knows which files are whose: Appwrite can be asked for a file's owner, but not for an owner's files. */
export interface BucketOwners {
  /** Every file of the user as it is now, those included whose upload is not finished. */
  filesOf(userId: string, signal: AbortSignal): AsyncIterable<FileRecord>;
}

const SCANNED_AT_ONCE = 1_000;
/** A query has at most 4,096 characters. */
const READ_AT_ONCE = 80;
/** After this long everything is read again: a file may have been given to somebody else. */
const TRUSTED_MS = 10 * 60_000;

/**
 * The whole bucket is read once, and from then on only what came after it; the files of the user who asks are read
 * again each time, so that names are right and what was removed is not listed.
 */
export function openBucketOwners(api: AppwriteApi, bucketId: string, now: () => Date): BucketOwners {
  const path = `/storage/buckets/${bucketId}/files`;
  const locks = openKeyLocks();
  let owners = new Map<string, string>();
  let scannedAtMs = Number.NEGATIVE_INFINITY;

  const list = (queries: readonly AppwriteQuery[], signal: AbortSignal) =>
    api.json({ method: "GET", path, queries, area: "storage" }, filesSchema, signal);

  async function scan(signal: AbortSignal): Promise<void> {
    const ageMs = now().getTime() - scannedAtMs;
    const isFresh = ageMs >= 0 && ageMs < TRUSTED_MS;
    // Files are listed in the order in which they came, so that the last known one is where the new ones begin.
    const last = isFresh ? [...owners.keys()].at(-1) : undefined;
    try {
      await scanAfter(last, last === undefined ? new Map() : owners, signal);
    } catch (error) {
      // The last known one was removed.
      if (last === undefined || refusalIn(error)?.type !== "general_cursor_not_found") throw error;
      await scanAfter(undefined, new Map(), signal);
    }
  }

  async function scanAfter(
    after: string | undefined,
    found: Map<string, string>,
    signal: AbortSignal,
  ): Promise<void> {
    for (let last = after; ; ) {
      const cursor = last === undefined ? [] : [{ method: "cursorAfter", values: [last] }];
      const page = await list([{ method: "limit", values: [SCANNED_AT_ONCE] }, ...cursor], signal);
      for (const record of page) found.set(record.$id, ownerOf(record.$permissions));
      last = page.at(-1)?.$id ?? last;
      if (page.length < SCANNED_AT_ONCE) break;
    }
    if (found !== owners || after === undefined) scannedAtMs = now().getTime();
    owners = found;
  }

  return {
    async *filesOf(userId, signal) {
      await locks.run("scan", () => scan(signal), signal);
      const ids = [...owners].filter(([, owner]) => owner === userId).map(([fileId]) => fileId);
      for (let from = 0; from < ids.length; from += READ_AT_ONCE) {
        const values = ids.slice(from, from + READ_AT_ONCE);
        const byId = { method: "equal", attribute: "$id", values };
        for (const record of await list([byId, { method: "limit", values: [values.length] }], signal)) {
          if (values.includes(record.$id) && ownerOf(record.$permissions) === userId) yield record;
        }
      }
    },
  };
}

const filesSchema: z.ZodType<FileRecord[]> = z
  .object({ files: z.array(recordSchema) })
  .transform(({ files }) => files);
