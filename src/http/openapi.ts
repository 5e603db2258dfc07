import type { FastifyInstance, RouteOptions } from "fastify";
import { z } from "zod";
import { COOKIE } from "./credentials.ts";
import { errorSchema } from "./errors.ts";
import { doneSchema, failureEventSchema } from "./sse.ts";

const MEANING = {
  400: "Something is missing or does not fit; nothing was done.",
  401: "Nobody is signed in, or by something that is not valid.",
  403: "Somebody is signed in, and may not do this.",
  404: "There is no such thing, or it is another user's.",
  409: "Somebody else has it already.",
  413: "The body is too large.",
  416: "The file has no such range.",
  429: "Too much was asked for; `Retry-After` says when to try again.",
  500: "The service or one of its backends failed; nothing was half done.",
  503: "There is more to do than can be done in time; `Retry-After` says when to try again.",
} as const;

const EXAMPLE: Record<keyof typeof MEANING, z.output<typeof errorSchema>> = {
  400: { error: "userId is missing" },
  401: { error: "You are not signed in" },
  403: { error: "The userId is not yours", details: "GET /api/account says which one is" },
  404: { error: "File not found" },
  409: { error: "The name is taken" },
  413: { error: "The request is too large", details: "JSON may have 4 MB" },
  416: { error: "The file has no such range" },
  429: { error: "You have asked for too much at once", details: "Try again in 2 seconds" },
  500: { error: "File not found" },
  503: { error: "The service has more to do than it can", details: "Try again in a moment" },
};

interface JsonAnswer<Schema extends z.ZodType> {
  description: string;
  content: { "application/json": { schema: Schema; example: z.output<Schema> } };
}

/** A JSON answer of an endpoint, for its schema. */
export function answer<Schema extends z.ZodType>(
  description: string,
  schema: Schema,
  example: z.output<Schema>,
): JsonAnswer<Schema> {
  return { description, content: { "application/json": { schema, example } } };
}

/** The error answers of an endpoint, for its schema. */
export function failures<Status extends keyof typeof MEANING>(...statuses: Status[]) {
  const answers: Partial<Record<Status, JsonAnswer<typeof errorSchema>>> = {};
  for (const status of statuses) answers[status] = answer(MEANING[status], errorSchema, EXAMPLE[status]);
  // Every status was given its answer in the loop above.
  return answers as Record<Status, JsonAnswer<typeof errorSchema>>;
}

/** The events whose JSON a string holds, for the OpenAPI document: zod sees only the string. */
const contents = new WeakMap<object, readonly z.ZodType[]>();

/**
 * A stream of Server-Sent Events, for an endpoint's schema. OpenAPI sees an event as the object that a parser of such
 * streams makes of it: here its only field is `data`, the JSON of one of the events, or the mark of the end. In
 * OpenAPI 3.1 the schema of a stream describes one event; 3.2 calls the same thing `itemSchema`.
 */
export function eventStream<Event extends z.ZodType>(
  name: string,
  events: readonly Event[],
  example: readonly (z.output<Event> | z.output<typeof doneSchema>)[],
) {
  const text = z.string();
  contents.set(text, [...events, failureEventSchema]);
  const schema = z.looseObject({ data: z.union([text, doneSchema]) }).meta({
    id: name,
    description: "One event: in the stream one line `data: …` and a blank line.",
    // Nothing is said about the other fields that parsers may add.
    additionalProperties: undefined,
  });
  const values = example.map((event) => ({
    value: { data: event === doneSchema.value ? event : JSON.stringify(event) },
  }));
  return { schema, examples: Object.fromEntries(values.map((value, i) => [`event-${i + 1}`, value])) };
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** The fields of a multipart form: checked by the route, described in the OpenAPI document. */
    form?: z.ZodType;
  }
  interface FastifySchema {
    tags?: readonly string[];
    summary?: string;
    description?: string;
  }
}

type Json = Record<string, unknown>;

/** Serves the OpenAPI document, made from the schemas that validate. Must come before the routes it describes. */
export function serveOpenApi(app: FastifyInstance, version: string): void {
  const routes: RouteOptions[] = [];
  app.addHook("onRoute", (route) => {
    if (route.schema?.summary !== undefined && route.method !== "HEAD") routes.push(route);
  });
  let description: Json | undefined;
  app.get("/openapi.json", (_request, reply) => {
    description ??= describeService(routes, { version, isGuarded: app.isGuarded });
    return reply.type("application/json; charset=utf-8").serializer(JSON.stringify).send(description);
  });
}

interface ServiceFacts {
  version: string;
  /** Whether callers are told apart. */
  isGuarded: boolean;
}

function describeService(routes: readonly RouteOptions[], { version, isGuarded }: ServiceFacts): Json {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    paths[route.url] = {
      ...paths[route.url],
      [String(route.method).toLowerCase()]: operationOf(isGuarded ? guarded(route) : route, schemas),
    };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Carrel",
      version,
      description:
        "A document library and chat service: put files in, ask them questions, get streamed answers that point to the passage.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "This service" }],
    tags: [
      { name: "Documents", description: "Put files in, index them, find them again, take them out." },
      { name: "Search", description: "Find passages by meaning." },
      { name: "Chat", description: "Ask questions, get streamed answers with sources." },
      { name: "Chat sessions", description: "Keep conversations." },
      { name: "Account", description: "Who is asking: sign-in, password, keys." },
      { name: "Users", description: "Whom the owner of the service lets in." },
      { name: "Service", description: "The state of the service." },
    ],
    paths,
    components: { schemas, ...(isGuarded && { securitySchemes: SECURITY_SCHEMES }) },
    ...(isGuarded && { security: [{ key: [] }, { cookie: [] }] }),
  };
}

const SECURITY_SCHEMES = {
  key: {
    type: "http",
    scheme: "bearer",
    description: "A key (`carrel_…`), or a token of the service that people sign in with.",
  },
  cookie: { type: "apiKey", in: "cookie", name: COOKIE, description: "Set by signing in; for browsers." },
};

/** What an endpoint answers besides, where callers are told apart. */
function guarded(route: RouteOptions): RouteOptions {
  if (route.config?.audience === "everybody") return route;
  const response = { ...failures(401, 403, 404, 429), ...Object(route.schema?.response) };
  return { ...route, schema: { ...route.schema, response } };
}

function operationOf({ schema = {}, config, method, url }: RouteOptions, schemas: Json): Json {
  const { tags, summary, description } = schema;
  return {
    operationId: `${String(method).toLowerCase()}${url.replace(/[/-](\w)/g, (_, letter) => letter.toUpperCase())}`,
    tags,
    summary,
    ...(description !== undefined && { description }),
    ...(isZod(schema.querystring) && { parameters: parametersOf(schema.querystring, schemas) }),
    ...(isZod(schema.body) && { requestBody: bodyOf("application/json", schema.body, schemas) }),
    ...(config?.form && { requestBody: bodyOf("multipart/form-data", config.form, schemas) }),
    ...(config?.audience === "everybody" && { security: [] }),
    responses: responsesOf(schema.response, schemas),
  };
}

function isZod(schema: unknown): schema is z.ZodType {
  return schema instanceof z.ZodType;
}

function parametersOf(schema: z.ZodType, schemas: Json): Json[] {
  const { properties = {}, required = [] } = jsonSchemaOf(schema, "input", schemas);
  return Object.entries(properties as Record<string, Json>).map(
    ([name, { description, example, ...rest }]) => ({
      name,
      in: "query",
      required: (required as string[]).includes(name),
      description,
      schema: rest,
      ...(example !== undefined && { example }),
    }),
  );
}

function bodyOf(type: string, schema: z.ZodType, schemas: Json): Json {
  const { example, ...rest } = jsonSchemaOf(schema, "input", schemas);
  return { required: true, content: { [type]: { schema: rest, example } } };
}

const answersSchema = z.record(
  z.string(),
  z.object({
    description: z.string(),
    content: z.record(
      z.string(),
      z.object({
        schema: z.custom<z.ZodType>(isZod),
        example: z.unknown().optional(),
        examples: z.unknown().optional(),
      }),
    ),
  }),
);

function responsesOf(response: unknown, schemas: Json): Json {
  const answers = Object.entries(answersSchema.parse(response)).map(([status, { description, content }]) => {
    const media = Object.entries(content).map(([type, { schema, ...examples }]) => [
      type,
      { schema: jsonSchemaOf(schema, "output", schemas), ...examples },
    ]);
    return [status, { description, content: Object.fromEntries(media) }];
  });
  return Object.fromEntries(answers);
}

/** The JSON Schema of a schema; named ones within it are put among the document's own and referred to. */
function jsonSchemaOf(schema: z.ZodType, io: "input" | "output", schemas: Json): Json {
  const whole = z.toJSONSchema(schema, {
    io,
    target: "draft-2020-12",
    override({ zodSchema, jsonSchema }) {
      if (io === "output") removeSafeIntegerBounds(jsonSchema);
      const events = contents.get(zodSchema);
      if (events === undefined) return;
      jsonSchema.contentMediaType = "application/json";
      jsonSchema.contentSchema = { oneOf: events.map((event) => jsonSchemaOf(event, io, schemas)) };
    },
  });
  const text = JSON.stringify(whole).replaceAll('"#/$defs/', '"#/components/schemas/');
  const { $schema, $defs, id, ...rest } = JSON.parse(text) as Json;
  for (const [name, { id: _id, ...definition }] of Object.entries(($defs ?? {}) as Record<string, Json>)) {
    schemas[name] = definition;
  }
  if (id === undefined) return rest;
  schemas[String(id)] = rest;
  return { $ref: `#/components/schemas/${id}` };
}

function removeSafeIntegerBounds(jsonSchema: z.core.JSONSchema.BaseSchema): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}
