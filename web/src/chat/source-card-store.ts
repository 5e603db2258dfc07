import type { Source } from "../../../src/domain/chat-event.ts";
import { createStore } from "../state/store.ts";

/** A passage shown beside the citation that points to it. */
export interface SourceCard {
  source: Source;
  anchor: DOMRect;
}

/** The card that is shown, if any. */
export const sourceCard = createStore<SourceCard | null>(null);

const SHOW_AFTER_MS = 140;
const HIDE_AFTER_MS = 180;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows the passage of a citation, after a moment so that passing by shows nothing. */
export function showCard(source: Source, element: Element): void {
  clearTimeout(timer);
  timer = setTimeout(
    () => sourceCard.set({ source, anchor: element.getBoundingClientRect() }),
    SHOW_AFTER_MS,
  );
}

/** Keeps the card while somebody points at it. */
export function holdCard(): void {
  clearTimeout(timer);
}

/** Hides the card, after a moment so that one can move onto it. */
export function hideCard(): void {
  clearTimeout(timer);
  timer = setTimeout(() => sourceCard.set(null), HIDE_AFTER_MS);
}
