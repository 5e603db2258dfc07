import { useLayoutEffect, useRef } from "react";
import { useStore } from "../state/store.ts";
import { useText } from "../text/use-text.ts";
import { hideCard, holdCard, sourceCard } from "./source-card-store.ts";

const EXCERPT_LENGTH = 420;
const GAP = 8;

/** The passage behind the citation that somebody points at. */
export function SourceCardView() {
  const t = useText();
  const card = useStore(sourceCard);
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = element.current;
    if (box === null || card === null) return;
    const { width, height } = box.getBoundingClientRect();
    const { anchor } = card;
    const isAbove = anchor.top - height - GAP > 8;
    box.style.left = `${Math.max(8, Math.min(anchor.left + anchor.width / 2 - width / 2, innerWidth - width - 8))}px`;
    box.style.top = `${isAbove ? anchor.top - height - GAP : anchor.bottom + GAP}px`;
  }, [card]);
  if (card === null) return null;
  const { documentName, pageNumber, section, chunkText, score } = card.source;
  const text = chunkText.replace(/\s+/g, " ").trim();
  return (
    <div
      ref={element}
      role="tooltip"
      className="fixed z-40 w-[min(26rem,calc(100vw-1rem))] rounded-xl border border-line bg-surface p-4 shadow-float"
      style={{ animation: "rise 140ms ease-out" }}
      onMouseEnter={holdCard}
      onMouseLeave={hideCard}
    >
      <p className="truncate font-semibold text-sm">{documentName}</p>
      <p className="text-ink-faint text-xs">
        {[pageNumber === null ? section : t.chat.page(pageNumber), t.chat.match(Math.round(100 * score))]
          .filter(Boolean)
          .join(" · ")}
      </p>
      <p className="mt-2 font-serif text-ink-soft text-sm leading-relaxed">
        {text.length > EXCERPT_LENGTH ? `${text.slice(0, EXCERPT_LENGTH)} …` : text}
      </p>
    </div>
  );
}
