import type { Log } from "../ports/log.ts";

const LEVELS = ["silent", "fatal", "error", "warn", "info", "debug"];

/** Writes entries of the level and above to the error stream, one line of JSON each. */
export function openLog(level: string, write: (line: string) => void = console.error): Log {
  return (entry) => {
    if (LEVELS.indexOf(entry.level) > LEVELS.indexOf(level)) return;
    const { level: entryLevel, message, fields } = entry;
    write(JSON.stringify({ level: entryLevel, time: new Date().toISOString(), ...fields, msg: message }));
  };
}
