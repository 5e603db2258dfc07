import type { DatabaseSync } from "node:sqlite";
import type { StoredFile } from "../../../../domain/document.ts";
import { AppError } from "../../../../domain/errors.ts";
import type { Session } from "../../../../domain/session.ts";
import type { ArchivedDocument } from "../../../../ports/vector-archive.ts";
import type { PackedChunk } from "../vectors/pack-points.ts";
import { inSnapshot, rowOf, rowsOf } from "./database.ts";
import { FILE_COLUMNS } from "./file-records.ts";
import { SESSION_COLUMNS, type SessionRow, sessionOf } from "./session-records.ts";
import { VECTORS_PER_ROW } from "./vector-rows.ts";

/** The chunks of one row of vectors, with their vectors one after the other. */
export interface ArchivedPart {
  chunks: PackedChunk[];
  numbers: Uint8Array;
}

/** Messages may take megabytes, so few sessions are read at once. */
const SESSIONS_AT_ONCE = 10;
const RECORDS_AT_ONCE = 1_000;

/** What the writing thread reads and writes of everybody's sessions, files and documents. */
export function archiveRecords(database: DatabaseSync) {
  const sessions = database.prepare(
    `SELECT sequence, ${SESSION_COLUMNS} FROM sessions WHERE sequence > ? ORDER BY sequence LIMIT ?`,
  );
  const putSession = database.prepare(
    `INSERT INTO sessions (id, user_id, title, messages, selected_document, selected_documents, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET user_id = excluded.user_id, title = excluded.title,
       messages = excluded.messages, selected_document = excluded.selected_document,
       selected_documents = excluded.selected_documents,
       created_at = excluded.created_at, updated_at = excluded.updated_at`,
  );
  const files = database.prepare(`SELECT ${FILE_COLUMNS} FROM files WHERE id > ? ORDER BY id LIMIT ?`);
  const documents = database.prepare(
    `SELECT document_id AS documentId, user_id AS userId, name AS documentName, type AS documentType, category,
       pages, size_bytes AS size, indexed_at AS indexedAt, index_version AS indexVersion, chunks
     FROM documents WHERE document_id > ? ORDER BY document_id LIMIT ?`,
  );
  const isUnchanged = database.prepare("SELECT 1 FROM documents WHERE document_id = ? AND index_version = ?");
  const chunks = database.prepare(
    `SELECT id, chunk_index AS chunkIndex, text, page_number AS pageNumber, section, part,
       start_offset AS start, end_offset AS "end"
     FROM chunks WHERE document_id = ? AND position >= ? ORDER BY position LIMIT ?`,
  );
  const vectors = database.prepare("SELECT numbers FROM vectors WHERE document_id = ? AND part = ?");

  return {
    sessionsAfter: ({ sequence }: { sequence: number }): (Session & { sequence: number })[] =>
      rowsOf<SessionRow<Session & { sequence: number }>>(sessions, sequence, SESSIONS_AT_ONCE).map((row) =>
        sessionOf<Session & { sequence: number }>(row),
      ),

    putSession: (session: Session): void => {
      putSession.run(
        ...[session.$id, session.userId, session.title, session.messages, session.selectedDocument],
        session.selectedDocuments === undefined ? null : JSON.stringify(session.selectedDocuments),
        ...[session.createdAt, session.updatedAt],
      );
    },

    filesAfter: ({ fileId }: { fileId: string }): StoredFile[] =>
      rowsOf<StoredFile>(files, fileId, RECORDS_AT_ONCE),

    documentsAfter: ({ documentId }: { documentId: string }): ArchivedDocument[] =>
      rowsOf<ArchivedDocument>(documents, documentId, RECORDS_AT_ONCE),

    archivedPart: ({ documentId, indexVersion, part }: PartKey): ArchivedPart =>
      inSnapshot(database, () => {
        const row = rowOf<{ numbers: Uint8Array }>(vectors, documentId, part);
        if (isUnchanged.get(documentId, indexVersion) === undefined || row === undefined) throw hasChanged();
        const from = part * VECTORS_PER_ROW;
        return {
          chunks: rowsOf<PackedChunk>(chunks, documentId, from, VECTORS_PER_ROW),
          numbers: row.numbers,
        };
      }),
  };
}

interface PartKey {
  documentId: string;
  indexVersion: string;
  part: number;
}

function hasChanged(): AppError {
  return new AppError("vector-store-failed", "The document was changed while it was being read");
}
