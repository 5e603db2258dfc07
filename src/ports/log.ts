/** One line of the log. Its fields are names and numbers: never a key, a prompt or an answer. */
export interface LogEntry {
  level: "info" | "warn";
  message: string;
  fields: Record<string, string | number>;
}

/** Where whatever knows no HTTP writes what happens. */
export type Log = (entry: LogEntry) => void;
