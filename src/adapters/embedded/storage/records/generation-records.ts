import type { DatabaseSync } from "node:sqlite";
import { AppError } from "../../../../domain/errors.ts";
import type { PendingDocument } from "../../../../ports/vector-generations.ts";
import { inSnapshot, inWriteTransaction, rowOf, rowsOf } from "./database.ts";
import { vectorRows } from "./vector-rows.ts";

/** The vectors of one document by the next embedder. */
interface StagedVectors {
  identity: string;
  document: PendingDocument;
  /** One for each chunk, one after the other. */
  vectors: Float32Array;
}

type Role = "current" | "next";

/** The embedders' part of the writing thread: who made the vectors, and those that wait beside them. */
export function generationRecords(database: DatabaseSync) {
  const identityOf = database.prepare("SELECT identity FROM embedders WHERE role = ?");
  const adopt = database.prepare("INSERT INTO embedders (role, identity) VALUES ('current', ?)");
  const setIdentity = database.prepare("INSERT OR REPLACE INTO embedders (role, identity) VALUES (?, ?)");
  const forgetNext = database.prepare("DELETE FROM embedders WHERE role = 'next'");
  const pending = database.prepare(
    `SELECT document_id AS documentId, user_id AS userId, index_version AS indexVersion, chunks FROM documents
     WHERE ? OR NOT EXISTS (SELECT 1 FROM staged_vectors WHERE document_id = documents.document_id)
     ORDER BY user_id, document_id`,
  );
  const isUnchanged = database.prepare(
    "SELECT 1 FROM documents WHERE document_id = ? AND user_id = ? AND index_version = ? AND chunks = ?",
  );
  const unstage = database.prepare("DELETE FROM staged_vectors WHERE document_id = ?");
  const unstageAll = database.prepare("DELETE FROM staged_vectors");
  const insert = database.prepare("INSERT INTO staged_vectors (document_id, part, numbers) VALUES (?, ?, ?)");

  return {
    embedderIdentity: (): string | null => identityAs("current"),

    adoptEmbedder: ({ identity: adopted }: { identity: string }): string =>
      inWriteTransaction(database, () => {
        const recorded = identityAs("current");
        if (recorded === null) adopt.run(adopted);
        return recorded ?? adopted;
      }),

    pendingDocuments: ({ identity: wanted }: { identity: string }): PendingDocument[] =>
      inSnapshot(database, () => listPending(wanted)),

    stageVectors: ({ identity: wanted, document, vectors }: StagedVectors): boolean =>
      inWriteTransaction(database, () => {
        const { documentId, userId, indexVersion, chunks } = document;
        if (identityAs("current") === wanted) return false;
        if (isUnchanged.get(documentId, userId, indexVersion, chunks) === undefined) return false;
        if (identityAs("next") !== wanted) unstageAll.run();
        setIdentity.run("next" satisfies Role, wanted);
        unstage.run(documentId);
        for (const { part, numbers } of vectorRows(vectors, chunks)) insert.run(documentId, part, numbers);
        return true;
      }),

    completeGeneration: ({ identity: wanted }: { identity: string }): void =>
      inWriteTransaction(database, () => {
        if (identityAs("current") !== wanted) {
          const left = listPending(wanted).length;
          if (left > 0) throw stillPending(left);
          database.exec(SWITCH);
          setIdentity.run("current" satisfies Role, wanted);
        }
        unstageAll.run();
        forgetNext.run();
      }),
  };

  function identityAs(role: Role): string | null {
    return rowOf<{ identity: string }>(identityOf, role)?.identity ?? null;
  }

  function listPending(wanted: string): PendingDocument[] {
    if (identityAs("current") === wanted) return [];
    const isNothingStaged = identityAs("next") !== wanted;
    return rowsOf<PendingDocument>(pending, isNothingStaged ? 1 : 0);
  }
}

/**
 * The tables change names, which takes no longer for many vectors: copying rows would. Every document gets a revision
 * that its user has not seen, in the old order, and the change of the library follows: this is how searches notice.
 */
const SWITCH = `
  ALTER TABLE vectors RENAME TO former_vectors;
  ALTER TABLE staged_vectors RENAME TO vectors;
  ALTER TABLE former_vectors RENAME TO staged_vectors;
  UPDATE documents SET revision = raised.revision FROM (
    SELECT document_id, change + row_number() OVER (PARTITION BY user_id ORDER BY revision) AS revision
    FROM documents JOIN libraries USING (user_id)
  ) AS raised WHERE raised.document_id = documents.document_id;
  UPDATE libraries
    SET change = change + (SELECT count(*) FROM documents WHERE documents.user_id = libraries.user_id);
`;

function stillPending(count: number): AppError {
  return new AppError("vector-store-failed", "The vectors of the new embedder are not complete", {
    details: `Documents without them: ${count}. Embed those first.`,
  });
}
