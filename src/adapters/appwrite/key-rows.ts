import type { ApiKey } from "../../domain/api-key.ts";
import { isWorthNoting } from "../../domain/note-use.ts";
import type { KeyStore } from "../../ports/key-store.ts";
import { type AppwriteApi, type AppwriteQuery, rowRequest } from "./appwrite-api.ts";
import { refusalIn } from "./appwrite-failure.ts";
import { columnsOf, type KeyRow, keyRowSchema, keyRowsSchema, rowIdOf } from "./key-row.ts";
import { isMissingRow, type MadeTable, openMadeTable } from "./made-table.ts";

/** How many that have expired are removed with a new one. */
const SWEPT_AT_ONCE = 25;

/**
 * Keys as rows of a table, each under an id that is derived from its hash, so that one call finds it. What Appwrite
 * takes for the same hash, key or user is compared to the letter.
 */
export function openKeyRows(api: AppwriteApi, { now, ...table }: MadeTable & { now(): Date }): KeyStore {
  const { rows, withTable, look, scan } = openMadeTable(api, table, {
    row: keyRowSchema,
    rows: keyRowsSchema,
  });

  const isValid = ({ expiresAt }: ApiKey) => expiresAt === null || Date.parse(expiresAt) > now().getTime();

  async function find(hash: string, signal: AbortSignal): Promise<KeyRow | null> {
    const row = await look(rowIdOf(hash), signal);
    return row !== null && row.hash === hash && isValid(row.key) ? row : null;
  }

  /** Removes a row; whether it was there. */
  async function removeRow({ rowId }: KeyRow, signal: AbortSignal): Promise<boolean> {
    try {
      await api.send(rowRequest("DELETE", `${rows}/${rowId}`), signal);
      return true;
    } catch (error) {
      if (isMissingRow(error)) return refusalIn(error)?.followsLostAttempt === true;
      throw error;
    }
  }

  async function sweep(signal: AbortSignal): Promise<void> {
    const queries = [
      { method: "orderAsc", attribute: "endsAt" },
      { method: "limit", values: [SWEPT_AT_ONCE] },
    ];
    const request = { ...rowRequest("GET", rows), queries };
    const first = await withTable(() => api.json(request, keyRowsSchema, signal), signal);
    for (const row of first) if (!isValid(row.key)) await removeRow(row, signal);
  }

  async function ownRows(userId: string, signal: AbortSignal): Promise<KeyRow[]> {
    const found: KeyRow[] = [];
    for await (const row of scan([equal("userId", userId)], signal)) {
      if (row.key.userId === userId) found.push(row);
    }
    return found;
  }

  return {
    async add({ hash, ...given }, signal) {
      await sweep(signal);
      const key = { ...given, label: given.label.toWellFormed() };
      const body = { rowId: rowIdOf(hash), data: columnsOf(key, hash) };
      try {
        await withTable(() => api.send(rowRequest("POST", rows, body), signal), signal);
      } catch (error) {
        const refusal = refusalIn(error);
        // It was made by an attempt whose answer was lost.
        const isOwn = refusal?.status === 409 && refusal.followsLostAttempt;
        if (!isOwn || (await find(hash, signal))?.key.keyId !== key.keyId) throw error;
      }
    },

    async use(hash, signal) {
      const row = await find(hash, signal);
      if (row === null || !isWorthNoting(row.key.lastUsedAt, now())) return row?.key ?? null;
      const key = { ...row.key, lastUsedAt: now().toISOString() };
      const data = { key: columnsOf(key, hash).key };
      try {
        await api.send(rowRequest("PATCH", `${rows}/${row.rowId}`, { data }), signal);
      } catch (error) {
        // It was removed meanwhile.
        if (isMissingRow(error)) return null;
        throw error;
      }
      return key;
    },

    async list(userId, signal) {
      const latestFirst = { method: "orderDesc", attribute: "createdAt" };
      const queries = userId === null ? [latestFirst] : [equal("userId", userId), latestFirst];
      const found: ApiKey[] = [];
      for await (const { key } of scan(queries, signal)) {
        if ((userId === null || key.userId === userId) && isValid(key)) found.push(key);
      }
      return found;
    },

    async remove(keyId, userId, signal) {
      for await (const row of scan([equal("keyId", keyId)], signal)) {
        const { key } = row;
        if (key.keyId !== keyId || (userId !== null && key.userId !== userId)) continue;
        return (await removeRow(row, signal)) && isValid(key);
      }
      return false;
    },

    async removeAll(userId, signal) {
      let removed = 0;
      // Again, because there may be more than one look finds.
      for (let own = await ownRows(userId, signal); own.length > 0; own = await ownRows(userId, signal)) {
        for (const row of own) {
          if ((await removeRow(row, signal)) && isValid(row.key)) removed += 1;
        }
      }
      return removed;
    },
  };
}

function equal(attribute: string, value: string): AppwriteQuery {
  return { method: "equal", attribute, values: [value] };
}
