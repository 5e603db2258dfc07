import { Fragment, useMemo, useRef } from "react";
import { sayFailure } from "../api/request.ts";
import { RangedText } from "../markdown/run-list.tsx";
import type { TextRange } from "../markdown/text-range.ts";
import { useText } from "../text/use-text.ts";
import { findPassage } from "./find-passage.ts";
import { foldText } from "./fold-text.ts";
import { type JoinedChunk, joinChunks } from "./join-chunks.ts";
import { useChunks } from "./use-chunks.ts";
import type { Passage } from "./use-passage.ts";
import { useScrollToMark } from "./use-scroll-to-mark.ts";

interface ExtractedViewProps {
  documentId: string;
  chunk: number | null;
  passage: Passage | null;
}

/** The text that was read from a document, as running text with its pages and sections. */
export function ExtractedView({ documentId, chunk, passage }: ExtractedViewProps) {
  const t = useText();
  const container = useRef<HTMLElement>(null);
  const { state, chunks, from, total, error, showMore } = useChunks(documentId, chunk);
  const joined = useMemo(() => joinChunks(chunks, chunk), [chunks, chunk]);
  useScrollToMark(container, joined);
  if (state === "loading") return <p className="p-6 text-ink-faint">{t.source.loading}</p>;
  if (state === "failed")
    return (
      <p role="alert" className="p-6 text-danger">
        {t.shell.loadFailed}. {sayFailure(error)}
      </p>
    );
  return (
    <section
      ref={container}
      className="h-full overflow-y-auto px-5 pt-3 pb-16 md:px-8"
      tabIndex={0}
      aria-label={t.source.text}
    >
      <div className="max-w-3xl whitespace-pre-wrap break-words font-serif leading-relaxed">
        {joined.map((one, i) => (
          <Fragment key={one.chunkIndex}>
            <Place chunk={one} before={joined[i - 1]} />
            <RangedText text={one.shown} start={0} ranges={rangesIn(one, chunk, passage)} />
          </Fragment>
        ))}
      </div>
      {from + chunks.length < total && (
        <button type="button" className="button mt-6" onClick={showMore}>
          {t.source.moreText}
        </button>
      )}
    </section>
  );
}

/** A line that says where the text stands, where that changes. */
function Place({ chunk, before }: { chunk: JoinedChunk; before: JoinedChunk | undefined }) {
  const t = useText();
  const isNewPage = chunk.pageNumber !== null && chunk.pageNumber !== before?.pageNumber;
  const isNewSection = chunk.section !== null && chunk.section !== before?.section;
  if (!isNewPage && !isNewSection) return null;
  return (
    <span className="mt-6 mb-1 block font-sans font-semibold text-ink-faint text-xs first:mt-0">
      {[
        isNewPage && chunk.pageNumber !== null && t.source.pageLabel(chunk.pageNumber),
        isNewSection && chunk.section,
      ]
        .filter(Boolean)
        .join(" · ")}
    </span>
  );
}

function rangesIn(
  { chunkIndex, shown }: JoinedChunk,
  wanted: number | null,
  passage: Passage | null,
): TextRange[] {
  if (chunkIndex !== wanted) return [];
  const whole: TextRange = { start: 0, end: shown.length, kind: "passage" };
  const focus = passage?.focus ? findPassage(foldText(shown), passage.focus) : [];
  return [whole, ...focus.map((span): TextRange => ({ ...span, kind: "focus" }))];
}
