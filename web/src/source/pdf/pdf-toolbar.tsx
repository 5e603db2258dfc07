import { useEffect, useState } from "react";
import { Icon } from "../../kit/icon.tsx";
import { useText } from "../../text/use-text.ts";

interface PdfToolbarProps {
  page: number;
  pages: number;
  onPage(page: number): void;
  onZoomIn(): void;
  onZoomOut(): void;
  onFit(): void;
}

/** Pages and size of a PDF. */
export function PdfToolbar({ page, pages, onPage, onZoomIn, onZoomOut, onFit }: PdfToolbarProps) {
  const t = useText();
  const [typed, setTyped] = useState(String(page));
  useEffect(() => setTyped(String(page)), [page]);
  const go = (number: number) => onPage(Math.max(1, Math.min(pages, number)));
  return (
    <div
      role="toolbar"
      aria-label={t.source.original}
      className="flex shrink-0 items-center gap-1 border-line border-b px-3 pb-2 text-sm md:px-5"
    >
      <button
        type="button"
        className="icon-button"
        aria-label={t.source.previousPage}
        disabled={page <= 1}
        onClick={() => go(page - 1)}
      >
        <Icon name="left" />
      </button>
      <input
        className="field !min-h-8 !w-14 !px-1 !py-0 text-center tabular-nums"
        inputMode="numeric"
        aria-label={t.source.pages}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => setTyped(String(page))}
        onKeyDown={(event) => {
          if (event.key === "Enter" && /^\d+$/.test(typed)) go(Number(typed));
        }}
      />
      <span className="whitespace-nowrap text-ink-faint">{t.source.ofPages(pages)}</span>
      <button
        type="button"
        className="icon-button"
        aria-label={t.source.nextPage}
        disabled={page >= pages}
        onClick={() => go(page + 1)}
      >
        <Icon name="right" />
      </button>
      <span className="ml-auto" />
      <button
        type="button"
        className="icon-button"
        aria-label={t.source.zoomOut}
        title={t.source.zoomOut}
        onClick={onZoomOut}
      >
        <Icon name="minus" />
      </button>
      <button type="button" className="button is-quiet !min-h-8 !px-2 text-xs" onClick={onFit}>
        {t.source.fitWidth}
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={t.source.zoomIn}
        title={t.source.zoomIn}
        onClick={onZoomIn}
      >
        <Icon name="plus" />
      </button>
    </div>
  );
}
