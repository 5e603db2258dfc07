import { z } from "zod";
import { type ApiKey, apiKeySchema } from "../../domain/api-key.ts";

/** A key with what it is known by. */
export interface KeyRow {
  rowId: string;
  key: ApiKey;
  hash: string;
}

/** What Appwrite has instead of a key that does not end by itself: the last day that it knows. */
const NEVER = "9999-12-31T23:59:59.000Z";

const contentSchema = z.object({ key: apiKeySchema, hash: z.string() });

/** A row as a key. Nothing but the service writes it. */
export const keyRowSchema: z.ZodType<KeyRow> = z
  .object({ $id: z.string(), key: z.string() })
  .transform(({ $id, key }) => ({ rowId: $id, ...contentSchema.parse(JSON.parse(key)) }));

/** The keys of a list of rows. */
export const keyRowsSchema: z.ZodType<KeyRow[]> = z
  .object({ rows: z.array(keyRowSchema) })
  .transform(({ rows }) => rows);

/** The id of the row of a hash: as much of it as an id may have, which is 144 bits. */
export function rowIdOf(hash: string): string {
  return hash.slice(0, 36);
}

/** The columns of a key. */
export function columnsOf(key: ApiKey, hash: string) {
  const { keyId, userId, createdAt, expiresAt } = key;
  return { keyId, userId, createdAt, endsAt: expiresAt ?? NEVER, key: JSON.stringify({ key, hash }) };
}
