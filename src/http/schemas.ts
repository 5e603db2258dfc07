import { z } from "zod";
import { cleanName, MAX_NAME_LENGTH } from "../domain/document.ts";
import { idSchema } from "../domain/id.ts";
import { messageSchema } from "../domain/message.ts";

/** A string that says something. */
export const writtenSchema = z
  .string()
  .regex(/[^\s\u00AD\u200B-\u200F\u2060\uFEFF]/, { error: "must not be blank" });

/** The name of a file, cleaned. */
export const nameSchema = writtenSchema
  .max(MAX_NAME_LENGTH, { error: `must have at most ${MAX_NAME_LENGTH} characters` })
  .transform(cleanName)
  .refine((name) => name !== "", { error: "must hold more than a path and signs that nobody sees" });

/** A conversation. */
export const messagesSchema = z.array(messageSchema).describe("Messages, oldest first.");

/** Documents that a question or a search is restricted to. */
export const documentIdsSchema = z
  .array(idSchema)
  .max(1000)
  .default([])
  .describe("Only these documents; all of the user's where absent or empty.");

/** What an answer says besides its facts. */
export const successSchema = z.object({
  success: z.literal(true),
  message: z.string().describe("A sentence for people."),
});
