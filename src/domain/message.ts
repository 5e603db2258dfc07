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

/** The text of the newest message that a user wrote, or undefined where there is none. */
export function latestQuestion(messages: readonly Message[]): string | undefined {
  return messages.findLast((message) => message.role === "user")?.content;
}
