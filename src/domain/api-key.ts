import { z } from "zod";
import { idSchema } from "./id.ts";

/** What a caller may do: look and ask, or change things as well. */
export const accessSchema = z.enum(["read", "write"]);

export type Access = z.infer<typeof accessSchema>;

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
