import type { DatabaseSync } from "node:sqlite";
import type { VectorTrace } from "../../../../ports/vector-traces.ts";
import { rowOf } from "./database.ts";

/** What is looked for to show that nothing is left. */
export function traceRecords(database: DatabaseSync) {
  const passages = database.prepare(
    `SELECT (SELECT count(*) FROM documents WHERE document_id = :id OR user_id = :id)
       + (SELECT count(*) FROM chunks WHERE document_id = :id)
       + (SELECT count(*) FROM vectors WHERE document_id = :id)
       + (SELECT count(*) FROM staged_vectors WHERE document_id = :id)
       + (SELECT count(*) FROM libraries WHERE user_id = :id) AS count`,
  );
  const unfinished = database.prepare(
    `SELECT (SELECT count(*) FROM change_intents WHERE document_id = :id)
       + (SELECT count(*) FROM removed_files WHERE id = :id) AS count`,
  );
  const wiped = database.prepare("SELECT wiped >= removals AS isWiped FROM wiping");
  const count = (statement: typeof passages, id: string) =>
    Number((statement.get({ ":id": id }) as { count: number } | undefined)?.count ?? 0);

  return {
    vectorTraces: ({ id }: { id: string }): VectorTrace => ({
      passages: count(passages, id),
      unfinished: count(unfinished, id),
      remembered: 0,
    }),

    isWiped: (): boolean => rowOf<{ isWiped: number }>(wiped)?.isWiped === 1,
  };
}
