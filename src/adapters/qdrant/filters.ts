import { type Named, namedParts } from "../../domain/own-id.ts";
import type { VectorQuery } from "../../ports/vector-store.ts";
import type { Generation } from "./generation.ts";
import type { Version } from "./ledger.ts";
import { ARRIVING } from "./payload.ts";

/** A condition or a filter as Qdrant takes it. */
export type Condition =
  | { key: string; match: { value: string | number | boolean } | { any: readonly string[] } }
  | { key: string; range: { gte?: number; lt: number } }
  | { is_empty: { key: string } }
  | { has_id: readonly (string | number)[] }
  | { has_vector: string }
  | Filter;

export interface Filter {
  must?: Condition[];
  should?: Condition[];
  must_not?: Condition[];
}

/** What there is to be seen: whatever is neither hidden nor still arriving, in one generation. */
export interface View {
  hidden: readonly Version[];
  /** What has arrived, although its points may not say so yet. */
  arrived: readonly Version[];
  generation: Pick<Generation, "current" | "isMixed">;
}

/** The payload field holds exactly this. */
export function is(key: string, value: string | number | boolean): Condition {
  return { key, match: { value } };
}

/** The points of a document, only the owner's where one is named. */
export function ofDocument(document: Named): Condition[] {
  const { id, owner } = namedParts(document);
  return [is("documentId", id), ...(owner === null ? [] : [is("userId", owner)])];
}

/** The points that a query may find. */
export function filterOf(query: Omit<VectorQuery, "vector" | "embedder">, view: View): Filter {
  const must = [is("userId", query.userId)];
  if (query.documentTypes.length > 0) must.push(isAnyOf("documentType", query.documentTypes));
  if (query.documentIds.length > 0) must.push(isAnyOf("documentId", query.documentIds));
  const seen = seenIn(must, view);
  if (query.excludedDocumentId === null) return seen;
  return { ...seen, must_not: [...(seen.must_not ?? []), is("documentId", query.excludedDocumentId)] };
}

/** Points that meet all of the conditions and are to be seen. */
export function seenIn(must: readonly Condition[], { hidden, arrived, generation }: View): Filter {
  return {
    must: [...must, ...ofGeneration(generation)],
    must_not: [stillArriving(arrived), ...versionConditions(hidden)],
  };
}

/** Whatever is marked as arriving, but for what has arrived all the same. */
function stillArriving(arrived: readonly Version[]): Condition {
  const isArriving = is(ARRIVING, true);
  return arrived.length === 0 ? isArriving : { must: [isArriving], must_not: versionConditions(arrived) };
}

/** The conditions of the generation that is seen; none where there is no other. */
export function ofGeneration({ current, isMixed }: View["generation"]): Condition[] {
  if (!isMixed) return [];
  return [current === null ? { is_empty: { key: "generation" } } : is("generation", current)];
}

/** The points of these versions of one document. */
export function pointsOfVersions(documentId: string, versions: readonly Version[]): Filter {
  const conditions = versionConditions(versions);
  const [only, ...others] = conditions;
  const own = is("documentId", documentId);
  if (only !== undefined && others.length === 0) return { must: [own, only] };
  return { must: [own], should: conditions };
}

/** The payload field holds one of these. */
export function isAnyOf(key: string, values: readonly string[]): Condition {
  return { key, match: { any: values } };
}

/** One condition for all named versions, and one for each document whose points carry no version. */
function versionConditions(versions: readonly Version[]): Condition[] {
  const named = versions.flatMap(({ indexVersion }) => (indexVersion === null ? [] : [indexVersion]));
  const nameless = versions
    .filter(({ indexVersion }) => indexVersion === null)
    .map(({ documentId, userId }) => ({
      must: [is("documentId", documentId), is("userId", userId), { is_empty: { key: "indexVersion" } }],
    }));
  return named.length === 0 ? nameless : [isAnyOf("indexVersion", named), ...nameless];
}
