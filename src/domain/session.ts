import { z } from "zod";
import { idSchema } from "./id.ts";

/** How many sessions a user's list holds at most. */
export const MAX_LISTED_SESSIONS = 100;

/** The title of a session that nobody has named. */
export const DEFAULT_TITLE = "New Chat";

/** A chat session as it is stored and answered: `messages` is JSON in a string. */
export const sessionSchema = z
  .object({
    $id: idSchema.describe("Record ID assigned by the database."),
    userId: idSchema.describe("Owner."),
    title: z.string().describe("Display title."),
    messages: z.string().describe("JSON-encoded array of messages: a string, not an array."),
    selectedDocument: idSchema.nullable().describe("File ID of the document pinned to the session."),
    selectedDocuments: z
      .array(idSchema)
      .optional()
      .describe("All pinned documents, where there are several; the first is `selectedDocument`."),
    createdAt: z.string().describe("ISO 8601 timestamp."),
    updatedAt: z.string().describe("ISO 8601 timestamp."),
  })
  .meta({ id: "Session" });

export type Session = z.infer<typeof sessionSchema>;

/** A session without its messages, which may take megabytes: what a list of titles needs. */
export const sessionSummarySchema = sessionSchema
  .omit({ messages: true, selectedDocuments: true })
  .meta({ id: "SessionSummary" });

export type SessionSummary = z.infer<typeof sessionSummarySchema>;

/** What a new session consists of before the store has recorded it. */
export type NewSession = Pick<Session, "userId" | "title" | "messages"> & Pins;

/** What is pinned: several documents only where there are several, the first of them in both places. */
type Pins = Pick<Session, "selectedDocument" | "selectedDocuments">;

/**
 * The fields of a session that change; what is absent stays. A change of what is pinned names `selectedDocument`, and
 * `selectedDocuments` where there are several.
 */
export type SessionChanges = { [K in "title" | "messages" | "selectedDocument"]?: Session[K] | undefined } & {
  selectedDocuments?: readonly string[] | undefined;
};

/** How many documents may be pinned to a session. */
export const MAX_PINNED_DOCUMENTS = 50;

/** The documents that are pinned to a session. */
export function pinsOf({ selectedDocument, selectedDocuments }: Pins): readonly string[] {
  return selectedDocuments ?? (selectedDocument === null ? [] : [selectedDocument]);
}

/** The fields of a session that these documents are pinned to. */
export function pinning(documentIds: readonly string[]): Pins {
  const [first = null, ...others] = new Set(documentIds);
  return {
    selectedDocument: first,
    ...(first !== null && others.length > 0 ? { selectedDocuments: [first, ...others] } : {}),
  };
}
