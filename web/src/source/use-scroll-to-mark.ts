import { type RefObject, useEffect } from "react";

/** Brings the marked sentence, else the marked passage, into the middle of its view. */
export function scrollToMark(container: HTMLElement | null): boolean {
  const mark = container?.querySelector("mark.is-focus") ?? container?.querySelector("mark");
  mark?.scrollIntoView({ block: "center", inline: "nearest" });
  return mark !== null && mark !== undefined;
}

/** Does so each time `trigger` changes, after it has been drawn. */
export function useScrollToMark(container: RefObject<HTMLElement | null>, trigger: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the trigger says when, not what
  useEffect(() => {
    scrollToMark(container.current);
  }, [container, trigger]);
}
