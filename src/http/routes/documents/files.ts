import { Readable } from "node:stream";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { StoredFile } from "../../../domain/document.ts";
import { AppError } from "../../../domain/errors.ts";
import { idSchema } from "../../../domain/id.ts";
import { ownId } from "../../../domain/own-id.ts";
import { removeFile } from "../../../usecases/documents.ts";
import type { ServedLibrary } from "../../../usecases/served-library.ts";
import { ownerOf } from "../../authenticate.ts";
import { byteRangeOf } from "../../byte-range.ts";
import { deadlineOf, patienceOf, watched } from "../../deadline.ts";
import { isSafeToShow, mimeTypeOf } from "../../mime-type.ts";
import { answer, failures } from "../../openapi.ts";
import { successSchema } from "../../schemas.ts";

const tags = ["Documents"];
const PATH = "/api/documents/file";
const querystring = z.object({
  fileId: idSchema.describe("File ID.").meta({ example: "19a8c3d2f10b4e5a6c7d" }),
});
const anyBytes = z.unknown().meta({ type: "string", format: "binary" });

/** The bytes of stored files. */
export function fileRoutes(library: ServedLibrary): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      "/api/documents/content",
      {
        schema: {
          tags,
          summary: "Read a file as text",
          description:
            "The bytes of the file decoded as UTF-8. Meant for plain text such as .txt, .md and .csv.",
          querystring,
          response: {
            200: {
              description: "The content of the file.",
              content: {
                "text/plain": { schema: z.unknown().meta({ type: "string" }), example: "# Notes\n" },
              },
            },
            ...failures(400, 500),
          },
        },
      },
      async (request, reply) => {
        const patience = patienceOf(reply, { whenSilent: silentStorage });
        const bytes = await library.files.read(
          ownId(request.query.fileId, ownerOf(request)),
          null,
          patience.signal,
        );
        await request.audit("file-read", request.query.fileId);
        reply
          .header("Content-Type", "text/plain; charset=utf-8")
          .header("Content-Security-Policy", "sandbox");
        return reply.send(Readable.from(decodeUtf8(watched(bytes, patience))));
      },
    );

    app.get(
      PATH,
      {
        schema: {
          tags,
          summary: "Download a file",
          description: "The bytes with their type. One byte range is supported.",
          querystring,
          response: {
            200: { description: "The file.", content: { "*/*": { schema: anyBytes } } },
            304: {
              description: "The client has this file already.",
              content: { "*/*": { schema: anyBytes } },
            },
            206: { description: "The range that was asked for.", content: { "*/*": { schema: anyBytes } } },
            ...failures(400, 416, 500),
          },
        },
      },
      async (request, reply) => {
        const patience = patienceOf(reply, { whenSilent: silentStorage });
        const { signal } = patience;
        const wanted = ownId(request.query.fileId, ownerOf(request));
        const file = await library.files.find(wanted, signal);
        const etag = `"${file.fileId}-${file.sizeBytes}"`;
        const ifRange = request.headers["if-range"];
        const asked = ifRange === undefined || ifRange === etag ? request.headers.range : undefined;
        const range = byteRangeOf(asked, file.sizeBytes);
        reply.headers({ ...headersOf(file), ETag: etag });
        if (request.headers["if-none-match"] === etag) return reply.code(304).send();
        if (range === "unsatisfiable") {
          reply.header("Content-Type", "application/json; charset=utf-8").removeHeader("Content-Disposition");
          reply.code(416).header("Content-Range", `bytes */${file.sizeBytes}`).serializer(JSON.stringify);
          return reply.send({ error: "The file has no such range" });
        }
        if (range !== null) {
          reply.code(206).header("Content-Range", `bytes ${range.start}-${range.end}/${file.sizeBytes}`);
        }
        reply.header("Content-Length", range === null ? file.sizeBytes : range.end - range.start + 1);
        const bytes = await library.files.read(wanted, range, signal);
        // A viewer asks for one range after the other: the first tells that somebody reads.
        if (range === null || range.start === 0) await request.audit("file-read", file.fileId);
        return reply.send(Readable.from(watched(bytes, patience)));
      },
    );

    app.delete(
      PATH,
      {
        schema: {
          tags,
          summary: "Delete a file, not its vectors",
          description: "Removes the file from file storage alone: what was indexed of it can still be found.",
          querystring,
          response: {
            200: answer("The file is gone.", successSchema, {
              success: true,
              message: "Removed the file; its vectors, if any, stay",
            }),
            ...failures(400, 500),
          },
        },
      },
      async (request, reply) => {
        await removeFile(library, ownId(request.query.fileId, ownerOf(request)), deadlineOf(reply));
        await request.audit("document-deleted", request.query.fileId);
        return { success: true as const, message: "Removed the file; its vectors, if any, stay" };
      },
    );
  };
}

function silentStorage(seconds: number): AppError {
  return new AppError("timed-out", `The file storage gave nothing for ${seconds} seconds`, {
    details: "Try again in a moment",
  });
}

async function* decodeUtf8(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const encoder = new TextEncoder();
  for await (const piece of bytes) yield encoder.encode(decoder.decode(piece, { stream: true }));
  yield encoder.encode(decoder.decode());
}

/** The type follows from the name: what a storage finds in the bytes differs from one to the next. */
function headersOf(file: StoredFile): Record<string, string> {
  const mimeType = mimeTypeOf(file.name);
  const disposition = isSafeToShow(mimeType) ? "inline" : "attachment";
  const plainName = file.name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const fullName = encodeURIComponent(file.name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return {
    "Content-Type": mimeType.startsWith("text/") ? `${mimeType}; charset=utf-8` : mimeType,
    "Content-Disposition": `${disposition}; filename="${plainName}"; filename*=UTF-8''${fullName}`,
    // A sandbox keeps a file's scripts from running in the service's name; browsers' own PDF viewers do not work in one.
    ...(mimeType === "application/pdf" ? {} : { "Content-Security-Policy": "sandbox; default-src 'none'" }),
    "Accept-Ranges": "bytes",
    "Cache-Control": "private, no-cache",
  };
}
