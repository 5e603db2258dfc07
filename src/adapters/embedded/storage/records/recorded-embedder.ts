import type { DatabaseSync } from "node:sqlite";
import { rowOf } from "./database.ts";

/** Reads which embedder made the vectors; null while nobody is recorded. */
export function recordedEmbedder(database: DatabaseSync): () => string | null {
  const find = database.prepare("SELECT identity FROM embedders WHERE role = 'current'");
  return () => rowOf<{ identity: string }>(find)?.identity ?? null;
}
