import { z } from "zod";
import { DEFAULT_TITLE, type Session } from "../../domain/session.ts";
import type { SessionStore } from "../../ports/session-store.ts";
import { openTurns } from "../backend-calls/turns.ts";
import type { AppwriteApi, AppwriteRequest } from "./appwrite-api.ts";
import { refusalIn } from "./appwrite-failure.ts";

export interface SessionTable {
  databaseId: string;
  tableId: string;
  now(): Date;
  newId(): string;
}

/** Sessions as rows of a table. The key sees every row: what is one user's is asked for by the user's id. */
export function openSessionRows(api: AppwriteApi, table: SessionTable): SessionStore {
  const { databaseId, tableId, now, newId } = table;
  const rows = `/tablesdb/${databaseId}/tables/${tableId}/rows`;
  const turns = openTurns();
  const to = (method: AppwriteRequest["method"], path: string, body?: unknown): AppwriteRequest => ({
    method,
    path,
    ...(body === undefined ? {} : { body }),
    area: "database",
    isRepeatable: true,
  });

  const find = (sessionId: string, signal: AbortSignal) =>
    api.json(to("GET", `${rows}/${sessionId}`), rowSchema, signal);

  return {
    async list(userId, limit, signal) {
      if (limit <= 0) return [];
      const queries = [
        { method: "equal", attribute: "userId", values: [userId] },
        { method: "orderDesc", attribute: "updatedAt" },
        { method: "orderDesc", attribute: "$sequence" },
        { method: "limit", values: [limit] },
      ].map((query) => JSON.stringify(query));
      const listed = await api.json({ ...to("GET", rows), queries }, listSchema, signal);
      return listed.rows;
    },

    async create(session, signal) {
      const rowId = newId();
      const at = now().toISOString();
      const data = { ...session, createdAt: at, updatedAt: at };
      try {
        return await api.json(to("POST", rows, { rowId, data }), rowSchema, signal);
      } catch (error) {
        const refusal = refusalIn(error);
        // The row is our own: the answer to the attempt that made it was lost.
        if (refusal?.status === 409 && refusal.followsLostAttempt) return find(rowId, signal);
        throw error;
      }
    },

    // Changes of one session take turns, so that each starts from the time that the one before it wrote.
    update: (sessionId, { title, messages, selectedDocument }, signal) =>
      turns.take(
        sessionId,
        async () => {
          const before = await find(sessionId, signal);
          const at = Math.max(now().getTime(), Date.parse(before.updatedAt));
          const data = {
            ...(title === undefined ? {} : { title }),
            ...(messages === undefined ? {} : { messages }),
            ...(selectedDocument === undefined ? {} : { selectedDocument }),
            updatedAt: new Date(at).toISOString(),
          };
          return api.json(to("PATCH", `${rows}/${sessionId}`, { data }), rowSchema, signal);
        },
        signal,
      ),

    async remove(sessionId, signal) {
      try {
        await api.send(to("DELETE", `${rows}/${sessionId}`), signal);
      } catch (error) {
        const refusal = refusalIn(error);
        if (refusal?.status === 404 && refusal.followsLostAttempt) return;
        throw error;
      }
    },
  };
}

const timeSchema = z.string().transform((time) => new Date(time).toISOString());

/** A row as a session. Something else may have written it: the platform's own times stand in for missing ones. */
export const rowSchema: z.ZodType<Session> = z
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
    $id: row.$id,
    userId: row.userId,
    title: row.title ?? DEFAULT_TITLE,
    messages: row.messages ?? "[]",
    selectedDocument: row.selectedDocument ?? null,
    createdAt: row.createdAt ?? row.$createdAt,
    updatedAt: row.updatedAt ?? row.$updatedAt,
  }));

const listSchema = z.object({ rows: z.array(rowSchema) });
