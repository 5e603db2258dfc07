import { crc32 } from "node:zlib";
import { tooLarge } from "../read-failure.ts";
import type { Zip } from "../zip.ts";

/** What a workbook may weigh unpacked: its cells take about ten times as much memory. */
const MAX_BYTES = 64 * 1024 * 1024;
const LEFT_OUT =
  /^(?:docProps|customXml|customUI|xl\/(?:media|drawings|charts|chartsheets|diagrams|embeddings|activeX|ctrlProps|externalLinks|printerSettings|theme|queryTables|pivot\w*|slicer\w*|calcChain|vbaProject))\b/i;

/**
 * The parts of a workbook that hold cells, as an archive that is not compressed: it was unpacked within the limits
 * of our own reader, and nobody has to unpack it again.
 */
export function storePackage(zip: Zip): Uint8Array {
  const local: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const name of zip.names) {
    if (LEFT_OUT.test(name) || name.endsWith("/")) continue;
    const content = withoutEntities(zip.read(name));
    const path = Buffer.from(name);
    const head = entryHead(content, path);
    local.push(Buffer.from("PK\u0003\u0004"), head, path, content);
    directory.push(Buffer.from("PK\u0001\u0002\u0014\u0000"), head, entryTail(offset), path);
    offset += 4 + head.length + path.length + content.length;
    if (offset > MAX_BYTES) throw tooLarge("its sheets hold too many cells");
  }
  return Buffer.concat([...local, ...directory, directoryEnd(directory, offset)]);
}

/** A part as it is, or without the entities that it declares: no office program writes any, and they say nothing. */
function withoutEntities(content: Uint8Array): Uint8Array {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (!bytes.subarray(0, DECLARED_WITHIN).includes("<!DOCTYPE")) return content;
  return Buffer.from(
    bytes.toString("utf8").replace(/&(?!(?:amp|lt|gt|quot|apos|#\w{1,7});)[^\s&;<]{1,64};/g, ""),
  );
}

const DECLARED_WITHIN = 4096;

function entryHead(content: Uint8Array, path: Uint8Array): Buffer {
  const head = Buffer.alloc(26);
  head.writeUInt16LE(20, 0);
  head.writeUInt32LE(crc32(content), 10);
  head.writeUInt32LE(content.length, 14);
  head.writeUInt32LE(content.length, 18);
  head.writeUInt16LE(path.length, 22);
  return head;
}

function entryTail(offset: number): Buffer {
  const tail = Buffer.alloc(14);
  tail.writeUInt32LE(offset, 10);
  return tail;
}

const CHUNKS_PER_ENTRY = 4;

function directoryEnd(directory: readonly Uint8Array[], offset: number): Buffer {
  const end = Buffer.alloc(22);
  const entries = directory.length / CHUNKS_PER_ENTRY;
  end.write("PK\u0005\u0006", "latin1");
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(
    directory.reduce((sum, chunk) => sum + chunk.length, 0),
    12,
  );
  end.writeUInt32LE(offset, 16);
  return end;
}
