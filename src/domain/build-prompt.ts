import type { Message } from "./message.ts";
import type { Hit } from "./passage.ts";

/** Everything that a chat model is given: rules, the conversation, and the passages behind the rules. */
export interface ChatPrompt {
  /** What the model is told before the conversation, the numbered passages included. */
  instructions: string;
  /** The newest part of the conversation that fits, oldest first, without system messages. */
  messages: Message[];
  /** The passages in the order of their numbers; empty where none were found. */
  passages: Hit[];
}
