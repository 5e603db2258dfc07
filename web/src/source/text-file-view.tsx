import { useEffect, useMemo, useRef, useState } from "react";
import { readText } from "../api/documents.ts";
import { isAbort, sayFailure } from "../api/request.ts";
import { RangedText } from "../markdown/run-list.tsx";
import { useText } from "../text/use-text.ts";
import { ExtractedView } from "./extracted-view.tsx";
import { markRanges } from "./mark-ranges.ts";
import { MarkdownFile } from "./markdown-file.tsx";
import { TableFile } from "./table-file.tsx";
import type { Passage } from "./use-passage.ts";
import { useScrollToMark } from "./use-scroll-to-mark.ts";
import type { ViewKind } from "./view-kind.ts";

/** More than this is not shown at once. */
const MOST_BYTES = 1_500_000;
/** Longer Markdown is shown as plain text, which is faster. */
const LONGEST_MARKDOWN = 400_000;

interface TextFileViewProps {
  documentId: string;
  view: ViewKind;
  chunk: number | null;
  passage: Passage | null;
}

type Content =
  | { state: "loading" }
  | { state: "ready"; text: string; isCut: boolean }
  | { state: "failed"; error: unknown };

/** A file that consists of text, shown as what it is: prose, Markdown, a table or code. */
export function TextFileView({ documentId, view, chunk, passage }: TextFileViewProps) {
  const t = useText();
  const content = useContent(documentId);
  if (content.state === "loading") return <p className="p-6 text-ink-faint">{t.source.loading}</p>;
  if (content.state === "failed") return <Gone {...{ documentId, chunk, passage }} error={content.error} />;
  // Text in an older encoding is better read from what the service made of it.
  if (/[\ufffd\0]/.test(content.text.slice(0, 20_000)))
    return <ExtractedView documentId={documentId} chunk={chunk} passage={passage} />;
  const { text, isCut } = content;
  return (
    <div className="flex h-full flex-col">
      {isCut && <p className="px-5 py-2 text-ink-faint text-sm">{t.source.cut}</p>}
      <div className="min-h-0 flex-1">
        {view === "markdown" && text.length < LONGEST_MARKDOWN ? (
          <MarkdownFile text={text} passage={passage} />
        ) : view === "table" ? (
          <TableFile text={text} passage={passage} />
        ) : (
          <PlainFile text={text} isCode={view === "code"} passage={passage} />
        )}
      </div>
    </div>
  );
}

function useContent(documentId: string): Content {
  const [content, setContent] = useState<Content>({ state: "loading" });
  useEffect(() => {
    const controller = new AbortController();
    readText(documentId, MOST_BYTES, controller.signal).then(
      ({ text, isCut }) => setContent({ state: "ready", text, isCut }),
      (error) => {
        if (!isAbort(error)) setContent({ state: "failed", error });
      },
    );
    return () => controller.abort();
  }, [documentId]);
  return content;
}

function PlainFile({ text, isCode, passage }: { text: string; isCode: boolean; passage: Passage | null }) {
  const t = useText();
  const container = useRef<HTMLDivElement>(null);
  const ranges = useMemo(() => markRanges(text, passage), [text, passage]);
  useScrollToMark(container, ranges);
  return (
    <section
      ref={container}
      className="h-full overflow-auto px-5 pt-3 pb-16 md:px-8"
      tabIndex={0}
      aria-label={t.source.original}
    >
      <div
        className={
          isCode
            ? "code whitespace-pre"
            : "max-w-3xl whitespace-pre-wrap break-words font-serif leading-relaxed"
        }
      >
        <RangedText text={text} start={0} ranges={ranges} />
      </div>
    </section>
  );
}

/** A document whose file was deleted still has its text. */
function Gone({ documentId, chunk, passage, error }: Omit<TextFileViewProps, "view"> & { error: unknown }) {
  const t = useText();
  return (
    <div className="flex h-full flex-col">
      <p role="alert" className="mx-5 mb-2 rounded-xl bg-sunken px-4 py-3 text-sm">
        {t.source.goneText} <span className="text-ink-faint">{sayFailure(error)}</span>
      </p>
      <div className="min-h-0 flex-1">
        <ExtractedView documentId={documentId} chunk={chunk} passage={passage} />
      </div>
    </div>
  );
}
