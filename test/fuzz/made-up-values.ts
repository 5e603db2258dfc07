import { seededNumbers } from "../contracts/seeded-vectors.ts";

type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  pattern?: string;
};

const ODD_STRINGS = [
  ...[
    "",
    " ",
    "\u0000",
    "a\u0000b",
    "\ud800",
    "\udfff\ud800",
    "\u202e",
    "../../etc/passwd",
    "%00",
    "%",
    "%zz",
  ],
  ...[
    "__proto__",
    "constructor",
    "null",
    "NaN",
    "-1",
    "1e309",
    "' OR 1=1 --",
    "{{7*7}}",
    "<b>",
    "\r\nX-A: b",
  ],
  ...[
    "日本語",
    "👩‍👩‍👧",
    "İ",
    "ß",
    "a".repeat(37),
    "a".repeat(300),
    "🦊".repeat(5_000),
    "carrel_",
    "Bearer x",
  ],
];
const ODD_VALUES = [null, true, false, 0, -0, -1, 1e308, 2 ** 53, 0.1, [], {}, [[]], [null], { a: {} }, "x"];

/** Makes up values: most of them fit a schema, the others are what somebody might send by mistake or on purpose. */
export function madeUpValues(seed: number, known: readonly string[]) {
  const next = seededNumbers(seed);
  const below = (limit: number) => Math.floor(next() * limit);
  function pick<T>(list: readonly T[]): T {
    return list[below(list.length)] as T;
  }
  const isOdd = () => next() < 0.15;

  function text({ pattern, maxLength = 40 }: Schema): string {
    if (pattern?.includes("a-zA-Z0-9._-"))
      return next() < 0.5 ? (known[0] ?? "") : pick([...known, "nobody", "0", "a.b-c_d"]);
    const words = ["ferry", "island", "price", "what", "does", "cost", "über", "船", "\n"];
    const made = Array.from({ length: below(8) }, () => pick(words)).join(" ");
    return made.slice(0, maxLength);
  }

  function value(schema: Schema, depth = 0): unknown {
    if (isOdd()) return next() < 0.5 ? pick(ODD_STRINGS) : pick(ODD_VALUES);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum !== undefined) return pick(schema.enum);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices !== undefined) return value(pick(choices), depth);
    switch ([schema.type].flat()[0]) {
      case "object":
        return object(schema, depth);
      case "array":
        return Array.from({ length: below(depth > 2 ? 2 : 4) }, () => value(schema.items ?? {}, depth + 1));
      case "integer":
      case "number":
        return pick([
          schema.minimum ?? 0,
          schema.maximum ?? 10,
          below(20),
          next(),
          -1,
          (schema.maximum ?? 10) + 1,
        ]);
      case "boolean":
        return next() < 0.5;
      case "null":
        return null;
      default:
        return text(schema);
    }
  }

  function object({ properties = {} }: Schema, depth: number): Record<string, unknown> {
    const entries = Object.entries(properties)
      .filter(() => next() < 0.9)
      .map(([name, schema]) => [name, value(schema, depth + 1)]);
    if (isOdd()) entries.push([pick(ODD_STRINGS), pick(ODD_VALUES)]);
    return Object.fromEntries(entries);
  }

  return { value, pick, below, next, oddString: () => pick(ODD_STRINGS) };
}
