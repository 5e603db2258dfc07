import { z } from "zod";
import type { Named } from "../../domain/own-id.ts";
import type { Point } from "../../domain/passage.ts";
import { NO_INTENT } from "./change-intents.ts";
import type { CollectionPoints, PointChange } from "./collection-points.ts";
import type { Collections } from "./collections.ts";
import {
  type Condition,
  type Filter,
  is,
  isAnyOf,
  ofDocument,
  ofGeneration,
  pointsOfVersions,
  type View,
} from "./filters.ts";
import { isSame, type Version } from "./ledger.ts";
import {
  ARRIVING,
  HEAD_FIELDS,
  type Head,
  headSchema,
  MARK_FIELDS,
  type MarkedHead,
  markedSchema,
  markOf,
  toWrittenPoints,
  UNSETTLED,
  type WrittenDocument,
  type WrittenPoint,
} from "./payload.ts";
import { writeUntil } from "./replicas.ts";
import { inBatches, withoutWords, withWords } from "./written-batches.ts";

/** The points of documents, whether they may be seen or not. */
export interface DocumentPoints {
  /** The document's points in the pieces in which they are to be written. */
  batchesOf(document: WrittenDocument, points: readonly Point[]): WrittenPoint[][];
  write(batch: readonly WrittenPoint[], signal: AbortSignal): Promise<void>;
  /** A head of every version that the document has points of, but for this one. */
  heads(documentId: string, except: string | null, signal: AbortSignal): Promise<Head[]>;
  /** How many points these versions have; only those of one generation, where one is given. */
  count(documentId: string, counted: CountedVersions, signal: AbortSignal): Promise<number>;
  /** Names the document in all of its points, or in those of one version. */
  rename(document: Named, version: Version | null, name: string, signal: AbortSignal): Promise<void>;
  remove(documentId: string, versions: readonly Version[], signal: AbortSignal): Promise<void>;
  /** Marks these points: a change that will be made of them is under way. */
  mark(heads: readonly Head[], change: MarkedChange, signal: AbortSignal): Promise<void>;
  /** Says that the change which made a mark is still under way. */
  renew(change: MarkedChange, signal: AbortSignal): Promise<void>;
  /** Removes all points of these versions but their heads, which nobody may see from then on. */
  removeAllButHeads(heads: readonly Head[], signal: AbortSignal): Promise<void>;
  removeHeads(heads: readonly Head[], signal: AbortSignal): Promise<void>;
  /** Takes back that the points of these versions are arriving. */
  show(versions: readonly ShownVersion[], signal: AbortSignal): Promise<void>;
  /** Removes the marks that these changes have made. */
  settle(changeIds: readonly string[], signal: AbortSignal): Promise<void>;
  /** Every marked point, whosever it is. */
  marked(signal: AbortSignal): AsyncGenerator<MarkedHead>;
}

interface CountedVersions {
  versions: readonly Version[];
  generation: View["generation"] | null;
}

export interface ShownVersion extends Version {
  chunks: number;
}

interface MarkedChange {
  id: string;
  at: string;
}

/** So many points are changed at once; more would keep other writes waiting. */
const CHANGED_AT_ONCE = 2_000;
const MOST_HEADS = 100;

/** The documents' points in this collection, which may have words. */
export function openDocumentPoints(
  points: CollectionPoints,
  { hasWords }: Pick<Collections, "hasWords">,
): DocumentPoints {
  /** Versions of which the first chunk is not there, found one after the other. */
  async function headless(documentId: string, known: Head[], signal: AbortSignal): Promise<Head[]> {
    const found = [...known];
    for (;;) {
      const filter = {
        must: [is("documentId", documentId)],
        must_not: pointsOfVersionsOf(documentId, found),
      };
      const { result } = await points.query([{ filter, ...HEADS, limit: 1 }], signal);
      const head = result.flat()[0];
      // A point whose fields no filter can name would be found for ever.
      if (head === undefined || found.some((other) => isSame(other, head))) return found;
      found.push(head);
    }
  }

  /** Whether all points are there in all replicas, with this name. A point on which replicas differ is not found. */
  async function isNamed(filter: Filter, name: string, signal: AbortSignal): Promise<boolean> {
    const wanted = { filter, fields: NAME_FIELDS, point: namedSchema, agreement: "all" } as const;
    let named = 0;
    for await (const { payload } of points.scroll(wanted, signal)) {
      if (payload.documentName !== name) return false;
      named++;
    }
    return named === (await points.count(filter, signal, "all"));
  }

  const clear = (must: Condition[], signal: AbortSignal) =>
    writeUntil(
      async (signal) => {
        const [all, shown] = await Promise.all([
          points.count({ must }, signal, "all"),
          points.count({ must, must_not: [is(ARRIVING, true)] }, signal, "all"),
        ]);
        return all === shown;
      },
      (signal) =>
        points.write(
          [{ delete_payload: { keys: [ARRIVING], filter: { must: [...must, is(ARRIVING, true)] } } }],
          signal,
        ),
      signal,
    );

  return {
    batchesOf: (document, newPoints) => inBatches(toWrittenPoints(document, newPoints)),

    async write(batch, signal) {
      const sent = (await hasWords(signal)) ? await withWords(batch, signal) : withoutWords(batch);
      const ids = { must: [{ has_id: batch.map(({ id }) => id) }] };
      await writeUntil(
        // A call more only where it may tell something.
        async (signal) =>
          !points.wasReplicaAway() || (await points.count(ids, signal, "all")) === batch.length,
        // A copy of this request that comes late must not hide again what has been shown since.
        (signal) => points.write([{ upsert: { points: sent, update_mode: "insert_only" } }], signal),
        signal,
      );
    },

    async heads(documentId, except, signal) {
      const own = is("documentId", documentId);
      const others = except === null ? [] : [is("indexVersion", except)];
      const { result } = await points.query(
        [
          { filter: { must: [own, FIRST_CHUNK], must_not: others }, ...HEADS, limit: MOST_HEADS },
          { filter: { must: [own], must_not: [...others, FIRST_CHUNK] }, ...HEADS, limit: 1 },
        ],
        signal,
      );
      const [first = [], [further] = []] = result;
      const heads = first.filter((head, i) => first.findIndex((other) => isSame(other, head)) === i);
      if (further === undefined || heads.some((head) => isSame(head, further))) return heads;
      const exceptVersion = except === null ? [] : [{ ...further, indexVersion: except }];
      const all = await headless(documentId, [...heads, ...exceptVersion], signal);
      return all.filter(({ indexVersion }) => except === null || indexVersion !== except);
    },

    async count(documentId, { versions, generation }, signal) {
      if (versions.length === 0) return 0;
      const filter = pointsOfVersions(documentId, versions);
      const ofOne = generation === null ? [] : ofGeneration(generation);
      return points.count({ ...filter, must: [...(filter.must ?? []), ...ofOne] }, signal);
    },

    async rename(document, version, name, signal) {
      const filter =
        version === null ? { must: ofDocument(document) } : pointsOfVersions(version.documentId, [version]);
      const renaming: PointChange = {
        set_payload: { payload: { documentName: name, ...NO_INTENT }, filter },
      };
      await writeUntil(
        (signal) => isNamed(filter, name, signal),
        (signal) => points.write([renaming], signal),
        signal,
      );
    },

    async remove(documentId, versions, signal) {
      if (versions.length === 0) return;
      await points.write([{ delete: { filter: pointsOfVersions(documentId, versions) } }], signal);
    },

    async mark(heads, change, signal) {
      if (heads.length === 0) return;
      await points.write([{ set_payload: { payload: markOf(change), filter: idsOf(heads) } }], signal);
    },

    renew: (change, signal) =>
      points.write([{ set_payload: { payload: markOf(change), filter: ofChanges([change.id]) } }], signal),

    async removeAllButHeads(heads, signal) {
      const others = heads.map((head): PointChange => {
        const filter = pointsOfVersions(head.documentId, [head]);
        return { delete: { filter: { ...filter, must_not: [{ has_id: [head.pointId] }] } } };
      });
      if (heads.length === 0) return;
      await points.write(
        [...others, { set_payload: { payload: { [ARRIVING]: true }, filter: idsOf(heads) } }],
        signal,
      );
    },

    async removeHeads(heads, signal) {
      if (heads.length > 0) await points.write([{ delete: { filter: idsOf(heads) } }], signal);
    },

    async show(versions, signal) {
      const small = versions.filter(({ chunks }) => chunks <= CHANGED_AT_ONCE);
      for (const together of inGroups(small)) await clear([ofVersions(together)], signal);
      for (const large of versions.filter((version) => !small.includes(version))) {
        for (let from = 0; from < large.chunks; from += CHANGED_AT_ONCE) {
          const range = { key: "chunkIndex", range: { gte: from, lt: from + CHANGED_AT_ONCE } };
          await clear([ofVersions([large]), range], signal);
        }
      }
    },

    async settle(changeIds, signal) {
      if (changeIds.length === 0) return;
      await points.write([{ delete_payload: { keys: MARK_FIELDS, filter: ofChanges(changeIds) } }], signal);
    },

    marked: (signal) =>
      points.scroll(
        {
          filter: { must: [is(UNSETTLED, true)] },
          fields: [...HEAD_FIELDS, ...MARK_FIELDS],
          point: markedSchema,
        },
        signal,
      ),
  };
}

const FIRST_CHUNK: Condition = is("chunkIndex", 0);
const NAME_FIELDS = ["documentName"];
const namedSchema = z.object({ payload: z.object({ documentName: z.string().optional() }) });
const HEADS = { fields: HEAD_FIELDS, point: headSchema };

function idsOf(heads: readonly Head[]): Filter {
  return { must: [{ has_id: heads.map(({ pointId }) => pointId) }] };
}

function ofChanges(ids: readonly string[]): Filter {
  return { must: [is(UNSETTLED, true), isAnyOf("unsettledBy", ids)] };
}

function ofVersions(versions: readonly Version[]): Condition {
  return isAnyOf(
    "indexVersion",
    versions.flatMap(({ indexVersion }) => indexVersion ?? []),
  );
}

/** Versions whose points may be changed at once. */
function inGroups(versions: readonly ShownVersion[]): ShownVersion[][] {
  const groups: ShownVersion[][] = [];
  let chunks = 0;
  for (const version of versions) {
    chunks += version.chunks;
    const group = groups.at(-1);
    if (group === undefined || chunks > CHANGED_AT_ONCE) {
      groups.push([version]);
      chunks = version.chunks;
    } else {
      group.push(version);
    }
  }
  return groups;
}

function pointsOfVersionsOf(documentId: string, versions: readonly Version[]): Condition[] {
  return versions.length === 0 ? [] : [pointsOfVersions(documentId, versions)];
}
