import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { AppError } from "../../domain/errors.ts";
import type { AppwriteApi, AppwriteRequest } from "./appwrite-api.ts";
import { type Area, refusalIn } from "./appwrite-failure.ts";

export interface PlatformNames {
  databaseId: string;
  sessionsTableId: string;
  bucketId: string;
}

interface Column {
  kind: "varchar" | "longtext" | "datetime";
  size?: number;
  required: boolean;
}

const COLUMNS: Record<string, Column> = {
  userId: { kind: "varchar", size: 36, required: true },
  title: { kind: "varchar", size: 512, required: true },
  messages: { kind: "longtext", required: true },
  selectedDocument: { kind: "varchar", size: 36, required: false },
  createdAt: { kind: "datetime", required: true },
  updatedAt: { kind: "datetime", required: true },
};

/** Appwrite 1.8 knows neither `varchar` nor `longtext`: there a text is a string of a certain size. */
const LONG_STRING_SIZE = 5_000_000;
const INDEX = {
  key: "userId_updatedAt",
  type: "key",
  columns: ["userId", "updatedAt"],
  orders: ["asc", "desc"],
};
const POLL_MS = 250;

/** Creates the database, the table with its columns and index, and the bucket where missing; says what it did. */
export async function provisionPlatform(
  api: AppwriteApi,
  { databaseId, sessionsTableId, bucketId }: PlatformNames,
  signal: AbortSignal,
): Promise<string[]> {
  const done: string[] = [];
  const table = `/tablesdb/${databaseId}/tables/${sessionsTableId}`;
  const findTable = () => found(api.json(to("database", "GET", table), tableSchema, signal));
  const create = async (request: AppwriteRequest, what: string) => {
    if (await created(api.send(request, signal))) done.push(`Created ${what}`);
  };

  const exists = async (area: Area, path: string) =>
    (await found(api.json(to(area, "GET", path), z.object({}), signal))) !== undefined;

  if (!(await exists("database", `/tablesdb/${databaseId}`))) {
    await create(
      to("database", "POST", "/tablesdb", { databaseId, name: "Carrel" }),
      `the Appwrite database ${databaseId}`,
    );
  }
  if ((await findTable()) === undefined) {
    await create(
      to("database", "POST", `/tablesdb/${databaseId}/tables`, {
        tableId: sessionsTableId,
        name: "Sessions",
        permissions: [],
        rowSecurity: false,
      }),
      `the table ${sessionsTableId}`,
    );
  }
  const present = new Set((await findTable())?.columns.map(({ key }) => key));
  for (const [key, column] of Object.entries(COLUMNS)) {
    if (present.has(key)) continue;
    if (await created(addColumn(api, table, { key, ...column }, signal))) {
      done.push(`Created the column ${sessionsTableId}.${key}`);
    }
  }
  const settled = await whenAvailable(findTable, signal);
  if (!settled.indexes.some(({ key }) => key === INDEX.key)) {
    await create(
      to("database", "POST", `${table}/indexes`, INDEX),
      `the index ${sessionsTableId}.${INDEX.key}`,
    );
    await whenAvailable(findTable, signal);
  }
  if (!(await exists("storage", `/storage/buckets/${bucketId}`))) {
    await create(
      to("storage", "POST", "/storage/buckets", {
        bucketId,
        name: "Documents",
        permissions: [],
        fileSecurity: true,
      }),
      `the bucket ${bucketId}`,
    );
  }
  return done;
}

function to(area: Area, method: "GET" | "POST", path: string, body?: unknown): AppwriteRequest {
  return { method, path, ...(body === undefined ? {} : { body }), area, isRepeatable: true };
}

const tableSchema = z.object({
  columns: z.array(z.object({ key: z.string(), status: z.string() })),
  indexes: z.array(z.object({ key: z.string(), status: z.string() })),
});

type Table = z.infer<typeof tableSchema>;

/** What is asked for, undefined where it does not exist. A missing project is no such case. */
async function found<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking;
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal?.status === 404 && MISSING_TYPES.has(refusal.type)) return undefined;
    throw error;
  }
}

const MISSING_TYPES: ReadonlySet<string> = new Set([
  "database_not_found",
  "table_not_found",
  "collection_not_found",
  "storage_bucket_not_found",
]);

/** Whether it was we who created it: another copy may do so at the same moment. */
async function created(creating: Promise<void>): Promise<boolean> {
  try {
    await creating;
    return true;
  } catch (error) {
    if (refusalIn(error)?.status === 409) return false;
    throw error;
  }
}

async function addColumn(
  api: AppwriteApi,
  table: string,
  { key, kind, size, required }: Column & { key: string },
  signal: AbortSignal,
): Promise<void> {
  const sized = size === undefined ? {} : { size };
  try {
    await api.send(to("database", "POST", `${table}/columns/${kind}`, { key, ...sized, required }), signal);
  } catch (error) {
    if (kind === "datetime" || !isUnknownRoute(error)) throw error;
    const body = { key, size: size ?? LONG_STRING_SIZE, required };
    await api.send(to("database", "POST", `${table}/columns/string`, body), signal);
  }
}

/** The table was found, so it is the kind of column that the server does not know. It says so by an HTML page. */
function isUnknownRoute(error: unknown): boolean {
  const refusal = refusalIn(error);
  return refusal?.status === 404 && (refusal.type === "" || refusal.type === "general_route_not_found");
}

/** Columns and indexes are made in the background. */
async function whenAvailable(
  findTable: () => Promise<Table | undefined>,
  signal: AbortSignal,
): Promise<Table> {
  for (;;) {
    signal.throwIfAborted();
    const table = await findTable();
    if (table === undefined) {
      throw new AppError("database-failed", "The table was removed while it was being set up");
    }
    const parts = [...table.columns, ...table.indexes];
    const broken = parts.find(({ status }) => status === "failed" || status === "stuck");
    if (broken !== undefined) {
      throw new AppError("database-failed", `The database could not create ${broken.key}`, {
        details: "Remove it in the console and run `npm run carrel -- provision` again",
      });
    }
    if (parts.every(({ status }) => status === "available")) return table;
    await pause(POLL_MS);
  }
}
