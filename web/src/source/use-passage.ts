import { useEffect, useMemo, useState } from "react";
import { readChunks } from "../api/documents.ts";
import { isAbort } from "../api/request.ts";
import { sourceFocus } from "../chat/source-focus.ts";
import type { SourceTarget } from "../state/route.ts";
import { useStore } from "../state/store.ts";
import { useUserId } from "../state/user.ts";
import { bestSentence } from "./best-sentence.ts";

/** The passage to mark, and the sentence in it that matters most. */
export interface Passage {
  text: string;
  focus: string | null;
}

/** The passage that a target points to: known from the citation that was followed, else asked of the service. */
export function usePassage({ documentId, chunk }: SourceTarget): Passage | null {
  const userId = useUserId();
  const cited = useStore(sourceFocus);
  const [fetched, setFetched] = useState<{ documentId: string; chunk: number; text: string } | null>(null);
  const isCited = cited !== null && cited.documentId === documentId && cited.chunk === chunk;
  useEffect(() => {
    if (chunk === null || isCited) return;
    const controller = new AbortController();
    void readChunks({ documentId, userId, from: chunk, limit: 1 }, controller.signal).then(
      ({ chunks: [found] }) => {
        if (found !== undefined) setFetched({ documentId, chunk, text: found.chunkText });
      },
      (error) => {
        // The document can be read without its mark; what is wrong with the service shows elsewhere.
        if (!isAbort(error)) reportError(error);
      },
    );
    return () => controller.abort();
  }, [documentId, chunk, userId, isCited]);
  return useMemo(() => {
    if (chunk === null) return null;
    if (isCited) return { text: cited.passage, focus: bestSentence(cited.passage, cited.sentence) };
    if (fetched?.documentId !== documentId || fetched.chunk !== chunk) return null;
    return { text: fetched.text, focus: null };
  }, [documentId, chunk, isCited, cited, fetched]);
}
