import type { ChatMessage } from "./chat-message.ts";

/**
 * What to store when two tabs have written to one chat. `base` is what this tab last saw stored, `ours` what it has
 * now, `theirs` what is stored now. Where only one side changed, that side is right; where both did, their messages
 * stay and ours come behind them, so that nobody's words are lost.
 */
export function mergeMessages({
  base,
  ours,
  theirs,
}: Record<"base" | "ours" | "theirs", readonly ChatMessage[]>): ChatMessage[] {
  if (isSameChat(theirs, base)) return [...ours];
  if (isSameChat(ours, base) || isSameChat(ours, theirs)) return [...theirs];
  const known = commonLength(base, ours);
  const added = ours.slice(known);
  const shared = commonLength(theirs.slice(known), added);
  return [...theirs, ...added.slice(shared)];
}

/** Whether two chats say the same. */
export function isSameChat(one: readonly ChatMessage[], other: readonly ChatMessage[]): boolean {
  return one.length === other.length && commonLength(one, other) === one.length;
}

function commonLength(one: readonly ChatMessage[], other: readonly ChatMessage[]): number {
  let length = 0;
  while (length < one.length && length < other.length && isSameMessage(one[length], other[length])) length++;
  return length;
}

function isSameMessage(one: ChatMessage | undefined, other: ChatMessage | undefined): boolean {
  return one?.role === other?.role && one?.content === other?.content && one?.ending === other?.ending;
}
