import type { BackupContents, BackupProgress } from "../ports/backup-archives.ts";
import type { MoveProgress } from "../usecases/move-library.ts";
import { openProgressLine } from "./progress-line.ts";

/** Shows how far a backup or a restore is, a line for each stage. */
export function openBackupLine() {
  const line = openProgressLine(process.stdout, Date.now);
  let stage = "";
  const show = (next: string, progress: { share: number; text: string }) => {
    if (stage !== next) line.end();
    stage = next;
    line.show(progress);
  };
  return {
    onProgress({ stage: next, doneBytes, totalBytes }: BackupProgress): void {
      const share = totalBytes === 0 ? 1 : doneBytes / totalBytes;
      // Only shares are known of how a database is copied.
      const amount = next === "database" ? "" : ` ${sizeOf(doneBytes)}/${sizeOf(totalBytes)}`;
      show(next, { share, text: `${next}${amount}` });
    },
    onMoved({ stage: next, done, total }: MoveProgress): void {
      const share = total === null ? 0 : total === 0 ? 1 : done / total;
      const amount = total === null ? count(done) : `${count(done)}/${count(total)}`;
      show(`moving ${next}`, { share, text: `${amount} ${next}` });
    },
    end: () => line.end(),
  };
}

/** "3 sessions, 2 files and 1 document". */
export function describeContents({ sessions, files, documents }: BackupContents): string {
  return `${counted(sessions, "session")}, ${counted(files, "file")} and ${counted(documents, "document")}`;
}

/** The archive's size, time and checksum. */
export function describeArchive({ sizeBytes, takenAt, checksum }: BackupContents): string {
  return `${sizeOf(sizeBytes)}, as of ${takenAt}, checksum ${checksum.slice(0, 16)}`;
}

/** What to know of files that the library itself had lost; null where there are none. */
export function describeDamage({ damaged }: BackupContents): string | null {
  if (damaged.length === 0) return null;
  const more = damaged.length > NAMED ? ` and ${count(damaged.length - NAMED)} more` : "";
  return `The bytes of ${counted(damaged.length, "file")} were missing or cut off in the library itself: ${damaged.slice(0, NAMED).join(", ")}${more}`;
}

const NAMED = 5;
const UNITS = ["bytes", "kB", "MB", "GB", "TB"];

function sizeOf(bytes: number): string {
  let [size, unit] = [bytes, 0];
  for (; size >= 1000 && unit < UNITS.length - 1; unit++) size /= 1000;
  return `${size.toFixed(unit > 1 ? 1 : 0)} ${UNITS[unit]}`;
}

function counted(number: number, noun: string): string {
  return `${count(number)} ${noun}${number === 1 ? "" : "s"}`;
}

function count(number: number): string {
  return number.toLocaleString("en");
}
