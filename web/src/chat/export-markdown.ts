import type { ChatMessage } from "./chat-message.ts";

/** A chat as a Markdown text: questions as headings, answers as they are, sources as a list below each. */
export function exportMarkdown(
  chat: { title: string; messages: readonly ChatMessage[] },
  words: { sources: string; page(page: number): string },
): string {
  const parts = [`# ${onOneLine(chat.title)}`];
  for (const message of chat.messages) {
    if (message.role === "user") parts.push(`## ${onOneLine(message.content)}`);
    else parts.push(message.content.trim(), ...sourceList(message, words));
  }
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

function sourceList(
  { sources = [] }: ChatMessage,
  words: { sources: string; page(page: number): string },
): string[] {
  if (sources.length === 0) return [];
  const lines = sources.map(({ index, documentName, pageNumber, section }) => {
    const place = pageNumber === null ? section : words.page(pageNumber);
    return `- [${index}] ${escapeMarks(documentName)}${place ? `, ${escapeMarks(place)}` : ""}`;
  });
  return [`**${words.sources}**\n\n${lines.join("\n")}`];
}

/** A file name that every system accepts. */
export function exportFileName(title: string): string {
  const name = title
    .replace(/[^\p{L}\p{N} ._-]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return `${name.slice(0, 80) || "chat"}.md`;
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function escapeMarks(text: string): string {
  return onOneLine(text).replace(/[\\`*_[\]<>]/g, "\\$&");
}
