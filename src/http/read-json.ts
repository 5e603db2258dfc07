import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../domain/errors.ts";
import { parseJson } from "./parse-json.ts";
import { openBodyReader } from "./read-body.ts";

/** Reads bodies as JSON, up to a limit. What goes beyond it is thrown away, not cut off: most clients see only a reset then. */
export function readJson(app: FastifyInstance, limitBytes: number): void {
  const bodies = openBodyReader(app.timeLimits);
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", async (_request: FastifyRequest, payload: Readable) => {
    const bytes = await bodies.read(payload, limitBytes);
    if (bytes !== null) return parseJson(bytes.toString("utf8"));
    throw new AppError("body-too-large", "The request is too large", {
      details: `JSON may have ${limitBytes / 1024 / 1024} MB; send files to POST /api/documents/upload`,
    });
  });
}
