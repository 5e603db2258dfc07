import type { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { validatorCompiler } from "fastify-type-provider-zod";
import { AppError } from "../domain/errors.ts";
import { BODIES, bodyKeyOf } from "./bodies.ts";
import { parseJson } from "./parse-json.ts";
import { openBodyReader } from "./read-body.ts";
import { CheckedBody, openLargeBodies } from "./read-large-body.ts";

/** What is read at once; whatever is larger takes too long for that. */
const MAX_SMALL_BYTES = 64 * 1024;

/** Reads bodies as JSON, up to a limit, large ones beside the main thread. What goes beyond it is thrown away, not cut off: most clients see only a reset then. */
export function readJson(app: FastifyInstance, limitBytes: number): void {
  const bodies = openBodyReader(app.timeLimits);
  const largeBodies = openLargeBodies();
  app.addHook("onClose", () => largeBodies.close());
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", async (request: FastifyRequest, payload: Readable) => {
    const bytes = await bodies.read(payload, limitBytes);
    if (bytes === null) {
      throw new AppError("body-too-large", "The request is too large", {
        details: `JSON may have ${limitBytes / 1024 / 1024} MB; send files to POST /api/documents/upload`,
      });
    }
    const key = bodyKeyOf(request.method, request.routeOptions.url);
    if (key === undefined || bytes.length <= MAX_SMALL_BYTES) return parseJson(bytes.toString("utf8"));
    // To put it together, to take it back and to work with it takes some milliseconds each: others come in between.
    await nextTurn();
    const body = await largeBodies.read(key, bytes);
    await nextTurn();
    return body;
  });
}

/** Checks by a schema, but for what was checked where it was read. */
export const checkBySchema: typeof validatorCompiler = (route) => {
  const check = validatorCompiler(route);
  return (data) => (data instanceof CheckedBody ? { value: data.value } : check(data));
};

/** Fails the start where an endpoint takes a body that bodies.ts does not know: a large one would block everybody. */
export function expectKnownBodies(app: FastifyInstance): void {
  app.addHook("onRoute", ({ method, url, schema }) => {
    if (schema?.body === undefined) return;
    const key = bodyKeyOf(String(method), url);
    if (key === undefined || BODIES[key] !== schema.body) {
      throw new Error(`The body of ${method} ${url} belongs in src/http/bodies.ts`);
    }
  });
}
