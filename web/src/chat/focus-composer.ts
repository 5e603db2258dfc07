/** The element in which questions are written. */
export const COMPOSER_ID = "composer";

/** Puts the cursor where questions are written, once that is drawn. */
export function focusComposer(): void {
  requestAnimationFrame(() => {
    requestAnimationFrame(() => document.getElementById(COMPOSER_ID)?.focus());
  });
}
