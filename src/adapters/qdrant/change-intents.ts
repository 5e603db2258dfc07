import { z } from "zod";
import type { Named } from "../../domain/own-id.ts";
import type { ChangeIntents } from "../../ports/change-intents.ts";
import type { CollectionPoints } from "./collection-points.ts";
import { is, isAnyOf, ofDocument } from "./filters.ts";

/** What is about to be done to the document, at the first point of each of its versions; and since when. */
export const INTENT = "intent";
const SINCE = "intentSince";
const INTENT_FIELDS = [INTENT, SINCE];

/** A renaming of all points sets these too: Qdrant drops a field that is set to null. */
export const NO_INTENT = { [INTENT]: null, [SINCE]: null };

/** Intents in the payloads of the points that they are about: they go when those do. */
export function openChangeIntents(points: CollectionPoints, now: () => Date): ChangeIntents {
  const firstOf = (document: Named) => ({ must: [...ofDocument(document), is("chunkIndex", 0)] });

  return {
    intend: (document, kind, signal) =>
      points.write(
        [
          {
            set_payload: {
              payload: { [INTENT]: kind, [SINCE]: now().toISOString() },
              filter: firstOf(document),
            },
          },
        ],
        signal,
      ),

    withdraw: (document, signal) =>
      points.write([{ delete_payload: { keys: INTENT_FIELDS, filter: firstOf(document) } }], signal),

    async all(signal) {
      const wanted = {
        filter: { must: [isAnyOf(INTENT, KINDS)] },
        fields: ["documentId", "userId", ...INTENT_FIELDS],
        point: intendedSchema,
      };
      const found = await Array.fromAsync(points.scroll(wanted, signal));
      // Every version of a document carries it.
      return [...new Map(found.map((change) => [change.documentId, change])).values()];
    },
  };
}

const KINDS = ["rename", "remove"] as const;

const intendedSchema = z
  .object({
    payload: z.object({
      documentId: z.string(),
      userId: z.string().catch(""),
      [INTENT]: z.enum(KINDS),
      [SINCE]: z.string().catch(""),
    }),
  })
  .transform(({ payload: { documentId, userId, intent, intentSince } }) => ({
    documentId,
    userId,
    kind: intent,
    since: intentSince,
  }));
