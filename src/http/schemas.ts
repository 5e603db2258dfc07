import { z } from "zod";
import { cleanName, MAX_NAME_LENGTH } from "../domain/document.ts";
import { idSchema } from "../domain/id.ts";
import { isMessage, messageSchema } from "../domain/message.ts";

/** A string that says something. */
export const writtenSchema = z
  .string()
  .regex(/[^\s\u00AD\u200B-\u200F\u2060\uFEFF]/, { error: "must not be blank" });

/** The name of a file, cleaned. */
export const nameSchema = writtenSchema
  .max(MAX_NAME_LENGTH, { error: `must have at most ${MAX_NAME_LENGTH} characters` })
  .transform(cleanName)
  .refine((name) => name !== "", { error: "must hold more than a path and signs that nobody sees" });

/**
 * A list of at most so many. Of one with more, the rest is not looked at: every item that does not fit is a sentence of
 * its own, and millions of them take minutes.
 */
export function listOf<Item extends z.ZodType>(item: Item, most: number) {
  return z.preprocess(
    (list) => (Array.isArray(list) ? list.slice(0, most + 1) : list),
    z.array(item).max(most),
  );
}

/** A conversation. After the first message that does not fit, the rest is not looked at. */
export const messagesSchema = messagesOf(z.array(messageSchema));

/** A conversation with something in it. */
export const conversationSchema = messagesOf(
  z.array(messageSchema).min(1, { error: "must hold at least one message" }),
);

function messagesOf(messages: z.ZodArray<typeof messageSchema>) {
  return z.preprocess(untilFirstFault, messages.describe("Messages, oldest first."));
}

function untilFirstFault(messages: unknown): unknown {
  if (!Array.isArray(messages)) return messages;
  const fault = messages.findIndex((message) => !isMessage(message));
  return fault < 0 ? messages : messages.slice(0, fault + 1);
}

/** Documents that a question or a search is restricted to. */
export const documentIdsSchema = listOf(idSchema, 1000)
  .default([])
  .describe("Only these documents; all of the user's where absent or empty.");

/** What an answer says besides its facts. */
export const successSchema = z.object({
  success: z.literal(true),
  message: z.string().describe("A sentence for people."),
});
