import { AppError } from "../domain/errors.ts";
import type { AuditAction, AuditLog } from "../ports/audit-log.ts";
import { untilStopped } from "./until-stopped.ts";

/** Something open whose use is written down; `close` ends it. */
interface Audited {
  audit: AuditLog;
  close(): Promise<void>;
}

/** Works with what is opened until that is done or the process is asked to end, and closes it. */
export async function withAudited<Opened extends Audited>(
  opening: Promise<Opened>,
  work: (opened: Opened, signal: AbortSignal) => Promise<void>,
  stopped: () => AppError = () => new AppError("cancelled", "Stopped"),
): Promise<void> {
  const opened = await opening;
  try {
    await untilStopped(stopped, (signal) => work(opened, signal));
  } finally {
    await opened.close();
  }
}

/** Writes down what a command has done, and to whom or what. */
export function noteCommand({ audit }: Audited, action: AuditAction, subject: string): Promise<void> {
  const at = new Date().toISOString();
  return audit.write({ at, action, userId: null, by: "command", subject, from: null });
}
