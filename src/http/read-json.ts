import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../domain/errors.ts";
import { parseJson } from "./parse-json.ts";

/** A body that is too large is read this far, so that its sender gets to read the answer. */
const PATIENCE_BYTES = 256 * 1024 * 1024;

/** Reads bodies as JSON, up to a limit. What goes beyond it is thrown away, not cut off: most clients see only a reset then. */
export function readJson(app: FastifyInstance, limitBytes: number): void {
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser(
    "application/json",
    async (_request: FastifyRequest, payload: AsyncIterable<Buffer>) => {
      const pieces: Buffer[] = [];
      let sizeBytes = 0;
      for await (const piece of payload) {
        sizeBytes += piece.length;
        if (sizeBytes <= limitBytes) pieces.push(piece);
        else pieces.length = 0;
        if (sizeBytes > PATIENCE_BYTES) break;
      }
      if (sizeBytes > limitBytes) {
        throw new AppError("body-too-large", "The request is too large", {
          details: `JSON may have ${limitBytes / 1024 / 1024} MB; send files to POST /api/documents/upload`,
        });
      }
      return parseJson(Buffer.concat(pieces).toString("utf8"));
    },
  );
}
