import { useCallback, useEffect, useState } from "react";
import type { ListedChunk } from "../../../src/domain/passage.ts";
import { readChunks } from "../api/documents.ts";
import { isAbort } from "../api/request.ts";
import { useUserId } from "../state/user.ts";

/** How many chunks are read at a time. */
const PAGE_LENGTH = 60;

/** A growing stretch of a document's chunks. */
export interface ChunkWindow {
  state: "loading" | "ready" | "failed";
  chunks: readonly ListedChunk[];
  from: number;
  total: number;
  error: unknown;
  showMore(): void;
}

/** Reads the chunks of a document around one of them, and more on demand. */
export function useChunks(documentId: string, around: number | null): ChunkWindow {
  const userId = useUserId();
  const start = around === null ? 0 : Math.max(0, around - Math.floor(PAGE_LENGTH / 4));
  const [limit, setLimit] = useState(PAGE_LENGTH);
  const [read, setRead] = useState<Omit<ChunkWindow, "showMore">>({
    state: "loading",
    chunks: [],
    from: start,
    total: 0,
    error: null,
  });
  useEffect(() => {
    const controller = new AbortController();
    readChunks({ documentId, userId, from: start, limit }, controller.signal).then(
      ({ chunks, total }) => setRead({ state: "ready", chunks, from: start, total, error: null }),
      (error) => {
        if (!isAbort(error)) setRead((before) => ({ ...before, state: "failed", error }));
      },
    );
    return () => controller.abort();
  }, [documentId, userId, start, limit]);
  const showMore = useCallback(() => setLimit((before) => before + PAGE_LENGTH), []);
  return { ...read, showMore };
}
