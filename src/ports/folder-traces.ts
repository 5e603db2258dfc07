/** What the data folder still holds of something, byte by byte, whatever the database says. */
export interface FolderTraces {
  /** The files in whose name or bytes the word stands, each once. */
  holding(word: string, signal: AbortSignal): AsyncIterable<FolderTrace>;
  /** How thoroughly the database has overwritten what was removed; null where there is none. */
  leftovers(signal: AbortSignal): Promise<DatabaseLeftovers | null>;
}

export interface FolderTrace {
  /** Its path inside of the folder. */
  path: string;
  /** Whether it is a log of who did what and when, which no removal changes. */
  isAuditLog: boolean;
  isDatabase: boolean;
}

export interface DatabaseLeftovers {
  /** Whether everything that was removed is overwritten, as far as the database itself knows. */
  isWiped: boolean;
  freePages: number;
  /** Free pages in which something stands. */
  writtenFreePages: number;
  /** The size of the log that is not yet part of the database. */
  logBytes: number;
}
