import { z } from "zod";
import { accountNameSchema, passwordSchema } from "../domain/account.ts";
import { keyDraftSchema } from "../domain/api-key.ts";
import { relevantMessages } from "../domain/build-prompt.ts";
import { idSchema } from "../domain/id.ts";
import { firstQuestions, MAX_QUESTION_LENGTH } from "../domain/message.ts";
import { MAX_PINNED_DOCUMENTS } from "../domain/session.ts";
import {
  conversationSchema,
  documentIdsSchema,
  listOf,
  messagesSchema,
  nameSchema,
  writtenSchema,
} from "./schemas.ts";

const EXAMPLE_ID = "19a8c3d2f10b4e5a6c7d";
const MAX_TITLE_LENGTH = 255;
const exampleMessages = [{ role: "user", content: "How much notice do I have to give?" }];
const documentIdSchema = idSchema.describe("File ID of the document.").meta({ example: EXAMPLE_ID });
const EXAMPLE_JOB_ID = "19a8c3d2f10b4e5a6c80";
export const jobIdSchema = idSchema.describe("Job ID.").meta({ example: EXAMPLE_JOB_ID });
export const jobOwnerSchema = idSchema
  .optional()
  .describe("Who ordered it: the job of another user is then not known.")
  .meta({ example: "alice" });
/** As sessions keep them: whoever stores them has no use for millions of objects. */
const storedMessages = messagesSchema.transform((messages) => JSON.stringify(messages));

/** Several documents to pin. */
const pinnedSchema = listOf(idSchema, MAX_PINNED_DOCUMENTS)
  .optional()
  .describe(
    "File IDs of all documents to pin; the first becomes `selectedDocument`. Decides where both are given.",
  );

/**
 * The body of every endpoint that takes one. Large ones are read in a thread (read-large-body.ts), and what these
 * schemas make of them comes back: they leave little, or one long text.
 */
export const BODIES = {
  "POST /api/chat": z
    .object({
      messages: conversationSchema.transform(relevantMessages),
      userId: idSchema.optional().describe("Whose documents to look into; nobody's where absent."),
      useRAG: z.boolean().default(true).describe("False answers without looking into documents."),
      documentIds: documentIdsSchema,
      grounding: z
        .boolean()
        .default(false)
        .describe("True compares every sentence of the answer with the passages that it cites."),
    })
    .meta({ example: { messages: exampleMessages, userId: "alice" } }),

  "POST /api/chat/generate-title": z
    .object({ messages: conversationSchema.transform(firstQuestions) })
    .meta({ example: { messages: exampleMessages } }),

  "POST /api/chat/history": z
    .object({
      userId: idSchema.describe("Owner."),
      messages: storedMessages,
      title: z.string().max(MAX_TITLE_LENGTH).optional().describe("Display title, `New Chat` where absent."),
      selectedDocument: idSchema.nullable().optional().describe("File ID of the document to pin."),
      selectedDocuments: pinnedSchema,
    })
    .meta({ example: { userId: "alice", messages: exampleMessages } }),

  "PUT /api/chat/history": z
    .object({
      sessionId: idSchema.describe("Record ID of the session."),
      title: writtenSchema.max(MAX_TITLE_LENGTH).optional().describe("New title."),
      messages: storedMessages.optional().describe("Replaces the stored messages entirely."),
      selectedDocument: idSchema.nullable().optional().describe("New pinned file ID; null clears it."),
      selectedDocuments: pinnedSchema,
    })
    .meta({ example: { sessionId: EXAMPLE_ID, title: "Notice periods" } }),

  "POST /api/account/setup": z
    .object({ name: accountNameSchema, password: passwordSchema })
    .meta({ example: { name: "alice", password: "correct horse battery" } }),

  "POST /api/account/join": z
    .object({
      invitation: z.string().max(100).describe("The last part of the invitation's link."),
      name: accountNameSchema,
      password: passwordSchema,
    })
    .meta({ example: { invitation: "…", name: "bob", password: "correct horse battery" } }),

  "POST /api/account/sign-in": z
    .object({
      name: z.string().max(200).optional().describe("With `password`, where people sign in with one."),
      password: z.string().max(1_000).optional(),
      token: z.string().max(8_000).optional().describe("A token of the service that people sign in with."),
    })
    .meta({ example: { name: "alice", password: "correct horse battery" } }),

  "POST /api/account/sign-out": z
    .object({ everywhere: z.boolean().default(false).describe("True signs out every browser of the user.") })
    .meta({ example: { everywhere: false } }),

  "POST /api/account/password": z
    .object({ current: z.string().max(1_000).describe("The password so far."), next: passwordSchema })
    .meta({ example: { current: "correct horse battery", next: "a longer one than before" } }),

  "POST /api/keys": keyDraftSchema
    .extend({ expiresInDays: keyDraftSchema.shape.expiresInDays.default(null) })
    .meta({ example: { label: "nightly upload", access: "write", expiresInDays: 90 } }),

  "POST /api/users/invitations": z.object({}).meta({ example: {} }),

  "POST /api/search/semantic": z
    .object({
      query: writtenSchema
        .max(MAX_QUESTION_LENGTH)
        .describe("Natural-language query, at most 8,000 characters."),
      userId: idSchema.describe("Restricts results to this user's documents."),
      documentType: listOf(z.string().max(32), 100)
        .default([])
        .describe("File types to search, for example `PDF`, `MD`; all where absent or empty."),
      documentIds: documentIdsSchema,
      limit: z.number().int().min(1).max(100).default(10).describe("Maximum number of chunk results."),
      scoreThreshold: z
        .number()
        .min(0)
        .max(1)
        .default(0.5)
        .describe("Minimum cosine similarity; lower-scoring chunks are left out."),
      mode: z
        .enum(["semantic", "hybrid"])
        .default("semantic")
        .describe(
          "`semantic` finds what is nearest in meaning, nearest first. `hybrid` also finds what holds the words, and gives what answers best first; what stands in quotation marks has to be there word for word.",
        ),
      explain: z
        .boolean()
        .default(false)
        .describe("Whether every result says where it stands by meaning and by words."),
    })
    .meta({
      example: {
        query: "How much notice do I have to give?",
        userId: "alice",
        documentType: ["PDF"],
        limit: 5,
      },
    }),

  "POST /api/documents/index": z
    .object({
      documentId: idSchema.describe("File ID in file storage."),
      userId: idSchema.describe("Owner of the chunks."),
      fileName: nameSchema.describe("Original name with its extension: decides type and category."),
    })
    .meta({ example: { documentId: EXAMPLE_ID, userId: "alice", fileName: "lease.pdf" } }),

  "POST /api/documents/delete": z
    .object({ documentId: documentIdSchema })
    .meta({ example: { documentId: EXAMPLE_ID } }),

  "POST /api/documents/jobs/retry": z
    .object({ jobId: jobIdSchema, userId: jobOwnerSchema })
    .meta({ example: { jobId: EXAMPLE_JOB_ID } }),

  "POST /api/documents/rename": z
    .object({
      documentId: documentIdSchema,
      newName: nameSchema.describe("1 to 255 characters, not blank; blanks around it are left out."),
    })
    .meta({ example: { documentId: EXAMPLE_ID, newName: "Lease 2026.pdf" } }),
} as const;

/** An endpoint that takes a body. */
export type BodyKey = keyof typeof BODIES;

/** The endpoint's key, if it takes a body. */
export function bodyKeyOf(method: string, url: string | undefined): BodyKey | undefined {
  const key = `${method} ${url ?? ""}`;
  return Object.hasOwn(BODIES, key) ? (key as BodyKey) : undefined;
}
