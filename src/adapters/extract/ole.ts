import type { FormatName } from "./formats.ts";
import { openOle } from "./ole-streams.ts";
import { encrypted, ReadFailure } from "./read-failure.ts";

const ENTRY_BYTES = 128;
const STREAMS: readonly [string, FormatName][] = [
  ["WordDocument", "doc"],
  ["Workbook", "xls"],
  ["Book", "xls"],
  ["PowerPoint Document", "ppt"],
  ["__properties_version1.0", "msg"],
];

/** The format of an OLE container, told by the names of its streams. */
export function detectOle(bytes: Uint8Array): FormatName {
  return formatWith(topNames(bytes)) ?? formatWith(namesAnywhere(bytes)) ?? "other";
}

function formatWith(names: ReadonlySet<string>): FormatName | null {
  if (names.has("EncryptedPackage")) throw encrypted("Office document");
  return STREAMS.find(([name]) => names.has(name))?.[1] ?? null;
}

/** Names of the container's own streams: those of documents inside it do not tell what it is. */
function topNames(bytes: Uint8Array): Set<string> {
  try {
    return new Set(openOle(bytes).names);
  } catch (error) {
    if (error instanceof ReadFailure) return new Set();
    throw error;
  }
}

/** Names found wherever a directory entry may lie, so that a broken allocation table hides none. */
function namesAnywhere(bytes: Uint8Array): Set<string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const names = new Set<string>();
  for (let at = 512; at + ENTRY_BYTES <= bytes.length; at += ENTRY_BYTES) {
    const nameBytes = view.getUint16(at + 64, true);
    const type = view.getUint8(at + 66);
    const isEntry = nameBytes >= 4 && nameBytes <= 64 && nameBytes % 2 === 0 && type >= 1 && type <= 5;
    if (!isEntry || view.getUint16(at + nameBytes - 2, true) !== 0) continue;
    names.add(Buffer.from(bytes.subarray(at, at + nameBytes - 2)).toString("utf16le"));
  }
  return names;
}
