import { z } from "zod";
import {
  DEFAULT_TITLE,
  type Session,
  type SessionChanges,
  type SessionSummary,
} from "../../domain/session.ts";

/** A session and when its row was last written, which is the platform's own time and not `updatedAt`. */
export interface SessionRow {
  session: Session;
  writtenAt: string;
}

const timeSchema = z.string().transform((time) => new Date(time).toISOString());

/** A row as a session. Something else may have written it: the platform's own times stand in for missing ones. */
export const rowSchema: z.ZodType<SessionRow> = z
  .object({
    $id: z.string(),
    $createdAt: timeSchema,
    $updatedAt: timeSchema,
    userId: z.string(),
    title: z.string().nullish(),
    messages: z.string().nullish(),
    selectedDocument: z.string().nullish(),
    selectedDocuments: z.string().nullish(),
    createdAt: timeSchema.nullish(),
    updatedAt: timeSchema.nullish(),
  })
  .transform((row) => ({
    session: {
      $id: row.$id,
      userId: row.userId,
      title: row.title ?? DEFAULT_TITLE,
      messages: row.messages ?? "[]",
      selectedDocument: row.selectedDocument ?? null,
      ...severalOf(row),
      createdAt: row.createdAt ?? row.$createdAt,
      updatedAt: row.updatedAt ?? row.$updatedAt,
    },
    writtenAt: row.$updatedAt,
  }));

/** Several pinned documents are JSON in one column. What something else has written beside it does not count. */
export function severalOf(row: {
  selectedDocument?: string | null | undefined;
  selectedDocuments?: string | null | undefined;
}) {
  const ids = /^\["[\w.-]+"(?:,"[\w.-]+")+\]$/.test(row.selectedDocuments ?? "")
    ? (JSON.parse(row.selectedDocuments ?? "[]") as string[])
    : [];
  return ids.length > 1 && ids[0] === row.selectedDocument ? { selectedDocuments: ids } : {};
}

/** What is pinned, as columns. The one for several is only named where it is needed: older tables lack it. */
export function pinColumns(
  { selectedDocument, selectedDocuments }: Pick<SessionChanges, "selectedDocument" | "selectedDocuments">,
  before?: Session,
): object {
  if (selectedDocument === undefined) return {};
  if (selectedDocuments !== undefined)
    return { selectedDocument, selectedDocuments: JSON.stringify(selectedDocuments) };
  return before?.selectedDocuments === undefined
    ? { selectedDocument }
    : { selectedDocument, selectedDocuments: null };
}

/** The sessions of a list of rows. */
export const sessionsSchema: z.ZodType<Session[]> = z
  .object({ rows: z.array(rowSchema) })
  .transform(({ rows }) => rows.map(({ session }) => session));

/** The columns that a session is listed with where its messages are left out. */
export const SUMMARY_COLUMNS = [
  ...["$id", "$createdAt", "$updatedAt"],
  ...["userId", "title", "selectedDocument", "createdAt", "updatedAt"],
];

/** The summaries of a list of rows. */
export const summariesSchema: z.ZodType<SessionSummary[]> = sessionsSchema.transform((sessions) =>
  sessions.map(({ messages: _messages, selectedDocuments: _several, ...summary }) => summary),
);
