import { z } from "zod";
import { extensionOf, type StoredFile } from "../../domain/document.ts";
import { fileNotFound } from "./appwrite-failure.ts";

/** The longest name that a file can come with, and the longest that it can be given later, in characters. */
export const MAX_UPLOADED_NAME = 255;
export const MAX_NEW_NAME = 128;
/** How much of a name the web server inside Appwrite reads from a form. */
export const MAX_FORM_NAME_BYTES = 509;

/** A file as Appwrite describes it. */
export const recordSchema = z.object({
  $id: z.string(),
  $createdAt: z.string(),
  $permissions: z.array(z.string()),
  name: z.string(),
  mimeType: z.string(),
  sizeOriginal: z.number().int(),
  chunksTotal: z.number().int(),
  chunksUploaded: z.number().int(),
});

export type FileRecord = z.infer<typeof recordSchema>;

/** Whether all of the file has arrived. Until then it is not there. */
export function isWhole(record: FileRecord): boolean {
  return record.chunksUploaded >= record.chunksTotal;
}

/** The record in the words of the service. */
export function toStoredFile(record: FileRecord): StoredFile {
  if (!isWhole(record)) throw fileNotFound();
  return {
    fileId: record.$id,
    userId: ownerOf(record.$permissions),
    name: record.name,
    mimeType: typeOf(record),
    sizeBytes: record.sizeOriginal,
    createdAt: new Date(record.$createdAt).toISOString(),
  };
}

/** The permissions that say whose a file is; what is nobody's has none. */
export function permissionsOf(userId: string): string[] {
  return userId === "" ? [] : [`read("user:${userId}")`];
}

/**
 * A file has no field for its owner. Whoever uploads one directly is given the right to delete, update and read it,
 * and an upload through the service gives its user the right to read it; the strongest right tells the owner. A file
 * that was put there by a key alone has none.
 */
export function ownerOf(permissions: readonly string[]): string {
  for (const right of ["delete", "update", "write", "read"]) {
    for (const permission of permissions) {
      const [, granted, userId] = /^(\w+)\("user:([^"/]+)(?:\/[^"]*)?"\)$/.exec(permission) ?? [];
      if (granted === right && userId !== undefined) return userId;
    }
  }
  return "";
}

const UNKNOWN_TYPES: ReadonlySet<string> = new Set([
  "",
  "application/octet-stream",
  "application/x-empty",
  "inode/x-empty",
]);

const TYPES_BY_EXTENSION: Record<string, string> = {
  pdf: "application/pdf",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  txt: "text/plain",
  md: "text/plain",
  csv: "text/plain",
};

/** Appwrite tells the type from the bytes and takes no word for it; where they tell nothing, the name does. */
function typeOf({ mimeType, name }: FileRecord): string {
  if (!UNKNOWN_TYPES.has(mimeType)) return mimeType;
  return TYPES_BY_EXTENSION[extensionOf(name)] ?? "application/octet-stream";
}
