import type { TestApp } from "../open-app.ts";
import type { Things } from "./rows.ts";

const METHODS = ["get", "post", "put", "patch", "delete"];

/** An endpoint as the OpenAPI document describes it. */
// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is looked into freely
export type Operation = any;

/** Every endpoint that a service describes, by method and path. */
export async function operationsOf(service: TestApp): Promise<[endpoint: string, operation: Operation][]> {
  const { body } = await service.get("/openapi.json");
  return Object.entries<object>(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]): [string, Operation] => [`${method.toUpperCase()} ${path}`, operation]),
  );
}

/** The parameters of an endpoint that take ids, in its query, its body or its form. */
export function idParametersOf(operation: Operation): (keyof Things)[] {
  const query = (operation.parameters ?? []).map(({ name, schema }: { name: string; schema: object }) => [
    name,
    schema,
  ]);
  const bodies = Object.values<{ schema: { properties?: object } }>(operation.requestBody?.content ?? {});
  const inBody = bodies.flatMap(({ schema }) => Object.entries(schema.properties ?? {}));
  return [...query, ...inBody]
    .filter(([, schema]) => JSON.stringify(schema).includes("a-zA-Z0-9._-"))
    .map(([name]) => name);
}
