import { isDiskFull } from "../../../domain/disk-full.ts";

/** Waits for a note that something was used. A full disk keeps nobody out who only wants to read. */
export async function unlessDiskIsFull(noting: Promise<void>): Promise<void> {
  try {
    await noting;
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  }
}
