import { z } from "zod";

/** Who wrote a message. `model` is another word for `assistant`. */
export const roleSchema = z.enum(["user", "assistant", "model", "system"]);

/** One message of a conversation. Fields beyond these are kept as they came. */
export const messageSchema = z
  .looseObject({
    role: roleSchema.describe("Role of the author of the message."),
    content: z.string().describe("Text of the message."),
  })
  .meta({ id: "Message" });

export type Message = z.infer<typeof messageSchema>;

/** The longest question that is looked for, and the longest query. */
export const MAX_QUESTION_LENGTH = 8_000;

/**
 * The newest message that a user wrote, as it is looked for: its first 8,000 characters without the white space around
 * them. Undefined where there is none, empty where it says nothing.
 */
export function latestQuestion(messages: readonly Pick<Message, "role" | "content">[]): string | undefined {
  const message = messages.findLast(({ role }) => role === "user");
  const beginning = message?.content.trimStart().slice(0, MAX_QUESTION_LENGTH);
  // The cut may have left half of a character.
  return beginning?.replace(/[\uD800-\uDBFF]$/, "").trimEnd();
}
