import { useEffect, useState } from "react";
import { IconButton } from "../../kit/icon-button.tsx";
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
      <IconButton
        icon="left"
        label={t.source.previousPage}
        disabled={page <= 1}
        onClick={() => go(page - 1)}
      />
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
      <IconButton
        icon="right"
        label={t.source.nextPage}
        disabled={page >= pages}
        onClick={() => go(page + 1)}
      />
      <span className="ml-auto" />
      <IconButton icon="minus" label={t.source.zoomOut} onClick={onZoomOut} />
      <button type="button" className="button is-quiet !min-h-8 !px-2 text-xs" onClick={onFit}>
        {t.source.fitWidth}
      </button>
      <IconButton icon="plus" label={t.source.zoomIn} onClick={onZoomIn} />
    </div>
  );
}
