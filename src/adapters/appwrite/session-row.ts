import { z } from "zod";
import { DEFAULT_TITLE, type Session, type SessionSummary } from "../../domain/session.ts";

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
      createdAt: row.createdAt ?? row.$createdAt,
      updatedAt: row.updatedAt ?? row.$updatedAt,
    },
    writtenAt: row.$updatedAt,
  }));

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
  sessions.map(({ messages: _messages, ...summary }) => summary),
);
