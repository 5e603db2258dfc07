import type { VectorTraces } from "../../ports/vector-traces.ts";
import type { CollectionPoints } from "./collection-points.ts";
import { is } from "./filters.ts";
import type { LedgerStore } from "./ledger-store.ts";

interface TraceParts {
  collection: CollectionPoints;
  ledger: LedgerStore;
}

/** What the points and the ledger still hold of a document or a user. */
export function openVectorTraces({ collection, ledger }: TraceParts): VectorTraces {
  return {
    async tracesOf(id, signal) {
      const filter = { should: [is("documentId", id), is("userId", id)] };
      const passages = await collection.count(filter, signal);
      const { pages } = await ledger.readAll(signal);
      const isOf = ({ documentId, userId }: { documentId: string; userId: string }) =>
        documentId === id || userId === id;
      return {
        passages,
        unfinished: pages.flatMap(({ changes }) => changes).filter(isOf).length,
        remembered: pages.flatMap(({ touches }) => touches).filter(isOf).length,
      };
    },
  };
}
