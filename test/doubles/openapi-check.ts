import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import { type Answered, type Asked, jsonOf } from "./backend-double.ts";

const SPECS = resolve(import.meta.dirname, "openapi");

export interface OpenApiOptions {
  /** The file in `openapi`. */
  file: string;
  /** What stands before the paths of the specification. */
  prefix?: string;
  /** The name of the schema of error bodies. */
  errorSchema: string;
}

/** Checks exchanges against a vendor's OpenAPI document. */
export function openApiCheck(options: OpenApiOptions): Check {
  const check = checks.get(options.file) ?? newCheck(options);
  checks.set(options.file, check);
  return check;
}

/** Says what is wrong with a request and its answer, one line each. */
type Check = (asked: Asked, answered: Answered) => string[];

/** The documents are large: each is read once. */
const checks = new Map<string, Check>();

function newCheck(options: OpenApiOptions): Check {
  const { prefix = "", errorSchema } = options;
  const document: Json = JSON.parse(readFileSync(resolve(SPECS, options.file), "utf8"));
  const ajv = new Ajv({ strict: false, allErrors: false, validateFormats: false });
  ajv.addSchema(strict({ components: object(document.components) }), "spec");
  const operations = listOperations(object(document.paths));
  const errorRef = { $ref: `#/components/schemas/${errorSchema}` };
  const validators = new Map<Json, ValidateFunction>();

  function mistakes(schema: Json, value: unknown): string[] {
    let validate = validators.get(schema);
    if (validate === undefined) {
      validate = ajv.compile(strict(schema));
      validators.set(schema, validate);
    }
    return validate(value) ? [] : [ajv.errorsText(validate.errors)];
  }

  return (asked, answered) => {
    const name = `${asked.method} ${asked.path}`;
    const found = operations.find(
      ({ method, pattern }) => method === asked.method && pattern.test(asked.path.slice(prefix.length)),
    );
    if (found === undefined) return [`${name}: the vendor has no such operation`];
    const { operation } = found;
    const isRefused = answered.status >= 400;
    // A double may refuse what does not fit, and says so itself.
    const inRequest = isRefused
      ? []
      : [...queryMistakes(operation, asked, mistakes), ...bodyMistakes(operation, asked, mistakes)];
    const inAnswer = isRefused
      ? errorMistakes(errorRef, answered, mistakes)
      : answerMistakes(operation, answered, mistakes);
    return [
      ...inRequest.map((mistake) => `${name}: request: ${mistake}`),
      ...inAnswer.map((mistake) => `${name}: answer ${answered.status}: ${mistake}`),
    ];
  };
}

type Json = Record<string, unknown>;
type Mistakes = (schema: Json, value: unknown) => string[];

function object(value: unknown): Json {
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null;
}

function listOperations(paths: Json) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(object(methods)).map(([method, operation]) => ({
      method: method.toUpperCase(),
      pattern: new RegExp(`^${path.replace(/\{[^}]+\}/g, "[^/]+")}$`),
      operation: object(operation),
    })),
  );
}

function queryMistakes(operation: Json, asked: Asked, mistakes: Mistakes): string[] {
  const parameters = (Array.isArray(operation.parameters) ? operation.parameters.map(object) : []).filter(
    (parameter) => parameter.in === "query",
  );
  const names = [...new Set([...asked.query.keys()].map((key) => key.replace(/\[\d*\]$/, "")))];
  return names.flatMap((name) => {
    const parameter = parameters.find((one) => one.name === name);
    if (parameter === undefined) return [`no parameter ${name}`];
    const schema = object(parameter.schema);
    const values = [...asked.query].filter(([key]) => key.replace(/\[\d*\]$/, "") === name);
    const texts = values.map(([, value]) => value);
    const value = schema.type === "array" ? texts : typed(schema, texts[0] ?? "");
    return mistakes(schema, value).map((mistake) => `parameter ${name}: ${mistake}`);
  });
}

/** A parameter is a text on the wire; the schema says what it stands for. */
function typed(schema: Json, text: string): unknown {
  if (schema.type === "boolean") return text === "true" ? true : text === "false" ? false : text;
  if (schema.type === "integer" || schema.type === "number") return Number(text);
  return text;
}

function bodyMistakes(operation: Json, asked: Asked, mistakes: Mistakes): string[] {
  const content = object(object(operation.requestBody).content);
  const json = object(content["application/json"]).schema;
  const isMultipart = asked.headers["content-type"]?.startsWith("multipart/form-data") === true;
  if (isMultipart) return content["multipart/form-data"] === undefined ? ["takes no form"] : [];
  if (asked.body.length === 0) return [];
  return json === undefined ? ["takes no body"] : mistakes(object(json), jsonOf(asked));
}

function answerMistakes(operation: Json, answered: Answered, mistakes: Mistakes): string[] {
  const responses = object(operation.responses);
  const response =
    responses[String(answered.status)] ?? (answered.status === 206 ? responses["200"] : undefined);
  if (response === undefined) return ["no such status"];
  const schema = object(object(object(response).content)["application/json"]).schema;
  return schema === undefined ? [] : mistakes(object(schema), answered.body);
}

/** Some refusals come from what stands before the API, as plain text. */
function errorMistakes(schema: Json, { body }: Answered, mistakes: Mistakes): string[] {
  return typeof body === "string" ? [] : mistakes(schema, body);
}

/** OpenAPI 3.0 as JSON Schema, closed against fields that it does not name. */
function strict(schema: unknown): Json {
  return object(closed(schema));
}

const SILENT_KEYS: ReadonlySet<string> = new Set([
  "example",
  "examples",
  "discriminator",
  "description",
  "nullable",
]);

function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== "object" || value === null) return value;
  const schema: Json = {};
  for (const [key, inner] of Object.entries(value)) {
    if (SILENT_KEYS.has(key)) continue;
    schema[key] = closedPart(key, inner);
  }
  const isClosable =
    typeof schema.properties === "object" &&
    schema.type === "object" &&
    schema.additionalProperties === undefined;
  if (isClosable) schema.additionalProperties = false;
  const { nullable, "x-nullable": alsoNullable } = object(value);
  if (nullable !== true && alsoNullable !== true) return schema;
  return Object.keys(schema).length === 0 ? { type: "null" } : { anyOf: [schema, { type: "null" }] };
}

/** The keys of `properties` and `schemas` are names, not words of the language. */
function closedPart(key: string, inner: unknown): unknown {
  if (key === "$ref" && typeof inner === "string") return inner.replace(/^#/, "spec#");
  if (key !== "properties" && key !== "schemas") return closed(inner);
  return Object.fromEntries(Object.entries(object(inner)).map(([name, one]) => [name, closed(one)]));
}
