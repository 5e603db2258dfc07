import { inflateSync } from "node:zlib";
import type { EmbeddedFile } from "../embedded-objects.ts";
import type { PersistDirectory } from "./persist-directory.ts";
import { childOf, numberAt, type PptRecord, recordsIn } from "./records.ts";

const OBJECT_LIST = 1033;
const EMBEDDED = 4044;
const OBJECT_HEAD = 4035;
const OBJECT_REFERENCE = 3009;
const STORAGE = 4113;
const COMPRESSED = 1;
const MAX_DEPTH = 40;
const MAX_OBJECTS = 50;

/** Finds what other programs put into slides. */
export function openEmbeddedObjects(document: PptRecord, directory: PersistDirectory, maxBytes: number) {
  const list = childOf(document, OBJECT_LIST);
  const heads = [...recordsIn(list?.body ?? new Uint8Array())]
    .filter(({ type }) => type === EMBEDDED)
    .flatMap((embedded) => childOf(embedded, OBJECT_HEAD) ?? []);
  const persistIds = new Map(heads.map((head) => [numberAt(head, 8), numberAt(head, 16)]));
  let leftBytes = maxBytes;

  function fileOf(objectId: number): EmbeddedFile[] {
    const storage = directory.find(persistIds.get(objectId) ?? -1);
    if (storage === null || storage.type !== STORAGE) return [];
    const bytes = storage.instance === COMPRESSED ? inflate(storage.body, leftBytes) : storage.body;
    if (bytes === null) return [];
    leftBytes -= bytes.length;
    return [{ name: "object", bytes }];
  }

  return (slide: PptRecord): EmbeddedFile[] =>
    [...new Set(referencesIn(slide, 0))].slice(0, MAX_OBJECTS).flatMap(fileOf);
}

function referencesIn(parent: PptRecord, depth: number): number[] {
  return [...recordsIn(parent.body)].flatMap((record) => {
    if (record.type === OBJECT_REFERENCE) return [numberAt(record, 0)];
    return record.isContainer && depth < MAX_DEPTH ? referencesIn(record, depth + 1) : [];
  });
}

/** Null where it is damaged, or unpacks to more than is left: the slide is worth reading without it. */
function inflate(packed: Uint8Array, maxBytes: number): Uint8Array | null {
  try {
    return inflateSync(packed.subarray(4), { maxOutputLength: Math.max(1, maxBytes) });
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}
