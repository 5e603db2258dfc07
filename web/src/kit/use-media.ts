import { useSyncExternalStore } from "react";

/** Wide enough for the side pane to stand beside everything else. */
export const WIDE = "(min-width: 1180px)";
/** Wide enough for a chat and a document beside each other. */
export const SPLIT = "(min-width: 960px)";

/** Whether a media query holds. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    () => window.matchMedia(query).matches,
  );
}
