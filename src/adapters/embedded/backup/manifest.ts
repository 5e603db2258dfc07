import { z } from "zod";
import type { WrittenEntry } from "./archive-writer.ts";

/** The first line of the list of contents. A later form of archive has a higher `format`. */
const headSchema = z.object({
  carrelBackup: z.number().int(),
  /** Which version of Carrel wrote it, and when it was begun and done. */
  version: z.string(),
  startedAt: z.string(),
  takenAt: z.string(),
  /** The number of the database's schema. */
  schema: z.number().int(),
  sessions: z.number().int(),
  files: z.number().int(),
  documents: z.number().int(),
  /** Files whose bytes were missing or cut off in the library itself. */
  damaged: z.array(z.string()),
});
type ManifestHead = z.output<typeof headSchema>;

/** Every other line. */
const lineSchema = z.object({
  name: z.string(),
  sizeBytes: z.number().int(),
  sha256: z.string(),
});
type ManifestLine = z.output<typeof lineSchema>;

/** The form of archive that this version writes and reads. */
export const FORMAT = 1;

const LINES_AT_ONCE = 1_000;
/** More than any line has that was written here. */
const LONGEST_LINE = 16 * 1024 * 1024;

/** What an archive holds, in pieces of text. */
export async function* packManifest(
  head: ManifestHead,
  entries: Iterable<WrittenEntry>,
): AsyncGenerator<Uint8Array> {
  const lines = [JSON.stringify(head)];
  for (const { name, sizeBytes, sha256 } of entries) {
    lines.push(JSON.stringify({ name, sizeBytes, sha256 } satisfies ManifestLine));
    if (lines.length >= LINES_AT_ONCE) yield Buffer.from(`${lines.splice(0).join("\n")}\n`);
  }
  if (lines.length > 0) yield Buffer.from(`${lines.join("\n")}\n`);
}

/** Takes a manifest as it comes and gives what it says, or null where it cannot be understood. */
export function openManifestReader() {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const listed = new Map<string, ManifestLine>();
  let head: ManifestHead | null = null;
  let rest = "";
  let isUnderstood = true;

  function take(line: string): void {
    const value: unknown = JSON.parse(line);
    if (head === null) {
      head = headSchema.parse(value);
      return;
    }
    const entry = lineSchema.parse(value);
    if (listed.has(entry.name)) throw new SyntaxError("An entry is listed twice");
    listed.set(entry.name, entry);
  }

  return {
    add(piece: Uint8Array): void {
      if (!isUnderstood) return;
      try {
        const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) take(line);
        if (rest.length > LONGEST_LINE) isUnderstood = false;
      } catch {
        // Whatever is wrong with it, the answer is the same.
        isUnderstood = false;
      }
    },
    end(): { head: ManifestHead; listed: ReadonlyMap<string, ManifestLine> } | null {
      return isUnderstood && rest === "" && head !== null ? { head, listed } : null;
    },
  };
}
