import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { documentHitsSchema, hitSchema } from "../../domain/passage.ts";
import type { Library } from "../../usecases/library.ts";
import { searchPassages } from "../../usecases/search-passages.ts";
import { ownerOf } from "../authenticate.ts";
import { BODIES } from "../bodies.ts";
import { deadlineOf } from "../deadline.ts";
import { answer, failures } from "../openapi.ts";

const placeSchema = z
  .object({ rank: z.number().int().min(1).describe("From 1."), score: z.number() })
  .nullable()
  .describe("Null where it is not among the best.");

const resultSchema = hitSchema
  .extend({
    explain: z
      .object({
        meaning: placeSchema.describe("Its place by cosine similarity; null where it is not among the best."),
        words: placeSchema.describe(
          "Its place by the words of the query; null where it is not among the best.",
        ),
      })
      .optional()
      .describe("Where it stands in each way of searching; present where `explain` is true."),
  })
  .meta({ id: "SearchResult" });

const answerSchema = z.object({
  success: z.literal(true),
  query: z.string().describe("Echo of the query."),
  results: z.array(resultSchema).describe("Chunks, best first."),
  documents: z.array(documentHitsSchema).describe("The same hits grouped by document, best first."),
  totalResults: z.number(),
  totalDocuments: z.number(),
});

const EXAMPLE: z.output<typeof answerSchema> = {
  success: true,
  query: "How much notice do I have to give?",
  results: [
    {
      id: "3f0f9a52-7c1e-8d6b-9f43-0a1b2c3d4e5f",
      score: 0.71,
      documentId: "19a8c3d2f10b4e5a6c7d",
      chunkText: "The tenant may end the lease with three months' notice.",
      documentName: "lease.pdf",
      documentType: "PDF",
      category: "Legal",
      chunkIndex: 4,
      pageNumber: 2,
      section: null,
    },
  ],
  documents: [
    {
      documentId: "19a8c3d2f10b4e5a6c7d",
      documentName: "lease.pdf",
      documentType: "PDF",
      category: "Legal",
      maxScore: 0.71,
      chunks: [
        { chunkIndex: 4, chunkText: "The tenant may end the lease with three months' notice.", score: 0.71 },
      ],
    },
  ],
  totalResults: 1,
  totalDocuments: 1,
};

/** `/api/search` */
export function searchRoutes(library: Library): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      "/api/search/semantic",
      {
        config: { onlyReads: true, cost: 2 },
        schema: {
          tags: ["Search"],
          summary: "Search by meaning, or by meaning and words",
          description:
            'Finds the chunks of a user\'s documents that are nearest in meaning to the query; with `mode: "hybrid"` also those that hold its words, numbers and names.',
          body: BODIES["POST /api/search/semantic"],
          response: {
            200: answer("The chunks found, best first.", answerSchema, EXAMPLE),
            ...failures(400, 413, 500, 503),
          },
        },
      },
      async (request, reply) => {
        const { documentType, scoreThreshold, explain, ...rest } = request.body;
        const { hits, documents } = await searchPassages(
          library,
          { ...rest, owner: ownerOf(request), documentTypes: documentType, scoreFloor: scoreThreshold },
          deadlineOf(reply),
        );
        return {
          success: true as const,
          query: rest.query,
          results: hits.map(({ meaning: _, byMeaning, byWords, ...hit }) =>
            explain ? { ...hit, explain: { meaning: byMeaning, words: byWords } } : hit,
          ),
          documents,
          totalResults: hits.length,
          totalDocuments: documents.length,
        };
      },
    );
  };
}
