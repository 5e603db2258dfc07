/**
 * Reduces a vendor's OpenAPI document to what the doubles are checked against: the paths that are asked for, and the
 * schemas that these name. What only people read is left out, and nothing is changed.
 * `sh bin/run.sh test/doubles/openapi/reduce.ts qdrant whole.json > test/doubles/openapi/qdrant-1.19.0.json`
 */
import { readFileSync } from "node:fs";

const KEPT_PATHS: Readonly<Record<string, RegExp>> = {
  qdrant: /^\/($|readyz$|collections\/\{collection_name\}($|\/(exists$|points|index|facet|vectors)))/,
  appwrite: /^\/(tablesdb|storage)\/?((?!transactions|usage|preview|view).)*$/,
};
const ONLY_FOR_PEOPLE = new Set([
  "description",
  "summary",
  "example",
  "examples",
  "tags",
  "discriminator",
  "x-appwrite",
]);
const ALWAYS_KEPT = ["ErrorResponse", "error"];

const [vendor = "", file = ""] = process.argv.slice(2);
const kept = KEPT_PATHS[vendor];
if (kept === undefined)
  throw new Error(`Name one of ${Object.keys(KEPT_PATHS).join(", ")}, and the document`);
const { openapi, info, paths, components } = JSON.parse(readFileSync(file, "utf8"));

const keptPaths = silent(Object.fromEntries(Object.entries(paths).filter(([path]) => kept.test(path))));
const schemas = new Map<string, unknown>();
for (const name of ALWAYS_KEPT) if (name in components.schemas) keep(name);
keepNamedBy(keptPaths);

const { title, version, license } = info;
const lines = (entries: Iterable<[string, unknown]>) =>
  [...entries].map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(",\n");
process.stdout.write(
  `{"openapi":"${openapi}","info":${JSON.stringify({ title, version, license })},\n"paths":{\n` +
    `${lines(Object.entries(Object(keptPaths)))}\n},\n"components":{"schemas":{\n` +
    `${lines([...schemas].toSorted(([one], [other]) => (one < other ? -1 : 1)))}\n}}}\n`,
);

function keep(name: string): void {
  if (schemas.has(name)) return;
  const schema = silent(components.schemas[name]);
  schemas.set(name, schema);
  keepNamedBy(schema);
}

function keepNamedBy(value: unknown): void {
  for (const [, name = ""] of JSON.stringify(value).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g))
    keep(name);
}

/** The keys of `properties` are names, not words of the language. */
function silent(value: unknown, hasNames = false): unknown {
  if (Array.isArray(value)) return value.map((inner) => silent(inner));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => hasNames || !ONLY_FOR_PEOPLE.has(key));
  return Object.fromEntries(
    entries.map(([key, inner]) => [key, silent(inner, key === "properties" && !hasNames)]),
  );
}
