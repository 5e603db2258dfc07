/** One thing that was looked at. A note is worth knowing and no fault. */
export interface Finding {
  state: "ok" | "note" | "wrong" | "fixed";
  message: string;
  /** What to do. */
  advice?: string;
}

/** How many things a message names. */
const NAMED = 5;

/** "1 file", "2 files". */
export function counted(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : nouns}`;
}

/** The first of these names, and how many more there are. */
export function named(names: readonly string[]): string {
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : "";
  return `${names.slice(0, NAMED).join(", ")}${more}`;
}
