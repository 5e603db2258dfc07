import type { WordsIndex } from "../ports/words-index.ts";

/** How far the words of a library are that was stored by an earlier version. */
export interface WordsProgress {
  done: number;
  total: number;
}

/** Where the filling of words stands, for whoever asks how the service is. */
export interface WordsFilling {
  /** Null while nothing is to be done. */
  progress: WordsProgress | null;
  /** Why there are no words; null where there are, or will be. */
  obstacle: string | null;
}

/**
 * Indexes the words of all documents that have none, one after the other, and tells how far it is. Searches go on
 * meanwhile and find more and more. What was indexed stays so: it can be stopped at any moment.
 */
export async function fillWords(
  words: WordsIndex,
  filling: WordsFilling,
  onProgress: (progress: WordsProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  filling.obstacle = await words.obstacle(signal);
  if (filling.obstacle !== null) return;
  const tried = new Set<string>();
  let done = 0;
  for (;;) {
    const pending = await words.pending(signal);
    // A document that changes while it is filled is pending again as another version; the same one twice is damaged.
    const left = pending.filter(
      ({ documentId, indexVersion }) => !tried.has(`${documentId} ${indexVersion}`),
    );
    if (left.length === 0) break;
    const total = done + left.length;
    for (const document of left) {
      filling.progress = { done, total };
      onProgress(filling.progress);
      await words.fill(document, signal);
      tried.add(`${document.documentId} ${document.indexVersion}`);
      done += 1;
    }
    onProgress({ done, total });
  }
  filling.progress = null;
}
