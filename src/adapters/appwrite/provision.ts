import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { AppError } from "../../domain/errors.ts";
import type { AppwriteApi, AppwriteRequest } from "./appwrite-api.ts";
import { type Area, refusalIn } from "./appwrite-failure.ts";

export interface PlatformNames {
  databaseId: string;
  sessionsTableId: string;
  jobsTableId: string;
  keysTableId: string;
  bucketId: string;
}

interface Column {
  kind: "varchar" | "longtext" | "datetime";
  size?: number;
  required: boolean;
}

interface TablePlan {
  name: string;
  columns: Record<string, Column>;
  indexes: readonly { columns: readonly string[]; orders: readonly string[] }[];
}

const SESSIONS: TablePlan = {
  name: "Sessions",
  columns: {
    userId: { kind: "varchar", size: 36, required: true },
    title: { kind: "varchar", size: 512, required: true },
    messages: { kind: "longtext", required: true },
    selectedDocument: { kind: "varchar", size: 36, required: false },
    selectedDocuments: { kind: "varchar", size: 2_048, required: false },
    createdAt: { kind: "datetime", required: true },
    updatedAt: { kind: "datetime", required: true },
  },
  indexes: [
    { columns: ["userId", "updatedAt"], orders: ["asc", "desc"] },
    { columns: ["selectedDocument"], orders: ["asc"] },
  ],
};

/** What is looked for has a column; the whole job is JSON in one more. */
const JOBS: TablePlan = {
  name: "Indexing jobs",
  columns: {
    jobId: { kind: "varchar", size: 36, required: true },
    userId: { kind: "varchar", size: 36, required: true },
    state: { kind: "varchar", size: 16, required: true },
    createdAt: { kind: "datetime", required: true },
    updatedAt: { kind: "datetime", required: true },
    job: { kind: "longtext", required: true },
  },
  indexes: [
    { columns: ["jobId"], orders: ["asc"] },
    { columns: ["userId", "updatedAt"], orders: ["asc", "desc"] },
    { columns: ["state", "createdAt"], orders: ["asc", "asc"] },
    { columns: ["state", "updatedAt"], orders: ["asc", "asc"] },
  ],
};

/** A key is found by the id of its row; the whole of it is JSON in one column. */
const KEYS: TablePlan = {
  name: "Keys of programs",
  columns: {
    keyId: { kind: "varchar", size: 36, required: true },
    userId: { kind: "varchar", size: 36, required: true },
    createdAt: { kind: "datetime", required: true },
    endsAt: { kind: "datetime", required: true },
    key: { kind: "longtext", required: true },
  },
  indexes: [
    { columns: ["keyId"], orders: ["asc"] },
    { columns: ["userId", "createdAt"], orders: ["asc", "desc"] },
    { columns: ["createdAt"], orders: ["desc"] },
    { columns: ["endsAt"], orders: ["asc"] },
  ],
};

/** Appwrite 1.8 knows neither `varchar` nor `longtext`: there a text is a string of a certain size. */
const LONG_STRING_SIZE = 5_000_000;
const POLL_MS = 250;

/** Creates the database, the tables with their columns and indexes, and the bucket where missing; says what it did. */
export async function provisionPlatform(
  api: AppwriteApi,
  names: PlatformNames,
  signal: AbortSignal,
): Promise<string[]> {
  const { databaseId, sessionsTableId, bucketId } = names;
  const done: string[] = [];
  const { create, exists } = steps(api, done, signal);
  if (!(await exists("database", `/tablesdb/${databaseId}`))) {
    await create(
      to("database", "POST", "/tablesdb", { databaseId, name: "Carrel" }),
      `the Appwrite database ${databaseId}`,
    );
  }
  done.push(...(await provisionTable(api, { databaseId, tableId: sessionsTableId, plan: SESSIONS }, signal)));
  done.push(...(await provisionJobs(api, names, signal)));
  done.push(...(await provisionKeys(api, names, signal)));
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

/** Creates the table of jobs where it is missing: a library from before there were jobs has none. */
export function provisionJobs(
  api: AppwriteApi,
  { databaseId, jobsTableId }: Pick<PlatformNames, "databaseId" | "jobsTableId">,
  signal: AbortSignal,
): Promise<string[]> {
  return provisionTable(api, { databaseId, tableId: jobsTableId, plan: JOBS }, signal);
}

/** Creates the table of keys where it is missing. */
export function provisionKeys(
  api: AppwriteApi,
  { databaseId, keysTableId }: Pick<PlatformNames, "databaseId" | "keysTableId">,
  signal: AbortSignal,
): Promise<string[]> {
  return provisionTable(api, { databaseId, tableId: keysTableId, plan: KEYS }, signal);
}

async function provisionTable(
  api: AppwriteApi,
  { databaseId, tableId, plan }: { databaseId: string; tableId: string; plan: TablePlan },
  signal: AbortSignal,
): Promise<string[]> {
  const done: string[] = [];
  const { create } = steps(api, done, signal);
  const table = `/tablesdb/${databaseId}/tables/${tableId}`;
  const findTable = () => found(api.json(to("database", "GET", table), tableSchema, signal));
  if ((await findTable()) === undefined) {
    const body = { tableId, name: plan.name, permissions: [], rowSecurity: false };
    await create(to("database", "POST", `/tablesdb/${databaseId}/tables`, body), `the table ${tableId}`);
  }
  const present = new Set((await findTable())?.columns.map(({ key }) => key));
  for (const [key, column] of Object.entries(plan.columns)) {
    if (present.has(key)) continue;
    if (await created(addColumn(api, table, { key, ...column }, signal))) {
      done.push(`Created the column ${tableId}.${key}`);
    }
  }
  const { indexes } = await whenAvailable(findTable, signal);
  for (const { columns, orders } of plan.indexes) {
    const key = columns.join("_");
    if (indexes.some((index) => index.key === key)) continue;
    const body = { key, type: "key", columns, orders };
    await create(to("database", "POST", `${table}/indexes`, body), `the index ${tableId}.${key}`);
    await whenAvailable(findTable, signal);
  }
  return done;
}

function steps(api: AppwriteApi, done: string[], signal: AbortSignal) {
  return {
    async create(request: AppwriteRequest, what: string): Promise<void> {
      if (await created(api.send(request, signal))) done.push(`Created ${what}`);
    },
    async exists(area: Area, path: string): Promise<boolean> {
      return (await found(api.json(to(area, "GET", path), z.object({}), signal))) !== undefined;
    },
  };
}

function to(area: Area, method: "GET" | "POST", path: string, body?: unknown): AppwriteRequest {
  return { method, path, body, area };
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
