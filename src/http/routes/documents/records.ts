import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { type ListedDocument, listedDocumentSchema } from "../../../domain/document.ts";
import { idSchema } from "../../../domain/id.ts";
import { ownId } from "../../../domain/own-id.ts";
import { listedChunkSchema, type Recommendation, recommendationSchema } from "../../../domain/passage.ts";
import { listChunks, removeDocument, removeVectors, renameDocument } from "../../../usecases/documents.ts";
import { listDocuments } from "../../../usecases/list-documents.ts";
import { recommendDocuments } from "../../../usecases/recommend-documents.ts";
import type { ServedLibrary } from "../../../usecases/served-library.ts";
import { ownerOf } from "../../authenticate.ts";
import { BODIES } from "../../bodies.ts";
import { deadlineOf } from "../../deadline.ts";
import { answer, failures } from "../../openapi.ts";
import { successSchema } from "../../schemas.ts";

const tags = ["Documents"];
const EXAMPLE_ID = "19a8c3d2f10b4e5a6c7d";
const documentIdSchema = idSchema.describe("File ID of the document.").meta({ example: EXAMPLE_ID });
const userIdSchema = idSchema.describe("Owner of the documents.").meta({ example: "alice" });

const recommendationsSchema = z.object({
  success: z.literal(true),
  recommendations: z.array(recommendationSchema),
  count: z.number(),
});

const chunksSchema = z.object({
  success: z.literal(true),
  chunks: z.array(listedChunkSchema),
  total: z.number().int().describe("How many chunks the document has."),
});

const removedSchema = successSchema.extend({
  removed: z.object({
    file: z.boolean().describe("Whether there was a file."),
    chunks: z.number().int().describe("How many chunks there were."),
    job: z.boolean().describe("Whether its indexing was written down or under way."),
    sessions: z.number().int().describe("How many chat sessions it was pinned to."),
  }),
});

const EXAMPLE_DOCUMENT: ListedDocument = {
  documentId: EXAMPLE_ID,
  documentName: "lease.pdf",
  documentType: "PDF",
  category: "Legal",
  chunks: 42,
  pages: 12,
  size: 91_022,
  indexedAt: "2026-11-01T09:30:00.000Z",
  storedAt: "2026-11-01T09:29:12.000Z",
  state: "indexed",
  cause: null,
  job: null,
};

const EXAMPLE_RECOMMENDATION: Recommendation = {
  documentId: "19a8c3d2f10b4e5a6c7e",
  documentName: "house-rules.pdf",
  documentType: "PDF",
  category: "Legal",
  score: 0.64,
  matchingChunks: [{ text: "Tenants give notice in writing.", score: 0.64 }],
};

/** What is known of documents: list, delete, rename and recommend. */
export function recordRoutes(library: ServedLibrary): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      "/api/documents",
      {
        schema: {
          tags,
          summary: "List documents",
          description:
            "All documents of a user, also files that are not indexed yet or whose indexing failed: `state` tells.",
          querystring: z.object({ userId: userIdSchema }),
          response: {
            200: answer(
              "The documents, the latest first.",
              z.object({
                success: z.literal(true),
                documents: z.array(listedDocumentSchema),
                count: z.number(),
              }),
              { success: true, documents: [EXAMPLE_DOCUMENT], count: 1 },
            ),
            ...failures(400, 500),
          },
        },
      },
      async (request, reply) => {
        const documents = await listDocuments(library, request.query.userId, deadlineOf(reply));
        return { success: true as const, documents, count: documents.length };
      },
    );

    app.get(
      "/api/documents/chunks",
      {
        schema: {
          tags,
          summary: "Read the chunks of a document",
          description: "The text of an indexed document in order, as it was cut; neighbours overlap.",
          querystring: z.object({
            documentId: documentIdSchema,
            userId: userIdSchema,
            from: z.coerce.number().int().min(0).default(0).describe("Index of the first chunk."),
            limit: z.coerce.number().int().min(1).max(1000).default(100).describe("How many at most."),
          }),
          response: {
            200: answer("The chunks.", chunksSchema, {
              success: true,
              chunks: [{ chunkIndex: 0, chunkText: "Lease of a flat", pageNumber: 1, section: null }],
              total: 42,
            }),
            ...failures(400, 500),
          },
        },
      },
      async (request, reply) => ({
        success: true as const,
        ...(await listChunks(library, { ...request.query, owner: ownerOf(request) }, deadlineOf(reply))),
      }),
    );

    app.delete(
      "/api/documents",
      {
        schema: {
          tags,
          summary: "Delete a document, file and vectors",
          description:
            "Removes the file, the vectors, what was kept of the indexing, and the pins of chat sessions. What is not there any more is not an error: the answer says what there was to remove.",
          querystring: z.object({ documentId: documentIdSchema }),
          response: {
            200: answer("What was removed.", removedSchema, {
              success: true,
              removed: { file: true, chunks: 42, job: true, sessions: 1 },
              message: "Removed the file and 42 chunks",
            }),
            ...failures(400, 500),
          },
        },
      },
      async (request, reply) => {
        const document = ownId(request.query.documentId, ownerOf(request));
        const removed = await removeDocument(library, document, deadlineOf(reply));
        await request.audit("document-deleted", request.query.documentId);
        const message = `Removed ${removed.file ? "the file" : "no file"} and ${counted(removed.chunks)}`;
        return { success: true as const, removed, message };
      },
    );

    app.post(
      "/api/documents/delete",
      {
        schema: {
          tags,
          summary: "Delete the vectors of a document",
          description: "The file stays in file storage. A document without vectors is not an error.",
          body: BODIES["POST /api/documents/delete"],
          response: {
            200: answer("No vectors are left.", successSchema, {
              success: true,
              message: "Removed 42 chunks; the file stays",
            }),
            ...failures(400, 413, 500),
          },
        },
      },
      async (request, reply) => {
        const document = ownId(request.body.documentId, ownerOf(request));
        const chunks = await removeVectors(library, document, deadlineOf(reply));
        await request.audit("document-deleted", request.body.documentId);
        return { success: true as const, message: `Removed ${counted(chunks)}; the file stays` };
      },
    );

    app.post(
      "/api/documents/rename",
      {
        schema: {
          tags,
          summary: "Rename a document",
          description: "Renames the file in file storage and then all of its chunks.",
          body: BODIES["POST /api/documents/rename"],
          response: {
            200: answer(
              "The name as stored.",
              successSchema.extend({ documentId: idSchema, newName: z.string() }),
              {
                success: true,
                documentId: EXAMPLE_ID,
                newName: "Lease 2026.pdf",
                message: "Renamed to Lease 2026.pdf",
              },
            ),
            ...failures(400, 413, 500),
          },
        },
      },
      async (request, reply) => {
        const { documentId } = request.body;
        const document = ownId(documentId, ownerOf(request));
        const wanted = { document, newName: request.body.newName };
        const newName = await renameDocument(library, wanted, deadlineOf(reply));
        return { success: true as const, documentId, newName, message: `Renamed to ${newName}` };
      },
    );

    app.get(
      "/api/documents/recommendations",
      {
        schema: {
          tags,
          summary: "Find similar documents",
          description: "Documents of the same user with a similarity of 0.5 or more, best first.",
          querystring: z.object({
            documentId: documentIdSchema,
            userId: userIdSchema,
            limit: z.coerce.number().int().min(1).max(50).default(5).describe("How many at most."),
          }),
          response: {
            200: answer("Similar documents.", recommendationsSchema, {
              success: true,
              recommendations: [EXAMPLE_RECOMMENDATION],
              count: 1,
            }),
            ...failures(400, 500),
          },
        },
      },
      async (request, reply) => {
        const wanted = { ...request.query, owner: ownerOf(request) };
        const recommendations = await recommendDocuments(library, wanted, deadlineOf(reply));
        return { success: true as const, recommendations, count: recommendations.length };
      },
    );
  };
}

function counted(chunks: number): string {
  return `${chunks} ${chunks === 1 ? "chunk" : "chunks"}`;
}
