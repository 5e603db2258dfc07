import type { z } from "zod";
import { type AppwriteApi, type AppwriteQuery, rowRequest } from "./appwrite-api.ts";
import { refusalIn } from "./appwrite-failure.ts";

/** Where a table is, and how it comes to be there. */
export interface MadeTable {
  databaseId: string;
  tableId: string;
  /** Makes the table. */
  setUp(signal: AbortSignal): Promise<void>;
}

interface RowSchemas<Row> {
  row: z.ZodType<Row>;
  rows: z.ZodType<Row[]>;
}

const SCANNED_AT_ONCE = 1_000;
/** How many rows are looked through at most: more than that is left for a later look. */
const MOST_SCANNED = 20_000;

/** The rows of a table that is made when it is first needed: a library from before it was thought of has none. */
export function openMadeTable<Row>(
  api: AppwriteApi,
  { databaseId, tableId, setUp }: MadeTable,
  schemas: RowSchemas<Row>,
) {
  const rows = `/tablesdb/${databaseId}/tables/${tableId}/rows`;

  /** Does what needs the table, and makes it first where it is missing. */
  async function withTable<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const type = refusalIn(error)?.type;
      if (type !== "table_not_found" && type !== "collection_not_found") throw error;
      await setUp(signal);
      return work();
    }
  }

  return {
    rows,
    withTable,

    /** The row that Appwrite takes for the one with this id; null where there is none. */
    async look(rowId: string, signal: AbortSignal): Promise<Row | null> {
      try {
        return await withTable(
          () => api.json(rowRequest("GET", `${rows}/${rowId}`), schemas.row, signal),
          signal,
        );
      } catch (error) {
        if (isMissingRow(error)) return null;
        throw error;
      }
    },

    /** The rows that queries list, one page after the other, no more than there is time for. */
    async *scan(queries: readonly AppwriteQuery[], signal: AbortSignal): AsyncGenerator<Row> {
      for (let from = 0; from < MOST_SCANNED; from += SCANNED_AT_ONCE) {
        const page = [
          { method: "limit", values: [SCANNED_AT_ONCE] },
          { method: "offset", values: [from] },
        ];
        const request = { ...rowRequest("GET", rows), queries: [...queries, ...page] };
        const found = await withTable(() => api.json(request, schemas.rows, signal), signal);
        yield* found;
        if (found.length < SCANNED_AT_ONCE) return;
      }
    },
  };
}

/** Whether the failure says that there is no such row. */
export function isMissingRow(error: unknown): boolean {
  const { type } = refusalIn(error) ?? {};
  return type === "row_not_found" || type === "document_not_found";
}
