import type { DatabaseSync } from "node:sqlite";
import type { StoredFile } from "../../../../domain/document.ts";
import { AppError } from "../../../../domain/errors.ts";
import type { Named } from "../../../../domain/own-id.ts";
import { expectRoomFor } from "../../../../domain/storage-quota.ts";
import type { RemovedDocument } from "../../../../ports/whole-documents.ts";
import { inWriteTransaction, keyOf, rowOf, rowsOf } from "./database.ts";
import type { DocumentRows } from "./document-rows.ts";

/** The columns of a file record, named as the domain names them. */
export const FILE_COLUMNS = `id AS fileId, user_id AS userId, name, mime_type AS mimeType, size_bytes AS sizeBytes,
  created_at AS createdAt`;

const LISTED_AT_ONCE = 1_000;

/** The file records' part of the writing thread. */
export function fileRecords(database: DatabaseSync, documents: DocumentRows) {
  const insert = database.prepare(
    "INSERT INTO files (id, user_id, name, mime_type, size_bytes, created_at) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const usedBy = database.prepare(
    "SELECT coalesce(sum(size_bytes), 0) AS bytes FROM files WHERE user_id = ?",
  );
  const find = database.prepare(
    `SELECT ${FILE_COLUMNS} FROM files WHERE id = ? AND user_id = coalesce(?, user_id)`,
  );
  const ofUser = database.prepare(
    `SELECT ${FILE_COLUMNS} FROM files WHERE user_id = ? AND id > ? ORDER BY id LIMIT ?`,
  );
  const existing = database.prepare(
    "SELECT id FROM files WHERE id IN (SELECT value FROM json_each(?)) AND user_id = coalesce(?, user_id)",
  );
  const any = database.prepare("SELECT 1 FROM files LIMIT 1");
  const rename = database.prepare(
    `UPDATE files SET name = ? WHERE id = ? AND user_id = coalesce(?, user_id) RETURNING ${FILE_COLUMNS}`,
  );
  const remove = database.prepare("DELETE FROM files WHERE id = ? AND user_id = coalesce(?, user_id)");
  const addRemoved = database.prepare("INSERT OR IGNORE INTO removed_files (id) VALUES (?)");
  const forgetRemoved = database.prepare("DELETE FROM removed_files WHERE id = ?");
  const removed = database.prepare(
    "SELECT id FROM removed_files WHERE NOT EXISTS (SELECT 1 FROM files WHERE files.id = removed_files.id)",
  );

  function removeIfPresent(file: Named): boolean {
    const [fileId, owner] = keyOf(file);
    if (remove.run(fileId, owner).changes === 0) return false;
    addRemoved.run(fileId);
    return true;
  }

  return {
    addFile: ({ file, quotaBytes }: { file: StoredFile; quotaBytes: number | null }): void =>
      inWriteTransaction(database, () => {
        const usedBytes = rowOf<{ bytes: number }>(usedBy, file.userId)?.bytes ?? 0;
        expectRoomFor(file, { usedBytes, quotaBytes });
        insert.run(file.fileId, file.userId, file.name, file.mimeType, file.sizeBytes, file.createdAt);
        forgetRemoved.run(file.fileId);
      }),

    findFile: (file: Named): StoredFile => known(rowOf<StoredFile>(find, ...keyOf(file))),

    hasFiles: (): boolean => any.get() !== undefined,
    filesOfUser: ({ userId, after }: { userId: string; after: string }): StoredFile[] =>
      rowsOf<StoredFile>(ofUser, userId, after, LISTED_AT_ONCE),

    existingFiles: ({ fileIds, owner }: { fileIds: readonly string[]; owner: string | null }): string[] =>
      rowsOf<{ id: string }>(existing, JSON.stringify(fileIds), owner).map(({ id }) => id),

    renameFile: ({ file, name }: { file: Named; name: string }): StoredFile =>
      known(rowOf<StoredFile>(rename, name, ...keyOf(file))),

    removeFile: (file: Named): void =>
      inWriteTransaction(database, () => {
        if (!removeIfPresent(file)) throw fileNotFound();
      }),

    /** Files whose record is gone and whose bytes may not be. */
    removedFiles: (): string[] => rowsOf<{ id: string }>(removed).map(({ id }) => id),

    /** The bytes are gone too. */
    forgetRemovedFile: ({ fileId }: { fileId: string }): void => {
      forgetRemoved.run(fileId);
    },

    renameWhole: ({ document, name }: { document: Named; name: string }): StoredFile =>
      inWriteTransaction(database, () => {
        const file = known(rowOf<StoredFile>(rename, name, ...keyOf(document)));
        documents.renameIfPresent(document, file.name);
        return file;
      }),

    removeWhole: (document: Named): RemovedDocument =>
      inWriteTransaction(database, () => ({
        file: removeIfPresent(document),
        chunks: documents.removeIfPresent(document),
      })),
  };
}

function known(file: StoredFile | undefined): StoredFile {
  if (file === undefined) throw fileNotFound();
  return file;
}

function fileNotFound(): AppError {
  return new AppError("file-not-found", "File not found");
}
