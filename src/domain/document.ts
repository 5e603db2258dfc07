import { z } from "zod";
import { idSchema } from "./id.ts";
import { indexProgressSchema } from "./index-progress.ts";

/** What kind of document a file is, assigned when it is indexed. */
export const categorySchema = z.enum([
  "Code",
  "Image",
  "Resume",
  "Report",
  "Financial",
  "Legal",
  "Notes",
  "Meeting",
  "Presentation",
  "Documentation",
  "General",
]);

export type Category = z.infer<typeof categorySchema>;

/** The longest name that a file may carry. */
export const MAX_NAME_LENGTH = 255;

/** Control characters, breaks of lines and paragraphs, and marks that turn the direction in which text is read. */
const UNSEEN = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu;

/**
 * A file's name as it is kept: nothing of a path, and nothing that makes it look like another name. Empty where nothing
 * is left of it.
 */
export function cleanName(name: string): string {
  const cleaned = name
    .replace(UNSEEN, "")
    .replace(/^.*[/\\]/s, "")
    .trim();
  return /^\.+$/.test(cleaned) ? "" : cleaned;
}

/** A file in file storage. Its id is the id of the document made of it. */
export interface StoredFile {
  fileId: string;
  userId: string;
  name: string;
  mimeType: string;
  sizeBytes: number;
  createdAt: string;
}

/** A document that has been indexed, as the library lists it. */
const documentSchema = z
  .object({
    documentId: idSchema,
    documentName: z.string(),
    documentType: z.string().describe("Upper-case extension of the name, `FILE` where there is none."),
    category: categorySchema,
    chunks: z.number().int().describe("How many chunks are indexed."),
    pages: z.number().int().nullable().describe("How many pages it has, null where its format has none."),
    size: z.number().int().describe("Size of the file in bytes."),
    indexedAt: z.string().describe("ISO 8601 timestamp."),
  })
  .meta({ id: "Document" });

export type Document = z.infer<typeof documentSchema>;

/** A document as a user's list shows it: nothing that was uploaded is left out, indexed or not. */
export const listedDocumentSchema = documentSchema
  .extend({
    category: categorySchema.nullable().describe("Null until it is indexed."),
    indexedAt: documentSchema.shape.indexedAt
      .nullable()
      .describe("ISO 8601 timestamp; null until it is indexed."),
    storedAt: z.string().nullable().describe("ISO 8601 timestamp; null where its file is gone."),
    state: z
      .enum(["indexed", "waiting", "reading", "failed", "stored"])
      .describe(
        "`indexed`: it can be found. `waiting` or `reading`: it is being indexed. `failed`: that failed. `stored`: nobody has ordered it.",
      ),
    cause: z.string().nullable().describe("Why its last indexing failed; null where it did not."),
    job: indexProgressSchema
      .extend({ jobId: idSchema })
      .nullable()
      .describe("How far its indexing is; null where none is under way."),
  })
  .meta({ id: "ListedDocument" });

export type ListedDocument = z.infer<typeof listedDocumentSchema>;

/** The extension of a file name in lower case, without its dot; empty where there is none. */
export function extensionOf(name: string): string {
  const base = name.trim().replace(/^.*[/\\]/s, "");
  const match = /^\.*[^.].*\.([a-zA-Z0-9_+-]{1,16})$/s.exec(base);
  return match?.[1]?.toLowerCase() ?? "";
}

/** The label that searches filter by: `PDF`, `MD`, …; `FILE` for a name without an extension. */
export function documentTypeOf(name: string): string {
  return extensionOf(name).toUpperCase() || "FILE";
}

const IMAGE_EXTENSIONS: ReadonlySet<string> = new Set(["jpg", "jpeg", "png", "gif", "webp", "bmp", "svg"]);

/** Whether a file is described by a vision model instead of being read. */
export function isImageName(name: string): boolean {
  return IMAGE_EXTENSIONS.has(extensionOf(name));
}
