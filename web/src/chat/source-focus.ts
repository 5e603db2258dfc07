import { createStore } from "../state/store.ts";

/** The citation that the Source pane was opened by: what was cited, and the sentence that cites it. */
export interface SourceFocus {
  documentId: string;
  chunk: number;
  passage: string;
  sentence: string;
}

/** The last citation that was opened; null where the pane was opened otherwise. */
export const sourceFocus = createStore<SourceFocus | null>(null);
