import { z } from "zod";
import { idSchema } from "./id.ts";

/** What a caller may do: look and ask, or change things as well. */
export const accessSchema = z.enum(["read", "write"]);

export type Access = z.infer<typeof accessSchema>;

/** The longest that a key may be valid, where it ends by itself: ten years. */
const MAX_KEY_DAYS = 3_650;

/** What somebody says who wants a key. */
export const keyDraftSchema = z.object({
  label: z
    .string()
    .trim()
    .min(1, { error: "must say in 1 to 100 characters what the key is for" })
    .max(100, { error: "must say in 1 to 100 characters what the key is for" })
    .describe("What it is for."),
  access: accessSchema,
  expiresInDays: z
    .int({ error: `must be a whole number from 1 to ${MAX_KEY_DAYS}` })
    .min(1, { error: `must be a whole number from 1 to ${MAX_KEY_DAYS}` })
    .max(MAX_KEY_DAYS, { error: `must be a whole number from 1 to ${MAX_KEY_DAYS}` })
    .nullable()
    .describe("Null for a key that does not end by itself."),
});

export type KeyDraft = z.infer<typeof keyDraftSchema>;

/** A key by which a program acts for a user. The key itself is shown once, and only its hash is kept. */
export const apiKeySchema = z
  .object({
    keyId: idSchema,
    userId: idSchema.describe("For whom it acts."),
    label: z.string().describe("What it is for."),
    access: accessSchema.describe("`read` looks, searches and asks; `write` also changes."),
    createdAt: z.string().describe("ISO 8601 timestamp."),
    expiresAt: z.string().nullable().describe("ISO 8601 timestamp; null where it does not end by itself."),
    lastUsedAt: z.string().nullable().describe("ISO 8601 timestamp, to some minutes."),
  })
  .meta({ id: "ApiKey" });

export type ApiKey = z.infer<typeof apiKeySchema>;
