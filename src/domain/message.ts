import { z } from "zod";

/** Who wrote a message. `model` is another word for `assistant`. */
const roleSchema = z.enum(["user", "assistant", "model", "system"]);

/** One message of a conversation. Fields beyond these are kept as they came. */
export const messageSchema = z
  .looseObject({
    role: roleSchema.describe("Role of the author of the message."),
    content: z.string().describe("Text of the message."),
  })
  .meta({ id: "Message" });

export type Message = z.infer<typeof messageSchema>;

const ROLES: ReadonlySet<unknown> = new Set(roleSchema.options);

/** Whether a value is a message: what the schema says, in a fraction of its time. */
export function isMessage(value: unknown): boolean {
  if (typeof value !== "object" || value === null || !("role" in value && "content" in value)) return false;
  return ROLES.has(value.role) && typeof value.content === "string";
}

/** How many messages a conversation is named after, and how much of each. */
const NAMING_MESSAGES = 3;
const NAMING_LENGTH = 2_000;

/** The first messages by the user, or their beginnings: what a conversation is named after. */
export function firstQuestions(messages: readonly Message[]): string[] {
  const questions: string[] = [];
  for (const { role, content } of messages) {
    if (role === "user") questions.push(content.slice(0, NAMING_LENGTH));
    if (questions.length === NAMING_MESSAGES) break;
  }
  return questions;
}

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
