import { collated } from "./appwrite-collation.ts";

/** A record of the double: a row or a file, with the platform's own fields. */
export type Entry = Record<string, unknown>;

/** A request that Appwrite would refuse, with its name for what is wrong. */
export class AppwriteRefusal extends Error {
  readonly status: number;
  readonly type: string;

  constructor(status: number, type: string, message: string) {
    super(message);
    this.status = status;
    this.type = type;
  }
}

const DEFAULT_LIMIT = 25;

/** The entries that a list with these queries answers, and how many there are in all. */
export function applyQueries(
  entries: readonly Entry[],
  texts: readonly string[],
  isKnown: (attribute: string) => boolean,
): { total: number; entries: Entry[] } {
  const queries = texts.map(parseQuery);
  for (const { attribute } of queries) {
    if (attribute !== undefined && !isKnown(attribute)) {
      throw refusal(`Attribute not found in schema: ${attribute}`);
    }
  }
  const matching = entries.filter((entry) =>
    queries.every(({ method, attribute = "", values }) => {
      if (method === "contains")
        return values.some((value) =>
          collated(String(entry[attribute] ?? "")).includes(collated(String(value))),
        );
      return method !== "equal" || values.some((value) => isEqual(value, entry[attribute]));
    }),
  );
  const orders = queries.filter(({ method }) => method === "orderAsc" || method === "orderDesc");
  const sorted = matching.toSorted((a, b) => {
    for (const { method, attribute = "" } of orders) {
      const order = compare(a[attribute], b[attribute]);
      if (order !== 0) return method === "orderAsc" ? order : -order;
    }
    return compare(a.$sequence, b.$sequence);
  });
  const offset = afterCursor(sorted, queries) ?? numberIn(queries, "offset") ?? 0;
  const limit = numberIn(queries, "limit") ?? DEFAULT_LIMIT;
  const page = sorted.slice(offset, offset + limit);
  const selected = queries.find(({ method }) => method === "select")?.values.map(String);
  return {
    total: matching.length,
    entries: selected === undefined ? page : page.map((entry) => only(entry, selected)),
  };
}

function isEqual(a: unknown, b: unknown): boolean {
  return typeof a === "string" && typeof b === "string" ? collated(a) === collated(b) : a === b;
}

/** What a row is always answered with, and the attributes that were selected. */
function only(entry: Entry, selected: readonly string[]): Entry {
  const shown = new Set([...SHOWN_ALWAYS, ...selected]);
  return Object.fromEntries(Object.entries(entry).filter(([key]) => shown.has(key)));
}

const SHOWN_ALWAYS = [
  "$id",
  "$sequence",
  "$createdAt",
  "$updatedAt",
  "$permissions",
  "$databaseId",
  "$tableId",
];

interface Query {
  method: string;
  attribute: string | undefined;
  values: unknown[];
}

const METHODS: ReadonlySet<string> = new Set([
  "equal",
  "contains",
  "orderAsc",
  "orderDesc",
  "limit",
  "offset",
  "cursorAfter",
  "select",
]);

function parseQuery(text: string): Query {
  const parsed: unknown = parseJson(text);
  if (typeof parsed !== "object" || parsed === null) throw refusal("Invalid query");
  const { method, attribute, values } = Object.fromEntries(Object.entries(parsed));
  if (!METHODS.has(method)) throw refusal(`Invalid query method: ${method}`);
  return { method, attribute, values: Array.isArray(values) ? values : [] };
}

function parseJson(text: string): unknown {
  try {
    return decode(text);
  } catch {
    throw refusal("Invalid query: Syntax error");
  }
}

/** Parses JSON as PHP does, which takes no half of a character. */
export function decode(text: string): unknown {
  return JSON.parse(text, (_key, value) => {
    if (typeof value === "string" && !value.isWellFormed())
      throw new SyntaxError("Single unpaired surrogate");
    return value;
  });
}

function refusal(message: string): AppwriteRefusal {
  return new AppwriteRefusal(400, "general_query_invalid", message);
}

/** The place after the entry that a cursor names. */
function afterCursor(sorted: readonly Entry[], queries: readonly Query[]): number | undefined {
  const cursor = queries.find(({ method }) => method === "cursorAfter")?.values[0];
  if (cursor === undefined) return undefined;
  const place = sorted.findIndex(({ $id }) => isEqual($id, cursor));
  if (place < 0) throw new AppwriteRefusal(400, "general_cursor_not_found", "The cursor is invalid");
  return place + 1;
}

function numberIn(queries: readonly Query[], method: string): number | undefined {
  const value = queries.find((query) => query.method === method)?.values[0];
  if (value === undefined) return undefined;
  if (typeof value !== "number" || value < 0) throw refusal(`Invalid ${method}`);
  return value;
}

function compare(a: unknown, b: unknown): number {
  if (a === b) return 0;
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (isDigits(a) && isDigits(b)) return Number(a) - Number(b);
  return String(a ?? "") < String(b ?? "") ? -1 : 1;
}

function isDigits(value: unknown): boolean {
  return typeof value === "string" && /^\d+$/.test(value);
}
