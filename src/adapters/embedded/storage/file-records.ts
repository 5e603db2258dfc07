import type { DatabaseSync } from "node:sqlite";
import type { StoredFile } from "../../../domain/document.ts";
import { AppError } from "../../../domain/errors.ts";
import { rowOf, rowsOf } from "./database.ts";

/** The columns of a file record, named as the domain names them. */
export const FILE_COLUMNS = `id AS fileId, user_id AS userId, name, mime_type AS mimeType, size_bytes AS sizeBytes,
  created_at AS createdAt`;

const LISTED_AT_ONCE = 1_000;

/** The file records' part of the writing thread. */
export function fileRecords(database: DatabaseSync) {
  const insert = database.prepare(
    "INSERT INTO files (id, user_id, name, mime_type, size_bytes, created_at) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const find = database.prepare(`SELECT ${FILE_COLUMNS} FROM files WHERE id = ?`);
  const ofUser = database.prepare(
    `SELECT ${FILE_COLUMNS} FROM files WHERE user_id = ? AND id > ? ORDER BY id LIMIT ?`,
  );
  const existing = database.prepare("SELECT id FROM files WHERE id IN (SELECT value FROM json_each(?))");
  const rename = database.prepare(`UPDATE files SET name = ? WHERE id = ? RETURNING ${FILE_COLUMNS}`);
  const remove = database.prepare("DELETE FROM files WHERE id = ?");

  return {
    addFile: (file: StoredFile): void => {
      insert.run(file.fileId, file.userId, file.name, file.mimeType, file.sizeBytes, file.createdAt);
    },

    findFile: ({ fileId }: { fileId: string }): StoredFile => known(rowOf<StoredFile>(find, fileId)),

    filesOfUser: ({ userId, after }: { userId: string; after: string }): StoredFile[] =>
      rowsOf<StoredFile>(ofUser, userId, after, LISTED_AT_ONCE),

    existingFiles: ({ fileIds }: { fileIds: readonly string[] }): string[] =>
      rowsOf<{ id: string }>(existing, JSON.stringify(fileIds)).map(({ id }) => id),

    renameFile: ({ fileId, name }: { fileId: string; name: string }): StoredFile =>
      known(rowOf<StoredFile>(rename, name, fileId)),

    removeFile: ({ fileId }: { fileId: string }): void => {
      if (remove.run(fileId).changes === 0) throw fileNotFound();
    },
  };
}

function known(file: StoredFile | undefined): StoredFile {
  if (file === undefined) throw fileNotFound();
  return file;
}

function fileNotFound(): AppError {
  return new AppError("file-not-found", "File not found");
}
