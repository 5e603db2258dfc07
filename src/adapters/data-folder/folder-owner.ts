import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { AppError } from "../../domain/errors.ts";
import { type FileLock, tryLock, waitForLock } from "./file-lock.ts";
import { isMissing } from "./system-code.ts";

/** How long a process waits for one that is just ending. */
const WAIT_MS = 5_000;

/** Who wants the folder. */
export interface Claim {
  directory: string;
  /** What it is called in the message to others, for example `carrel serve`. */
  command: string;
  now(): Date;
}

/** A folder that is held, or looked at; `release` gives it back. */
export interface FolderHold {
  release(): Promise<void>;
}

const holderSchema = z.object({
  command: z.string(),
  pid: z.number(),
  host: z.string(),
  /** The same in every container of one machine, until it starts anew. */
  machine: z.string(),
  since: z.string(),
});
type Holder = z.output<typeof holderSchema>;

/** Takes the folder for this process alone, or says who has it. The folder must be there. */
export async function ownFolder(claim: Claim): Promise<FolderHold> {
  const lock = await waitForLock(lockIn(claim.directory), WAIT_MS);
  if (lock === null) throw inUse(claim.directory, await holderOf(claim.directory));
  return holding(claim, lock);
}

/**
 * Takes the folder where nobody has it, and gives null where a process of this machine has it: then transactions of its
 * database may run beside that one's. The memory that they share to do so does not reach another machine.
 */
export async function ownOrJoinFolder(claim: Claim): Promise<FolderHold | null> {
  const lock = tryLock(lockIn(claim.directory), "alone");
  if (lock !== null) return holding(claim, lock);
  const holder = await holderOf(claim.directory);
  // Those who only look trust that nothing changes.
  if (holder === null) return ownFolder(claim);
  if (holder.machine !== (await machineName())) throw inUse(claim.directory, holder);
  return null;
}

/** Keeps others from taking the folder while it is only looked at; null where one has it already. */
export function lookAtFolder(directory: string): FolderHold | null {
  const path = lockIn(directory);
  // A folder that nobody has had yet: making a lock would change it.
  if (!existsSync(path)) return { release: async () => undefined };
  const lock = tryLock(path, "shared");
  return lock === null ? null : { release: async () => lock.release() };
}

async function holding({ directory, command, now }: Claim, lock: FileLock): Promise<FolderHold> {
  const path = holderIn(directory);
  const since = now().toISOString();
  const holder: Holder = { command, pid: process.pid, host: hostname(), machine: await machineName(), since };
  try {
    await writeFile(path, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
  } catch (error) {
    lock.release();
    throw error;
  }
  return {
    async release() {
      try {
        await rm(path, { force: true });
      } finally {
        lock.release();
      }
    },
  };
}

function lockIn(directory: string): string {
  return join(directory, "carrel.lock");
}

function holderIn(directory: string): string {
  return join(directory, "carrel.owner.json");
}

/** Who has the folder; null where some only look at it, or where its owner has not written its name. */
async function holderOf(directory: string): Promise<Holder | null> {
  // A name may be left of one that was killed: it counts only where nobody else can have the lock.
  const others = tryLock(lockIn(directory), "shared");
  others?.release();
  if (others !== null) return null;
  try {
    return holderSchema.parse(JSON.parse(await readFile(holderIn(directory), "utf8")));
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
}

async function machineName(): Promise<string> {
  try {
    return (await readFile("/proc/sys/kernel/random/boot_id", "latin1")).trim();
  } catch (error) {
    if (isMissing(error)) return hostname();
    throw error;
  }
}

function inUse(directory: string, holder: Holder | null): AppError {
  const whose =
    holder === null
      ? "By a command that reads it and has to be done first"
      : `By ${holder.command} (process ${holder.pid} on ${holder.host}) since ${holder.since}`;
  return new AppError("storage-failed", `The data folder ${directory} is in use`, {
    details: `${whose}. It belongs to one process at a time: stop that one, or set DATA_DIR to another folder`,
  });
}
