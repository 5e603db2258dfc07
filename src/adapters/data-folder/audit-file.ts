import { type FileHandle, mkdir, open, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { diskFull, isDiskFull } from "../../domain/disk-full.ts";
import { AppError } from "../../domain/errors.ts";
import type { AuditAction, AuditEntry, AuditLog } from "../../ports/audit-log.ts";
import { tryLock } from "./file-lock.ts";
import { linesFromEnd } from "./lines-from-end.ts";
import { isMissing } from "./system-code.ts";

interface AuditFileOptions {
  directory: string;
  /** From which size on a file is set aside. */
  rotateAtBytes?: number;
}

const ROTATE_AT_BYTES = 16 * 1024 * 1024;
/** How many files are kept that were set aside. */
const KEPT = 4;
/** Ids and names are shorter; what else somebody sends as a name tells nobody anything. */
const MAX_WORD_LENGTH = 256;
/** How much is written at once. */
const MAX_BATCH = 1_000;

interface Waiting {
  line: string;
  resolve(): void;
  reject(reason: unknown): void;
}

/**
 * The audit log as lines of JSON in `audit.jsonl`, the older ones in `audit-1.jsonl` to `audit-4.jsonl`. The file is
 * opened for each write, so that any number of processes may append and set it aside. Entries that come while one is
 * being written go together in the next write.
 */
export function openAuditFile({ directory, rotateAtBytes = ROTATE_AT_BYTES }: AuditFileOptions): AuditLog {
  const nameOf = (age: number) => join(directory, age === 0 ? "audit.jsonl" : `audit-${age}.jsonl`);
  const waiting: Waiting[] = [];
  let isWriting = false;

  async function writeWaiting(): Promise<void> {
    if (isWriting) return;
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MAX_BATCH);
      try {
        await append(batch.map(({ line }) => line).join(""));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        const failure = failureOf(error, "written");
        for (const { reject } of batch) reject(failure);
      }
    }
    isWriting = false;
  }

  async function append(lines: string): Promise<void> {
    await using file = await openToAppend();
    const { size } = await file.stat();
    // A line that a crash or a full disk has cut must not take the next one with it.
    const bytes = Buffer.from((await endsWithLine(file, size)) ? lines : `\n${lines}`);
    const { bytesWritten } = await file.write(bytes);
    if (bytesWritten < bytes.length) throw diskFull();
    await file.datasync();
    if (size + bytesWritten >= rotateAtBytes) await setAside();
  }

  async function openToAppend(): Promise<FileHandle> {
    try {
      return await open(nameOf(0), "a+", 0o600);
    } catch (error) {
      if (!isMissing(error)) throw error;
      // Where everything is kept elsewhere, nobody else has made the folder.
      await mkdir(directory, { recursive: true, mode: 0o700 });
      return open(nameOf(0), "a+", 0o600);
    }
  }

  /** Gives every file the next number, one process at a time. Who is refused goes on: another one is at it. */
  async function setAside(): Promise<void> {
    const lock = tryLock(join(directory, "audit.lock"), "alone");
    try {
      if (lock === null || (await sizeOf(nameOf(0))) < rotateAtBytes) return;
      // From the first gap on, which there is where a process ended in the middle of this; else the oldest is lost.
      let free = 1;
      while (free < KEPT && (await sizeOf(nameOf(free))) >= 0) free += 1;
      for (let age = free; age > 0; age--) await rename(nameOf(age - 1), nameOf(age));
    } finally {
      lock?.release();
    }
  }

  return {
    write(entry) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      waiting.push({ line: lineOf(entry), resolve, reject });
      void writeWaiting();
      return promise;
    },

    async read({ userId, subject, limit }) {
      const found: AuditEntry[] = [];
      const seen = new Set<number>();
      try {
        // Files may get the next number meanwhile: then one is met again, and none is missed.
        for (let age = 0; age <= KEPT && found.length < limit; age++) {
          await using file = await openToRead(nameOf(age));
          if (file === null) continue;
          const { ino, size } = await file.stat();
          if (seen.has(ino)) continue;
          seen.add(ino);
          for await (const line of linesFromEnd(file, size)) {
            const entry = entryOf(line);
            if (entry === null || (userId ?? entry.userId) !== entry.userId) continue;
            if ((subject ?? entry.subject) !== entry.subject) continue;
            if (found.length >= limit) break;
            found.push(entry);
          }
        }
      } catch (error) {
        throw failureOf(error, "read");
      }
      return found;
    },
  };
}

async function openToRead(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, "r");
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function endsWithLine(file: FileHandle, size: number): Promise<boolean> {
  if (size === 0) return true;
  const { buffer } = await file.read({ buffer: Buffer.alloc(1), position: size - 1 });
  return buffer[0] === 0x0a;
}

/** The size of a file, -1 where it is not there. */
async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (isMissing(error)) return -1;
    throw error;
  }
}

function lineOf(entry: AuditEntry): string {
  const { at, action, userId, by, subject, from } = entry;
  const shown = { at, action, userId, by, subject: cut(subject), from: cut(from) };
  return `${JSON.stringify(shown)}\n`;
}

function cut(word: string | null): string | null {
  return word === null ? null : word.slice(0, MAX_WORD_LENGTH).toWellFormed();
}

const actions = {
  "sign-in": "sign-in",
  "sign-in-refused": "sign-in-refused",
  "sign-out": "sign-out",
  "password-changed": "password-changed",
  "account-created": "account-created",
  "account-removed": "account-removed",
  "invitation-created": "invitation-created",
  "invitation-removed": "invitation-removed",
  "key-created": "key-created",
  "key-removed": "key-removed",
  "file-read": "file-read",
  "document-deleted": "document-deleted",
  "session-deleted": "session-deleted",
} satisfies { [Action in AuditAction]: Action };

const entrySchema: z.ZodType<AuditEntry> = z.object({
  at: z.string(),
  action: z.enum(actions),
  userId: z.string().nullable(),
  by: z.enum(["password", "key", "token", "proxy", "command", "none"]),
  subject: z.string().nullable(),
  from: z.string().nullable(),
});

/** The entry of a line; null where the line was cut or is another version's. */
function entryOf(line: string): AuditEntry | null {
  try {
    return entrySchema.safeParse(JSON.parse(line)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function failureOf(error: unknown, verb: "read" | "written"): AppError {
  if (isDiskFull(error)) return diskFull(error);
  if (error instanceof AppError) return error;
  return new AppError("storage-failed", `The audit log cannot be ${verb}`, {
    details: "It is audit.jsonl in DATA_DIR",
    cause: error,
  });
}
