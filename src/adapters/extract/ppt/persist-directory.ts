import { corrupt, encrypted } from "../read-failure.ts";
import { numberAt, type PptRecord, recordAt } from "./records.ts";

/** Finds the newest version of what a presentation was saved with. */
export interface PersistDirectory {
  document: PptRecord | null;
  /** The record that is known by this number. */
  find(id: number): PptRecord | null;
}

const USER_EDIT = 4085;
const DIRECTORY = 6002;
const ENCRYPTED_TOKEN = 0xf3d1c4df;
/** How long the record of an edit is that also names the record of the encryption. */
const ENCRYPTED_EDIT_BYTES = 32;

/** Follows the edits from the newest to the oldest. */
export function readPersistDirectory(stream: Uint8Array, currentUser: Uint8Array | null): PersistDirectory {
  const offsets = new Map<number, number>();
  let documentId: number | null = null;
  const seen = new Set<number>();
  for (let at = newestEdit(currentUser); at > 0 && !seen.has(at); ) {
    seen.add(at);
    const edit = recordAt(stream, at);
    if (edit === null || edit.type !== USER_EDIT) break;
    if (edit.body.length >= ENCRYPTED_EDIT_BYTES && numberAt(edit, 28) !== 0) {
      throw encrypted("PowerPoint presentation");
    }
    documentId ??= numberAt(edit, 16);
    addOffsets(recordAt(stream, numberAt(edit, 12)), offsets);
    at = numberAt(edit, 8);
  }
  const find = (id: number) => {
    const offset = offsets.get(id);
    return offset === undefined ? null : recordAt(stream, offset);
  };
  return { document: documentId === null ? null : find(documentId), find };
}

function newestEdit(currentUser: Uint8Array | null): number {
  const record = currentUser === null ? null : recordAt(currentUser, 0);
  if (record === null) return 0;
  if (numberAt(record, 4) === ENCRYPTED_TOKEN) throw encrypted("PowerPoint presentation");
  return numberAt(record, 8);
}

/** An entry is the first number and how many follow it; newer offsets were added before and stay. */
function addOffsets(directory: PptRecord | null, offsets: Map<number, number>): void {
  if (directory === null || directory.type !== DIRECTORY) return;
  for (let at = 0; at + 4 <= directory.body.length; ) {
    const head = numberAt(directory, at);
    const count = head >>> 20;
    at += 4;
    if (count === 0) throw corrupt("a PowerPoint 97-2003 presentation");
    for (let index = 0; index < count && at + 4 <= directory.body.length; index++, at += 4) {
      const id = (head & 0xfffff) + index;
      if (!offsets.has(id)) offsets.set(id, numberAt(directory, at));
    }
  }
}
