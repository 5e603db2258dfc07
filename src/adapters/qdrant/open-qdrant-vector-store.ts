import type { ChangeIntents } from "../../ports/change-intents.ts";
import type { VectorArchive } from "../../ports/vector-archive.ts";
import type { VectorGenerations } from "../../ports/vector-generations.ts";
import type { VectorLeftovers } from "../../ports/vector-leftovers.ts";
import type { VectorStore } from "../../ports/vector-store.ts";
import type { VectorTraces } from "../../ports/vector-traces.ts";
import type { WordsIndex } from "../../ports/words-index.ts";
import { openChangeIntents } from "./change-intents.ts";
import { openCollectionPoints } from "./collection-points.ts";
import { openCollections } from "./collections.ts";
import { pointCounts } from "./count-points.ts";
import { openDocumentPoints } from "./document-points.ts";
import { openLedgerPoints } from "./ledger-points.ts";
import { openLedgerStore } from "./ledger-store.ts";
import { openLeftovers } from "./leftovers.ts";
import { pointLists } from "./list-points.ts";
import { openQdrantApi, type QdrantApi } from "./qdrant-api.ts";
import { pointSearches } from "./search-points.ts";
import { openSettlement } from "./settlement.ts";
import { openSteadyView } from "./steady-view.ts";
import { openSweepLease } from "./sweep-lease.ts";
import { openVectorArchive } from "./vector-archive.ts";
import { openVectorGenerations } from "./vector-generations.ts";
import { openVectorTraces } from "./vector-traces.ts";
import { openVersionWrites } from "./version-writes.ts";
import { openWholeCollection } from "./whole-collection.ts";
import { openWordsIndex } from "./words-index.ts";
import { documentWrites } from "./write-documents.ts";

interface QdrantOptions {
  /** One address, or several nodes of a cluster. */
  urls: readonly string[];
  apiKey?: string | undefined;
  collection?: string | undefined;
  /** How long one call may take, repeats included. */
  timeoutMs?: number | undefined;
  /** For how long copies of the service go by what they know of the embedder; all of them have to agree on it. */
  trustedMs?: number | undefined;
  now?: (() => Date) | undefined;
  /** Told when old points could not be deleted; they stay hidden and are among the leftovers. */
  onLeftover?: ((cause: unknown) => void) | undefined;
}

export interface QdrantVectorStore extends VectorStore, VectorLeftovers {
  generations: VectorGenerations;
  archive: VectorArchive;
  intents: ChangeIntents;
  words: WordsIndex;
  traces: VectorTraces;
  /** Rejects where the server cannot be reached or a collection does not fit or is gone. */
  check(signal: AbortSignal): Promise<void>;
  /** Which of its addresses answer. */
  nodes(signal: AbortSignal): Promise<{ name: string; isReady: boolean }[]>;
  /** Creates what is missing, renews what could be better, and says what it did. */
  provision(signal: AbortSignal): Promise<string[]>;
  /** What `provision` would renew, although everything works without that. */
  review(signal: AbortSignal): Promise<string[]>;
  /** Resolves when nothing is left to do of what was acknowledged. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

const COLLECTION = "service_documents";
const TIMEOUT_MS = 20_000;
const TRUSTED_MS = 10_000;
/** How long the end waits for what is left to do; what is not done by then is a leftover. */
const LAST_WORK_MS = 3_000;

/** Opens the vector store on a Qdrant server. The server is first asked for something by the first call. */
export async function openQdrantVectorStore(options: QdrantOptions): Promise<QdrantVectorStore> {
  const { urls, apiKey, collection: name = COLLECTION } = options;
  const { timeoutMs = TIMEOUT_MS, trustedMs = TRUSTED_MS } = options;
  const { now = () => new Date(), onLeftover = () => undefined } = options;
  const api = openQdrantApi({ urls, apiKey, timeoutMs });
  const names = { points: name, ledger: `${name}_ledger` };
  const ledgerOf = (api: QdrantApi) => openLedgerStore(openLedgerPoints(api, names.ledger), now);
  const collections = openCollections(api, {
    ledger: ledgerOf(api),
    whole: openWholeCollection(openCollectionPoints(api, names.points)),
    names,
  });
  const readyApi: QdrantApi = {
    ...api,
    async call(request, signal) {
      await collections.ready(signal);
      return api.call(request, signal);
    },
  };
  const collection = openCollectionPoints(readyApi, names.points);
  const ledger = ledgerOf(readyApi);
  const view = openSteadyView(ledger, { generationMs: trustedMs });
  const points = openDocumentPoints(collection, collections);
  const settlement = openSettlement({ points, ledger, onLeftover });
  const parts = { ledger, points, settlement, now, onLeftover, trustedMs };
  const writes = openVersionWrites(parts);
  const whole = openWholeCollection(collection);
  const shared = { ...parts, writes, whole, collection };
  const archive = openVectorArchive(shared);
  return {
    ...pointSearches(collection, { view, ...collections }),
    ...pointLists(collection, view),
    ...pointCounts(collection, now),
    ...documentWrites(parts, writes),
    ...openLeftovers({ ledger, points, now, lease: openSweepLease(ledger, now) }),
    generations: openVectorGenerations({ ...shared, archive, trustedMs }),
    archive,
    intents: openChangeIntents(collection, now),
    words: openWordsIndex({ ...shared, collections }),
    traces: openVectorTraces({ collection, ledger }),
    check: collections.check,
    nodes: api.nodes,
    provision: collections.provision,
    review: collections.review,
    settled: settlement.settled,
    async close() {
      const limit = AbortSignal.timeout(LAST_WORK_MS);
      await Promise.race([settlement.settled(), once(limit)]);
      settlement.close();
      await api.close();
    },
  };
}

function once(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
