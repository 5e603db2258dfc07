import type { Source } from "../../../src/domain/chat-event.ts";
import type { Run, Section } from "../markdown/markdown-tree.ts";
import { linkToSource, usePlace } from "../state/location.ts";
import { useText } from "../text/use-text.ts";
import { citedSentences } from "./sentences.ts";
import { hideCard, showCard } from "./source-card-store.ts";
import { sourceFocus } from "./source-focus.ts";

interface CitationProps {
  run: Run & { kind: "citation" };
  section: Section;
  sources: readonly Source[];
}

/** The numbers of a citation, each of which opens its passage. Numbers that stand for nothing stay as they are. */
export function Citation({ run, section, sources }: CitationProps) {
  return run.numbers.map((number, i) => {
    const source = sources.find(({ index }) => index === number);
    // A number may be cited twice in one place.
    const key = `${i}-${number}`;
    if (source === undefined) return ` [${number}]`;
    return <CitationChip key={key} source={source} sentence={sentenceAt(section, run.start)} />;
  });
}

/** The sentence that a citation belongs to. */
function sentenceAt(section: Section, position: number): string {
  const span = section.prose.find(({ start, end }) => start <= position && position <= end);
  if (span === undefined) return "";
  const sentence = citedSentences(section.plain, span).find(
    ({ start, end }) => start <= position && position < end,
  );
  return sentence?.text ?? "";
}

/** A citation's number: hovering shows its passage, following it opens the page. */
export function CitationChip({ source, sentence }: { source: Source; sentence: string }) {
  const t = useText();
  const { source: shown } = usePlace();
  const { index, documentId, documentName, pageNumber, chunkIndex, chunkText } = source;
  const target = { documentId, page: pageNumber, chunk: chunkIndex };
  const isShown = shown?.documentId === documentId && shown.chunk === chunkIndex;
  const label = `${t.chat.openSource(index, documentName)}${pageNumber === null ? "" : `, ${t.chat.page(pageNumber)}`}`;
  const link = linkToSource(target, () => {
    hideCard();
    sourceFocus.set({ documentId, chunk: chunkIndex, passage: chunkText, sentence });
  });
  return (
    <a
      href={link.href}
      className="citation"
      aria-label={label}
      aria-current={isShown ? "true" : undefined}
      onMouseEnter={(event) => showCard(source, event.currentTarget)}
      onMouseLeave={() => hideCard()}
      onFocus={(event) => showCard(source, event.currentTarget)}
      onBlur={() => hideCard()}
      onClick={link.onClick}
    >
      {index}
    </a>
  );
}
