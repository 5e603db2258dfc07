import { CollatedMap } from "./appwrite-collation.ts";
import { AppwriteRefusal, applyQueries, type Entry } from "./appwrite-queries.ts";
import type { Answered, Asked } from "./backend-double.ts";

interface Column extends Entry {
  key: string;
  type: string;
  size?: number;
  required: boolean;
}

interface Table {
  id: string;
  name: string;
  rowSecurity: boolean;
  columns: Column[];
  indexes: Entry[];
  rows: Map<string, Entry>;
  createdAt: string;
}

interface Database {
  id: string;
  name: string;
  createdAt: string;
  tables: Map<string, Table>;
}

/** What a request brings. */
export interface TableRequest {
  route: string;
  ids: string[];
  body: Entry;
  queries: string[];
  headers: Asked["headers"];
}

/** The TablesDB half of the double, as a function of requests. Its state is in the closure. */
export function openTables(now: () => string): (request: TableRequest) => Answered | undefined {
  const databases = new CollatedMap<Database>();
  let sequence = 0;

  function databaseOf(id = ""): Database {
    const database = databases.get(id);
    if (database === undefined) throw new AppwriteRefusal(404, "database_not_found", "Database not found");
    return database;
  }

  function tableOf([databaseId, tableId]: string[]): Table {
    const table = databaseOf(databaseId).tables.get(tableId ?? "");
    if (table === undefined) throw new AppwriteRefusal(404, "table_not_found", "Table not found");
    return table;
  }

  function rowOf(ids: string[]): Entry {
    const row = tableOf(ids).rows.get(ids[2] ?? "");
    if (row === undefined) throw new AppwriteRefusal(404, "row_not_found", "Row not found");
    return row;
  }

  /** The row that is to be changed, unless somebody has written it after the time that the request names. */
  function unchangedRowOf(ids: string[], { "x-appwrite-timestamp": readAt }: Asked["headers"]): Entry {
    const row = rowOf(ids);
    if (typeof readAt === "string" && Date.parse(String(row.$updatedAt)) > Date.parse(readAt)) {
      throw new AppwriteRefusal(409, "row_update_conflict", "Remote row is newer than local.");
    }
    return row;
  }

  function createDatabase({ databaseId, name }: Entry): Answered {
    const id = String(databaseId);
    if (databases.has(id))
      throw new AppwriteRefusal(409, "database_already_exists", "Database already exists");
    databases.set(id, { id, name: String(name), createdAt: now(), tables: new CollatedMap() });
    return { status: 201, body: shownDatabase(databaseOf(id)) };
  }

  function createTable(databaseId: string | undefined, body: Entry): Answered {
    const { tables } = databaseOf(databaseId);
    const id = String(body.tableId);
    if (tables.has(id)) throw new AppwriteRefusal(409, "table_already_exists", "Table already exists");
    tables.set(id, {
      id,
      name: String(body.name),
      rowSecurity: body.rowSecurity === true,
      columns: [],
      indexes: [],
      rows: new CollatedMap(),
      createdAt: now(),
    });
    return { status: 201, body: shownTable(databaseId, tableOf([databaseId ?? "", id])) };
  }

  function createColumn(ids: string[], type: string, { key, size, required }: Entry): Answered {
    const table = tableOf(ids);
    if (table.columns.some((column) => column.key === key)) {
      throw new AppwriteRefusal(409, "column_already_exists", "Column already exists");
    }
    const column: Column = {
      key: String(key),
      type,
      status: "processing",
      error: "",
      required: required === true,
      array: false,
      $createdAt: now(),
      $updatedAt: now(),
      ...(typeof size === "number" ? { size } : {}),
      ...(type === "datetime" ? { format: "" } : {}),
      default: null,
    };
    table.columns.push(column);
    return { status: 202, body: structuredClone(column) };
  }

  function createIndex(ids: string[], { key, type, columns, orders }: Entry): Answered {
    const table = tableOf(ids);
    for (const name of Array.isArray(columns) ? columns : []) {
      const column = table.columns.find((one) => one.key === name);
      if (column?.status !== "available") {
        throw new AppwriteRefusal(400, "column_not_available", "Column not available");
      }
    }
    const index = {
      $id: String(key),
      $createdAt: now(),
      $updatedAt: now(),
      key: String(key),
      type: String(type),
      status: "processing",
      error: "",
      columns: Array.isArray(columns) ? columns : [],
      lengths: [],
      orders: Array.isArray(orders) ? orders : [],
    };
    table.indexes.push(index);
    return { status: 202, body: structuredClone(index) };
  }

  /** What is made in the background is ready by the time that somebody has looked. */
  function lookAtTable(ids: string[]): Answered {
    const table = tableOf(ids);
    const body = structuredClone(shownTable(ids[0], table));
    for (const part of [...table.columns, ...table.indexes]) part.status = "available";
    return { status: 200, body };
  }

  function createRow(ids: string[], { rowId, data, permissions }: Entry): Answered {
    const table = tableOf(ids);
    const id = String(rowId);
    if (table.rows.has(id)) throw new AppwriteRefusal(409, "row_already_exists", "Row already exists");
    sequence += 1;
    const fields = validated(table, { ...emptyRow(table), ...entryOf(data) });
    const row: Entry = {
      ...fields,
      $id: id,
      $sequence: String(sequence),
      $createdAt: now(),
      $updatedAt: now(),
      $permissions: Array.isArray(permissions) ? permissions : [],
      $databaseId: ids[0],
      $tableId: table.id,
    };
    table.rows.set(id, row);
    return { status: 201, body: structuredClone(row) };
  }

  function updateRow(ids: string[], { data }: Entry, headers: Asked["headers"]): Answered {
    const row = unchangedRowOf(ids, headers);
    const table = tableOf(ids);
    const fields = Object.fromEntries(Object.entries(row).filter(([key]) => !key.startsWith("$")));
    Object.assign(row, validated(table, { ...fields, ...entryOf(data) }), { $updatedAt: now() });
    return { status: 200, body: structuredClone(row) };
  }

  function listRows(ids: string[], queries: string[]): Answered {
    const table = tableOf(ids);
    const isKnown = (name: string) => name.startsWith("$") || table.columns.some(({ key }) => key === name);
    const { total, entries } = applyQueries([...table.rows.values()], queries, isKnown);
    return { status: 200, body: { total, rows: structuredClone(entries) } };
  }

  return ({ route, ids, body, queries, headers }) => {
    switch (route) {
      case "POST /tablesdb":
        return createDatabase(body);
      case "GET /tablesdb/*":
        return { status: 200, body: shownDatabase(databaseOf(ids[0])) };
      case "DELETE /tablesdb/*":
        databases.delete(databaseOf(ids[0]).id);
        return { status: 204 };
      case "POST /tablesdb/*/tables":
        return createTable(ids[0], body);
      case "GET /tablesdb/*/tables/*":
        return lookAtTable(ids);
      case "DELETE /tablesdb/*/tables/*":
        databaseOf(ids[0]).tables.delete(tableOf(ids).id);
        return { status: 204 };
      case "POST /tablesdb/*/tables/*/columns/*":
        return createColumn(ids, ids[2] ?? "", body);
      case "POST /tablesdb/*/tables/*/indexes":
        return createIndex(ids, body);
      case "GET /tablesdb/*/tables/*/rows":
        return listRows(ids, queries);
      case "POST /tablesdb/*/tables/*/rows":
        return createRow(ids, body);
      case "GET /tablesdb/*/tables/*/rows/*":
        return { status: 200, body: structuredClone(rowOf(ids)) };
      case "PATCH /tablesdb/*/tables/*/rows/*":
        return updateRow(ids, body, headers);
      case "DELETE /tablesdb/*/tables/*/rows/*":
        tableOf(ids).rows.delete(String(unchangedRowOf(ids, headers).$id));
        return { status: 204 };
      default:
        return undefined;
    }
  };
}

function entryOf(value: unknown): Entry {
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

function emptyRow(table: Table): Entry {
  return Object.fromEntries(table.columns.map(({ key }) => [key, null]));
}

/** Rows hold exactly the columns of their table; times come back with an offset, as Appwrite writes them. */
function validated(table: Table, fields: Entry): Entry {
  const wrong = (message: string) => new AppwriteRefusal(400, "row_invalid_structure", message);
  const row: Entry = {};
  for (const [key, value] of Object.entries(fields)) {
    const column = table.columns.find((one) => one.key === key);
    if (column === undefined) throw wrong(`Invalid document structure: Unknown attribute: "${key}"`);
    if (value === null) {
      if (column.required) throw wrong(`Invalid document structure: Missing required attribute "${key}"`);
      row[key] = null;
      continue;
    }
    if (typeof value !== "string") throw wrong(`Attribute "${key}" has invalid type`);
    if (column.size !== undefined && [...value].length > column.size) {
      throw wrong(`Attribute "${key}" has invalid type. Value must be no longer than ${column.size} chars`);
    }
    if (column.type === "datetime" && Number.isNaN(Date.parse(value)))
      throw wrong(`Attribute "${key}" is no date`);
    row[key] = column.type === "datetime" ? new Date(value).toISOString().replace("Z", "+00:00") : value;
  }
  return row;
}

function shownDatabase({ id, name, createdAt }: Database) {
  return { $id: id, name, $createdAt: createdAt, $updatedAt: createdAt, enabled: true, type: "tablesdb" };
}

function shownTable(
  databaseId: string | undefined,
  { id, name, rowSecurity, columns, indexes, createdAt }: Table,
) {
  return {
    $id: id,
    $createdAt: createdAt,
    $updatedAt: createdAt,
    $permissions: [],
    databaseId: databaseId ?? "",
    name,
    enabled: true,
    rowSecurity,
    columns,
    indexes,
    bytesMax: 65_535,
    bytesUsed: 1_500,
  };
}
