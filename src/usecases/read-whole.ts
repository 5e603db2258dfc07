import type { WholeRequest } from "../domain/digest/whole-request.ts";
import type { Document } from "../domain/document.ts";
import type { Hit } from "../domain/passage.ts";
import { termsOf } from "../domain/terms.ts";
import { forEachAtOnce } from "../flow/for-each-at-once.ts";
import type { Library } from "./library.ts";

/** How many chunks are read for one answer, of how many documents, and in how many places of a long one. */
const MOST_CHUNKS = 240;
const MOST_DOCUMENTS = 40;
const PLACES = 24;
const READ_AT_ONCE = 4;

interface Wanted {
  request: WholeRequest;
  userId: string;
  /** Only these documents; all where empty. */
  documentIds: readonly string[];
}

/**
 * The chunks that a request over a whole is answered from, in reading order: of the documents that it is restricted to or
 * names, else of the only one or of all. None where it is about a subject, which passages answer better.
 */
export async function readWhole(
  { vectors }: Pick<Library, "vectors">,
  { request, userId, documentIds }: Wanted,
  signal: AbortSignal,
): Promise<Hit[]> {
  const all = await vectors.listDocuments(userId, signal);
  const documents = chooseDocuments(request, all, documentIds).slice(0, MOST_DOCUMENTS);
  const share = Math.max(1, Math.floor(MOST_CHUNKS / Math.max(1, documents.length)));
  const read: Hit[][] = documents.map(() => []);
  await forEachAtOnce(
    documents,
    READ_AT_ONCE,
    async (document, i, stop) => {
      read[i] = await readDocument({ vectors }, { document, userId, share }, stop);
    },
    signal,
  );
  return read.flat();
}

function chooseDocuments(
  { kind, values, about }: WholeRequest,
  all: readonly Document[],
  documentIds: readonly string[],
): readonly Document[] {
  const scope =
    documentIds.length > 0 ? all.filter(({ documentId }) => documentIds.includes(documentId)) : all;
  const wanted = new Set(about);
  const named = scope.filter(({ documentName }) => {
    const name = termsOf(documentName.replace(/\.[^.]{1,8}$/, "").replace(/[_.-]+/g, " "));
    return name.length > 0 && name.every((term) => wanted.has(term));
  });
  if (named.length > 0) return named;
  // "Summarise the contract" means the one that there is; more words name a subject.
  const isListed = kind === "list" && values === null;
  const room = isListed ? MOST_LISTED_TERMS : scope.length === 1 ? 1 : 0;
  return about.length <= room ? scope : [];
}

/** A list of something is told by these many words at most. */
const MOST_LISTED_TERMS = 2;

interface Reading {
  document: Document;
  userId: string;
  /** How many chunks at most. */
  share: number;
}

/** A document's chunks; of one that is too long the beginnings of evenly spread parts. */
async function readDocument(
  { vectors }: Pick<Library, "vectors">,
  { document, userId, share }: Reading,
  signal: AbortSignal,
): Promise<Hit[]> {
  const { documentId, chunks: total } = document;
  const places = total <= share ? 1 : Math.min(PLACES, share);
  const limit = Math.min(total, Math.max(1, Math.floor(share / places)));
  const hits: Hit[] = [];
  for (let place = 0; place < places; place++) {
    const from = Math.floor((place * total) / places);
    const { chunks } = await vectors.listChunks({ documentId, userId }, { from, limit }, signal);
    hits.push(...chunks.map((chunk) => toHit(document, chunk)));
  }
  return hits;
}

/** A chunk that was read rather than found has the score of a perfect match. */
function toHit(
  { documentId, documentName, documentType, category }: Document,
  chunk: Pick<Hit, "chunkIndex" | "chunkText" | "pageNumber" | "section">,
): Hit {
  return {
    ...{ id: `${documentId}-${chunk.chunkIndex}`, score: 1 },
    ...{ documentId, documentName, documentType, category },
    ...chunk,
  };
}
