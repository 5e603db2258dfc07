import { z } from "zod";
import type { AppwriteQuery } from "./appwrite-api.ts";

/** What is read of a session's row to see what is pinned to it. */
export interface PinnedRow {
  $id: string;
  userId: string;
  selectedDocument?: string | null | undefined;
  selectedDocuments?: string | null | undefined;
}

export const OWNERS_ONLY: AppwriteQuery = { method: "select", values: ["$id", "userId"] };
export const PINS_ONLY: AppwriteQuery = { method: "select", values: ["$id", "userId", "selectedDocument"] };
export const ALL_PINS: AppwriteQuery = {
  method: "select",
  values: ["$id", "userId", "selectedDocument", "selectedDocuments"],
};
export const pinnedSchema: z.ZodType<PinnedRow[]> = z
  .object({
    rows: z.array(
      z.object({
        ...{ $id: z.string(), userId: z.string() },
        ...{ selectedDocument: z.string().nullish(), selectedDocuments: z.string().nullish() },
      }),
    ),
  })
  .transform(({ rows }) => rows);
