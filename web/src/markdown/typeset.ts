import katex from "katex";
import "katex/dist/katex.min.css";

/** Sets a formula into an element. It builds elements, never HTML, and shows what it cannot read as it stands. */
export function typeset(tex: string, place: HTMLElement, isDisplay: boolean): void {
  katex.render(tex, place, {
    displayMode: isDisplay,
    throwOnError: false,
    trust: false,
    strict: "ignore",
    maxExpand: 200,
    maxSize: 20,
  });
}
