const LEVELS = ["silent", "fatal", "error", "warn", "info", "debug"];

/** One line of the log, as the parts of the program that know no HTTP write it. */
export interface LogEntry {
  level: "info" | "warn";
  message: string;
  fields: Record<string, string | number>;
}

/** Writes entries of the level and above to the error stream, one line of JSON each. */
export function openLog(
  level: string,
  write: (line: string) => void = console.error,
): (entry: LogEntry) => void {
  return (entry) => {
    if (LEVELS.indexOf(entry.level) > LEVELS.indexOf(level)) return;
    const { level: entryLevel, message, fields } = entry;
    write(JSON.stringify({ level: entryLevel, time: new Date().toISOString(), ...fields, msg: message }));
  };
}
