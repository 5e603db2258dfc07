import type { VectorQuery } from "../../ports/vector-store.ts";
import type { Version } from "./ledger.ts";

/** A condition or a filter as Qdrant takes it. */
export type Condition =
  | { key: string; match: { value: string | number } | { any: readonly string[] } }
  | { key: string; range: { gte?: number; lt: number } }
  | { is_empty: { key: string } }
  | { has_id: readonly number[] }
  | Filter;

export interface Filter {
  must?: Condition[];
  should?: Condition[];
  must_not?: Condition[];
}

/** The payload field holds exactly this. */
export function is(key: string, value: string | number): Condition {
  return { key, match: { value } };
}

/** The points that a query may find. */
export function filterOf(query: Omit<VectorQuery, "vector">, hidden: readonly Version[]): Filter {
  const must = [is("userId", query.userId)];
  if (query.documentTypes.length > 0) must.push(isAnyOf("documentType", query.documentTypes));
  if (query.documentIds.length > 0) must.push(isAnyOf("documentId", query.documentIds));
  const mustNot = versionConditions(hidden);
  if (query.excludedDocumentId !== null) mustNot.push(is("documentId", query.excludedDocumentId));
  return mustNot.length === 0 ? { must } : { must, must_not: mustNot };
}

/** Points that meet all of the conditions and belong to none of the versions. */
export function without(must: Condition[], versions: readonly Version[]): Filter {
  return versions.length === 0 ? { must } : { must, must_not: versionConditions(versions) };
}

/** The points of these versions of one document. */
export function pointsOfVersions(documentId: string, versions: readonly Version[]): Filter {
  const conditions = versionConditions(versions);
  const [only, ...others] = conditions;
  const own = is("documentId", documentId);
  if (only !== undefined && others.length === 0) return { must: [own, only] };
  return { must: [own], should: conditions };
}

function isAnyOf(key: string, values: readonly string[]): Condition {
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
