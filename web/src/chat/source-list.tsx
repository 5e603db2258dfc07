import type { Source } from "../../../src/domain/chat-event.ts";
import { linkToSource, usePlace } from "../state/location.ts";
import { useText } from "../text/use-text.ts";
import { hideCard, showCard } from "./source-card-store.ts";
import { sourceFocus } from "./source-focus.ts";

/** The passages that an answer is given from, by document, as soon as they are known. */
export function SourceList({ sources }: { sources: readonly Source[] }) {
  const t = useText();
  const documents = [...Map.groupBy(sources, ({ documentId }) => documentId).values()];
  return (
    <ul aria-label={t.chat.sources} className="flex flex-wrap gap-2">
      {documents.map((passages) => (
        <li
          key={passages[0]?.documentId}
          className="flex min-w-0 max-w-full flex-wrap items-center gap-x-1 rounded-xl border border-line bg-surface py-1 pr-1 pl-3 text-sm"
        >
          <span className="mr-1 max-w-64 truncate text-ink-soft" title={passages[0]?.documentName}>
            {passages[0]?.documentName}
          </span>
          {passages.map((source) => (
            <SourceLink key={source.index} source={source} />
          ))}
        </li>
      ))}
    </ul>
  );
}

function SourceLink({ source }: { source: Source }) {
  const t = useText();
  const { source: shown } = usePlace();
  const { index, documentId, documentName, pageNumber, chunkIndex, chunkText, score } = source;
  const target = { documentId, page: pageNumber, chunk: chunkIndex };
  const isShown = shown?.documentId === documentId && shown.chunk === chunkIndex;
  const place = [pageNumber === null ? null : t.library.page(pageNumber), `${Math.round(100 * score)} %`]
    .filter(Boolean)
    .join(" · ");
  const link = linkToSource(target, () => {
    hideCard();
    sourceFocus.set({ documentId, chunk: chunkIndex, passage: chunkText, sentence: "" });
  });
  return (
    <a
      href={link.href}
      className={`flex items-center gap-1.5 whitespace-nowrap rounded-lg px-2 py-0.5 text-xs ${isShown ? "bg-lamp-soft text-ink" : "text-ink-faint hover:bg-hover"}`}
      aria-current={isShown ? "true" : undefined}
      onMouseEnter={(event) => showCard(source, event.currentTarget)}
      onMouseLeave={() => hideCard()}
      onClick={link.onClick}
    >
      <span className="sr-only">{documentName}</span>
      <span className="font-semibold text-lamp text-sm">{index}</span>
      {place}
    </a>
  );
}
