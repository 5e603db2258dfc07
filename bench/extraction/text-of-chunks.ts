import type { Chunk } from "../../src/domain/passage.ts";

/** The text that chunks were cut from: what they repeat, and the headers in front of them, are left out. */
export function textOfChunks(chunks: readonly Chunk[]): string {
  let text = "";
  let part = 0;
  let end = 0;
  for (const chunk of chunks) {
    if (chunk.part !== part) {
      text += "\n";
      end = 0;
    }
    const fresh = chunk.end - Math.max(chunk.start, end);
    if (chunk.start > end && end > 0) text += "\n";
    if (fresh > 0) text += chunk.text.slice(-fresh);
    ({ part, end } = chunk);
  }
  return text;
}
