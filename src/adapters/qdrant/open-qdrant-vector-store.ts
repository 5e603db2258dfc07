import type { VectorStore } from "../../ports/vector-store.ts";
import { openCollections } from "./collections.ts";
import { openDocumentPoints } from "./document-points.ts";
import { openLedgerStore } from "./ledger-store.ts";
import { type Leftovers, openLeftovers } from "./leftovers.ts";
import { pointLists } from "./list-points.ts";
import { openQdrantApi, type QdrantApi } from "./qdrant-api.ts";
import { pointSearches } from "./search-points.ts";
import { openSteadyView } from "./steady-view.ts";
import { documentWrites } from "./write-documents.ts";

export interface QdrantOptions {
  url: string;
  apiKey?: string | undefined;
  collection?: string | undefined;
  /** How long one call may take, repeats included. */
  timeoutMs?: number | undefined;
  now?: (() => Date) | undefined;
  /** Told when old points could not be deleted; they stay hidden and are among the leftovers. */
  onLeftover?: ((cause: unknown) => void) | undefined;
}

export interface QdrantVectorStore extends VectorStore, Leftovers {
  /** Rejects where the server cannot be reached or a collection is missing or does not fit. */
  check(signal: AbortSignal): Promise<void>;
  /** Creates what is missing and says what it did. */
  provision(signal: AbortSignal): Promise<string[]>;
  close(): Promise<void>;
}

const COLLECTION = "service_documents";
const TIMEOUT_MS = 20_000;

/** Opens the vector store on a Qdrant server. The server is first asked for something by the first call. */
export async function openQdrantVectorStore(options: QdrantOptions): Promise<QdrantVectorStore> {
  const { url, apiKey, collection = COLLECTION, timeoutMs = TIMEOUT_MS } = options;
  const { now = () => new Date(), onLeftover = () => undefined } = options;
  const api = openQdrantApi({ url, apiKey, timeoutMs });
  const names = { points: collection, ledger: `${collection}_ledger` };
  const collections = openCollections(api, openLedgerStore(api, names.ledger), names);
  const readyApi: QdrantApi = {
    async call(request, signal) {
      await collections.ready(signal);
      return api.call(request, signal);
    },
    close: api.close,
  };
  const ledger = openLedgerStore(readyApi, names.ledger);
  const view = openSteadyView(ledger);
  const points = openDocumentPoints(readyApi, names.points);
  return {
    ...pointSearches(readyApi, view, names.points),
    ...pointLists(readyApi, view, names.points),
    ...documentWrites({ ledger, points, now, onLeftover }),
    ...openLeftovers({ ledger, points, now }),
    check: collections.check,
    provision: collections.provision,
    async close() {
      api.close();
    },
  };
}
