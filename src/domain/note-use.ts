/** Every request uses a credential; a write for each would cost more than the answer. */
const NOTED_EVERY_MS = 5 * 60_000;

/** Whether it is time to note once more that something was used; what was noted lies ahead where a clock was set back. */
export function isWorthNoting(notedAt: string | null, now: Date): boolean {
  return notedAt === null || Math.abs(now.getTime() - Date.parse(notedAt)) >= NOTED_EVERY_MS;
}
