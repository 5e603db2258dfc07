import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { MultipartFile } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { StoredFile } from "../../../domain/document.ts";
import { AppError } from "../../../domain/errors.ts";
import { idSchema } from "../../../domain/id.ts";
import { type IndexJob, indexJobSchema } from "../../../domain/index-job.ts";
import { eachOrAborted } from "../../../flow/or-aborted.ts";
import type { TemporaryFolder } from "../../../ports/temporary-folder.ts";
import { storeFile } from "../../../usecases/documents.ts";
import type { ServedLibrary } from "../../../usecases/served-library.ts";
import { anotherUser, ownerOf } from "../../authenticate.ts";
import { type Patience, patienceOf } from "../../deadline.ts";
import { reportFailure } from "../../errors.ts";
import { mimeTypeOf } from "../../mime-type.ts";
import { answer, failures } from "../../openapi.ts";
import { nameSchema } from "../../schemas.ts";

interface UploadOptions {
  maxUploadBytes: number;
  /** How much each user may store; null for any amount. */
  userQuotaBytes: number | null;
  temporary: TemporaryFolder;
}

const formSchema = z
  .object({
    userId: idSchema.describe("Owner of the file."),
    file: z.string().meta({ format: "binary" }).describe("The file, with its name."),
    index: z
      .enum(["true", "false"])
      .optional()
      .describe("`true` also orders its indexing, which goes on whether the caller stays or not."),
  })
  .meta({ example: { userId: "alice", file: "(the bytes of lease.pdf)" } });

const uploadedSchema = z.object({
  success: z.literal(true),
  documentId: idSchema,
  documentName: z.string(),
  size: z.number().int(),
  mimeType: z.string(),
  job: indexJobSchema
    .optional()
    .describe("The indexing, where it was ordered with the file and could be taken on."),
});

/** `POST /api/documents/upload` */
export function uploadRoute(library: ServedLibrary, options: UploadOptions): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      "/api/documents/upload",
      {
        config: { form: formSchema },
        schema: {
          tags: ["Documents"],
          summary: "Upload a file",
          description:
            "Multipart form with the fields `userId` and `file`. Puts the file into file storage; `POST /api/documents/index` makes it findable, or with the field `index=true` the same call orders that.",
          response: {
            200: answer("The file is stored.", uploadedSchema, {
              success: true,
              documentId: "19a8c3d2f10b4e5a6c7d",
              documentName: "lease.pdf",
              size: 91_022,
              mimeType: "application/pdf",
            }),
            ...failures(400, 413, 500),
          },
        },
      },
      async (request, reply) => {
        const folder = await mkdtemp(join(await options.temporary.ready(), "upload-"));
        try {
          const receiving = patienceOf(reply, {
            whenSilent: silentSender,
            progress: () => request.raw.socket.bytesRead,
          });
          const path = join(folder, "file");
          const { bytes, isToBeIndexed, ...upload } = await receive(request, {
            ...options,
            path,
            signal: receiving.signal,
          });
          receiving.rest();
          const storing = patienceOf(reply, { whenSilent: silentStorage });
          const file = await storeFile(
            library,
            { ...upload, bytes: watched(bytes, storing), quotaBytes: options.userQuotaBytes },
            storing.signal,
          );
          return {
            success: true as const,
            documentId: file.fileId,
            documentName: file.name,
            size: file.sizeBytes,
            mimeType: mimeTypeOf(file.name),
            ...(isToBeIndexed && { job: await order(library, file, request) }),
          };
        } finally {
          await rm(folder, { recursive: true, force: true });
        }
      },
    );
  };
}

/** Orders the indexing of a file that is stored: nobody who leaves now may leave a file that nobody reads. */
async function order(
  library: ServedLibrary,
  { fileId: documentId, userId, name: fileName }: StoredFile,
  request: FastifyRequest,
): Promise<IndexJob | undefined> {
  try {
    const signal = AbortSignal.timeout(request.server.timeLimits.requestMs);
    return await library.indexing.order({ documentId, userId, fileName, owner: ownerOf(request) }, signal);
  } catch (error) {
    // The file is stored, and that is what was asked for first: without a job its sender knows that it has to order it.
    reportFailure(request, error);
    return undefined;
  }
}

function silentSender(seconds: number): AppError {
  return new AppError("too-slow", `Nothing of the upload came for ${seconds} seconds`, {
    details: "Nothing was stored; send the file again",
  });
}

function silentStorage(seconds: number): AppError {
  return new AppError("timed-out", `The file storage took nothing for ${seconds} seconds`, {
    details: "Nothing was stored; try again in a moment",
  });
}

async function* watched(bytes: AsyncIterable<Uint8Array>, patience: Patience): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    patience.moved();
    yield piece;
  }
  patience.moved();
}

interface Reception {
  path: string;
  maxUploadBytes: number;
  signal: AbortSignal;
}

/** Reads the whole form, because its fields may come in any order, with the file put aside on disk. */
async function receive(request: FastifyRequest, { path, maxUploadBytes, signal }: Reception) {
  if (!request.isMultipart()) throw badForm("The body is not a multipart form");
  let name: string | undefined;
  let userId: unknown;
  let index: unknown;
  try {
    for await (const part of eachOrAborted(request.parts(), signal)) {
      if (part.type === "file") {
        if (part.fieldname !== "file") throw badForm(`There is no place for a file called ${part.fieldname}`);
        name = part.filename;
        await saveTo(path, part, { maxUploadBytes, signal });
      } else if (part.fieldname === "userId") userId = part.value;
      else if (part.fieldname === "index") index = part.value;
    }
  } catch (error) {
    // The rest of the body is let through unread: else the next request on this connection waits behind it for ever.
    request.raw.unpipe();
    request.raw.resume();
    signal.throwIfAborted();
    // What the parser stumbles over has no code, unlike what the system fails at.
    if (error instanceof Error && !("code" in error)) throw badForm("The form is cut off or damaged", error);
    throw error;
  }
  const owner = idSchema.safeParse(userId);
  if (!owner.success) throw badForm("userId is missing or not an id");
  if (request.caller !== null && owner.data !== request.caller.userId) throw anotherUser();
  if (name === undefined) throw badForm("file is missing");
  const named = nameSchema.safeParse(name);
  if (!named.success) throw badForm("The file needs a name of 1 to 255 characters");
  const { size: sizeBytes } = await stat(path);
  return {
    userId: owner.data,
    name: named.data,
    mimeType: mimeTypeOf(named.data),
    sizeBytes,
    bytes: createReadStream(path),
    isToBeIndexed: index === "true",
  };
}

async function saveTo(
  path: string,
  part: MultipartFile,
  { maxUploadBytes, signal }: Omit<Reception, "path">,
): Promise<void> {
  await pipeline(part.file, createWriteStream(path), { signal });
  if (part.file.truncated) {
    throw new AppError("body-too-large", "The file is too large", {
      details: `At most ${Math.floor(maxUploadBytes / 1024 / 1024)} MB; MAX_UPLOAD_MB sets the limit`,
    });
  }
}

function badForm(message: string, cause?: unknown): AppError {
  return new AppError("invalid-input", message, {
    details: "Send multipart/form-data with the fields userId and file",
    cause,
  });
}
