import { AppError } from "../../../domain/errors.ts";
import { DIMENSIONS } from "../../../domain/passage.ts";
import type { PendingDocument, VectorGenerations } from "../../../ports/vector-generations.ts";
import type { ThreadCalls } from "./threads/thread.ts";
import type { WriterOperations } from "./threads/writer-thread.ts";
import { checkVector } from "./vectors/pack-points.ts";

/** The generations of vectors in the embedded database. */
export function openVectorGenerations(writer: ThreadCalls<WriterOperations>): VectorGenerations {
  return {
    identity: (signal) => writer.read("embedderIdentity", undefined, { signal }),
    adopt: (identity, signal) => writer.write("adoptEmbedder", { identity }, { signal }),
    pending: (identity, signal) => writer.read("pendingDocuments", { identity }, { signal }),
    async stage(identity, document, vectors, signal) {
      const packed = pack(document, vectors);
      const staged = { identity, document, vectors: packed };
      return writer.write("stageVectors", staged, {
        signal,
        transfer: [packed.buffer],
        isBackground: true,
      });
    },
    complete: (identity, signal) => writer.write("completeGeneration", { identity }, { signal }),
  };
}

function pack(document: PendingDocument, vectors: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  if (vectors.length !== document.chunks) {
    throw new AppError("vector-store-failed", "A document needs one vector for each chunk", {
      details: `${document.documentId} has ${document.chunks} chunks, and ${vectors.length} vectors came.`,
    });
  }
  const packed = new Float32Array(vectors.length * DIMENSIONS);
  for (const [index, vector] of vectors.entries()) {
    checkVector(vector);
    packed.set(vector, index * DIMENSIONS);
  }
  return packed;
}
