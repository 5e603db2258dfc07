/** What happened that somebody may ask about later: who, what, when, from where, and nothing of what was read. */
export interface AuditEntry {
  at: string;
  action: AuditAction;
  /** Who did it; null where nobody was signed in. */
  userId: string | null;
  /** By which kind of credential. */
  by: "password" | "key" | "token" | "proxy" | "command" | "none";
  /** The id or name of what it was done to. */
  subject: string | null;
  /** The address it came from; null for a command. */
  from: string | null;
}

export type AuditAction =
  | "sign-in"
  | "sign-in-refused"
  | "sign-out"
  | "password-changed"
  | "account-created"
  | "account-removed"
  | "invitation-created"
  | "invitation-removed"
  | "key-created"
  | "key-removed"
  | "file-read"
  | "document-deleted"
  | "session-deleted";

/**
 * Where it is written down.
 * Contract: test/contracts/audit-log.ts. Entries are appended in the order of the calls, by any number of processes;
 * nothing is changed or removed but by age.
 */
export interface AuditLog {
  /** Resolves when it is written. A failure is for the caller to report: what was done is done. */
  write(entry: AuditEntry): Promise<void>;
  /** The latest entries that fit, newest first. */
  read(wanted: { userId?: string; subject?: string; limit: number }): Promise<AuditEntry[]>;
}
