import type { DatabaseSync } from "node:sqlite";
import type { ApiKey } from "../../../../domain/api-key.ts";
import { inWriteTransaction, rowOf, rowsOf } from "./database.ts";

const COLUMNS = `id AS keyId, user_id AS userId, label, access, created_at AS createdAt, expires_at AS expiresAt,
  last_used_at AS lastUsedAt`;

/** What has not expired at a time. */
const VALID = "(expires_at IS NULL OR expires_at > ?)";

/** The keys' part of the writing thread. */
export function keyRecords(database: DatabaseSync) {
  const forget = database.prepare("DELETE FROM api_keys WHERE expires_at <= ?");
  const insert = database.prepare(
    `INSERT INTO api_keys (hash, id, user_id, label, access, created_at, expires_at, last_used_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const find = database.prepare(`SELECT ${COLUMNS} FROM api_keys WHERE hash = ? AND ${VALID}`);
  const note = database.prepare("UPDATE api_keys SET last_used_at = ? WHERE hash = ?");
  const listAll = database.prepare(
    `SELECT ${COLUMNS} FROM api_keys WHERE ${VALID} ORDER BY created_at DESC, id DESC`,
  );
  const list = database.prepare(
    `SELECT ${COLUMNS} FROM api_keys WHERE ${VALID} AND user_id = ? ORDER BY created_at DESC, id DESC`,
  );
  const remove = database.prepare(
    `DELETE FROM api_keys WHERE id = ? AND user_id = coalesce(?, user_id) AND ${VALID}`,
  );
  const removeAll = database.prepare("DELETE FROM api_keys WHERE user_id = ?");

  /** Changes keys after those whose time is over are gone, so that none of them counts. */
  function change<T>(at: string, work: () => T): T {
    return inWriteTransaction(database, () => {
      forget.run(at);
      return work();
    });
  }

  return {
    addKey: ({ key, at }: { key: ApiKey & { hash: string }; at: string }): void =>
      change(at, () => {
        const { hash, keyId, userId, label, access, createdAt, expiresAt, lastUsedAt } = key;
        insert.run(hash, keyId, userId, label, access, createdAt, expiresAt, lastUsedAt);
      }),

    findKey: ({ hash, at }: { hash: string; at: string }): ApiKey | null =>
      rowOf<ApiKey>(find, hash, at) ?? null,

    noteKey: ({ hash, at }: { hash: string; at: string }): void => {
      note.run(at, hash);
    },

    listKeys: ({ userId, at }: { userId: string | null; at: string }): ApiKey[] =>
      userId === null ? rowsOf<ApiKey>(listAll, at) : rowsOf<ApiKey>(list, at, userId),

    removeKey: ({ keyId, userId, at }: { keyId: string; userId: string | null; at: string }): boolean =>
      remove.run(keyId, userId, at).changes === 1,

    removeKeys: ({ userId, at }: { userId: string; at: string }): number =>
      change(at, () => Number(removeAll.run(userId).changes)),
  };
}
