import { AppError } from "../../../domain/errors.ts";
import { DIMENSIONS, type Point } from "../../../domain/passage.ts";
import type { VectorArchive } from "../../../ports/vector-archive.ts";
import type { ArchivedPart } from "./records/archive-records.ts";
import { VECTORS_PER_ROW } from "./records/vector-rows.ts";
import type { ThreadCalls } from "./threads/thread.ts";
import type { WriterOperations } from "./threads/writer-thread.ts";

/** All documents of the embedded database. */
export function openVectorArchive(writer: ThreadCalls<WriterOperations>): VectorArchive {
  return {
    async *documents(signal) {
      for (let last = ""; ; ) {
        const rows = await writer.read("documentsAfter", { documentId: last }, { signal });
        if (rows.length === 0) return;
        yield* rows;
        last = rows.at(-1)?.documentId ?? last;
      }
    },
    async points({ documentId, indexVersion, chunks }, signal) {
      const points: Point[] = [];
      for (let part = 0; part * VECTORS_PER_ROW < chunks; part++) {
        const key = { documentId, indexVersion, part };
        points.push(...pointsOf(await writer.read("archivedPart", key, { signal })));
      }
      return points;
    },
  };
}

function pointsOf({ chunks, numbers }: ArchivedPart): Point[] {
  const floats = new Float32Array(new Uint8Array(numbers).buffer);
  return chunks.map(({ id, ...chunk }, position) => {
    const vector = floats.slice(position * DIMENSIONS, (position + 1) * DIMENSIONS);
    if (vector.length < DIMENSIONS) {
      throw new AppError("vector-store-failed", "A document has fewer vectors than chunks");
    }
    return { id, chunk, vector };
  });
}
