import type { Category } from "../../../src/domain/document.ts";
import type { ShownDocument } from "../api/documents.ts";

export type SortOrder = "newest" | "oldest" | "name" | "size" | "type";

/** How the library is looked at. */
export interface Arrangement {
  sort: SortOrder;
  type: string | null;
  category: Category | null;
}

/** The documents that fit, in order. Equal ones are ordered by name, then by id, so that nothing jumps. */
export function arrangeDocuments(
  documents: readonly ShownDocument[],
  arrangement: Arrangement,
): ShownDocument[] {
  const { sort, type, category } = arrangement;
  const compare = ORDERS[sort];
  return documents
    .filter((document) => type === null || document.documentType === type)
    .filter((document) => category === null || document.category === category)
    .sort((a, b) => compare(a, b) || byName(a, b) || compareText(a.documentId, b.documentId));
}

/** The values that occur, with how often, most frequent first. */
export function countBy<Value extends string>(
  documents: readonly ShownDocument[],
  pick: (document: ShownDocument) => Value,
): { value: Value; count: number }[] {
  const counts = new Map<Value, number>();
  for (const document of documents) counts.set(pick(document), (counts.get(pick(document)) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || compareText(a.value, b.value));
}

/** The documents whose names contain all words of a query. */
export function matchNames(documents: readonly ShownDocument[], query: string): ShownDocument[] {
  const words = foldCase(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return documents.filter(({ documentName }) => {
    const name = foldCase(documentName);
    return words.every((word) => name.includes(word));
  });
}

const names = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

const ORDERS: Record<SortOrder, (a: ShownDocument, b: ShownDocument) => number> = {
  newest: (a, b) => compareText(b.indexedAt, a.indexedAt),
  oldest: (a, b) => compareText(a.indexedAt, b.indexedAt),
  name: byName,
  size: (a, b) => b.size - a.size,
  type: (a, b) => compareText(a.documentType, b.documentType),
};

function byName(a: ShownDocument, b: ShownDocument): number {
  return names.compare(a.documentName, b.documentName);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function foldCase(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
