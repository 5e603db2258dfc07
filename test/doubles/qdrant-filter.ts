/** A payload as a point carries it. */
export type Payload = Record<string, unknown>;

export interface FilteredPoint {
  id: string | number;
  payload: Payload;
  /** By their names; whoever does not know them cannot ask for them. */
  sparse?: Readonly<Record<string, unknown>>;
}

/** Whether a point meets a filter, as Qdrant reads it. */
export function meets(point: FilteredPoint, filter: unknown): boolean {
  if (filter === undefined || filter === null) return true;
  const { must, should, must_not: mustNot, min_should: minShould, ...others } = fieldsOf(filter);
  refuseUnknown(others);
  if (minShould !== undefined) throw new Unsupported("min_should");
  const all = conditionsOf(must);
  const some = conditionsOf(should);
  const none = conditionsOf(mustNot);
  return (
    all.every((condition) => holds(point, condition)) &&
    (some.length === 0 || some.some((condition) => holds(point, condition))) &&
    !none.some((condition) => holds(point, condition))
  );
}

/** Something of the vendor's that this double does not know; it says so loudly. */
export class Unsupported extends Error {
  constructor(what: string) {
    super(`The double does not know ${what}`);
    this.name = "Unsupported";
  }
}

/** The fields of an object of unknown shape. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null)
    throw new Unsupported(`${JSON.stringify(value)} as an object`);
  return Object.fromEntries(Object.entries(value));
}

/** The items of a list of unknown shape. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The values at a path such as `title` or `changes[].documentId`. */
export function valuesAt(payload: unknown, path: string): unknown[] {
  const [head = "", ...rest] = path.split(".");
  const isEach = head.endsWith("[]");
  const inner = fieldOf(payload, isEach ? head.slice(0, -2) : head);
  const values = isEach && Array.isArray(inner) ? inner : [inner];
  if (rest.length === 0) return values.filter((value) => value !== undefined);
  return values.flatMap((value) => valuesAt(value, rest.join(".")));
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}

function conditionsOf(conditions: unknown): unknown[] {
  if (conditions === undefined || conditions === null) return [];
  return Array.isArray(conditions) ? conditions : [conditions];
}

function holds(point: FilteredPoint, condition: unknown): boolean {
  const fields = fieldsOf(condition);
  if ("has_id" in fields) return conditionsOf(fields.has_id).includes(point.id);
  if ("has_vector" in fields) return hasVector(point, String(fields.has_vector));
  if ("is_empty" in fields && !("key" in fields)) return isEmpty(point, keyOf(fields.is_empty));
  if ("is_null" in fields && !("key" in fields))
    return valuesAt(point.payload, keyOf(fields.is_null)).includes(null);
  if (!("key" in fields)) return meets(point, condition);
  const { key, match, range, ...others } = fields;
  refuseUnknown(others);
  const values = valuesAt(point.payload, String(key)).flat();
  if (match !== undefined) return values.some((value) => matches(value, match));
  if (range !== undefined) return values.some((value) => inRange(value, range));
  throw new Unsupported(`the condition ${JSON.stringify(condition)}`);
}

function hasVector({ sparse }: FilteredPoint, name: string): boolean {
  if (sparse === undefined) throw new Unsupported("the vectors of this point");
  return name === "" || name in sparse;
}

function keyOf(value: unknown): string {
  return String(fieldsOf(value).key);
}

/** Missing, null and an empty list are all empty. */
function isEmpty(point: FilteredPoint, key: string): boolean {
  return valuesAt(point.payload, key).every(
    (value) => value === null || (Array.isArray(value) && value.length === 0),
  );
}

function matches(value: unknown, match: unknown): boolean {
  const fields = fieldsOf(match);
  if ("value" in fields) return value === fields.value;
  if ("any" in fields) return conditionsOf(fields.any).includes(value);
  if ("except" in fields) return !conditionsOf(fields.except).includes(value);
  throw new Unsupported(`the match ${JSON.stringify(match)}`);
}

function inRange(value: unknown, range: unknown): boolean {
  if (typeof value !== "number") return false;
  const { lt, lte, gt, gte, ...others } = fieldsOf(range);
  refuseUnknown(others);
  return (
    (typeof lt !== "number" || value < lt) &&
    (typeof lte !== "number" || value <= lte) &&
    (typeof gt !== "number" || value > gt) &&
    (typeof gte !== "number" || value >= gte)
  );
}

function refuseUnknown(others: Record<string, unknown>): void {
  const given = Object.keys(others).filter((key) => others[key] !== undefined && others[key] !== null);
  if (given.length > 0) throw new Unsupported(given.join(", "));
}
