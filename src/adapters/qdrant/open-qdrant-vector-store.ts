import type { VectorArchive } from "../../ports/vector-archive.ts";
import type { VectorGenerations } from "../../ports/vector-generations.ts";
import type { VectorLeftovers } from "../../ports/vector-leftovers.ts";
import type { VectorStore } from "../../ports/vector-store.ts";
import { openCollections } from "./collections.ts";
import { openDocumentPoints } from "./document-points.ts";
import { openLedgerPoints } from "./ledger-points.ts";
import { openLedgerStore } from "./ledger-store.ts";
import { openLeftovers } from "./leftovers.ts";
import { pointLists } from "./list-points.ts";
import { openQdrantApi, type QdrantApi } from "./qdrant-api.ts";
import { pointSearches } from "./search-points.ts";
import { openSteadyView } from "./steady-view.ts";
import { openVectorArchive } from "./vector-archive.ts";
import { openVectorGenerations } from "./vector-generations.ts";
import { openVersionWrites } from "./version-writes.ts";
import { openWholeCollection } from "./whole-collection.ts";
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

export interface QdrantVectorStore extends VectorStore, VectorLeftovers {
  generations: VectorGenerations;
  archive: VectorArchive;
  /** Rejects where the server cannot be reached or a collection does not fit or is gone. */
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
  const ledgerOf = (api: QdrantApi) => openLedgerStore(openLedgerPoints(api, names.ledger));
  const collections = openCollections(api, {
    ledger: ledgerOf(api),
    whole: openWholeCollection(api, names.points),
    names,
  });
  const readyApi: QdrantApi = {
    async call(request, signal) {
      await collections.ready(signal);
      return api.call(request, signal);
    },
    close: api.close,
  };
  const ledger = ledgerOf(readyApi);
  const view = openSteadyView(ledger);
  const parts = {
    ledger,
    points: openDocumentPoints(readyApi, names.points),
    now,
    onLeftover,
    confirmed: {},
  };
  const writes = openVersionWrites(parts);
  const whole = openWholeCollection(readyApi, names.points);
  const shared = { ...parts, writes, whole, api: readyApi, collection: names.points };
  const archive = openVectorArchive(shared);
  return {
    ...pointSearches(readyApi, view, names.points),
    ...pointLists(readyApi, view, names.points),
    ...documentWrites(parts, writes),
    ...openLeftovers(parts),
    generations: openVectorGenerations({ ...shared, archive }),
    archive,
    check: collections.check,
    provision: collections.provision,
    async close() {
      api.close();
    },
  };
}
