import { cutAtRanges } from "../../markdown/text-range.ts";
import { markRanges } from "../mark-ranges.ts";
import type { Passage } from "../use-passage.ts";

/** Marks a passage in a page's text layer, across as many of its pieces as it takes; says whether it was found. */
export function markTextLayer(layer: HTMLElement, passage: Passage): boolean {
  unmark(layer);
  const nodes = textNodesOf(layer);
  const ranges = markRanges(nodes.map((node) => node.data).join(""), passage);
  let start = 0;
  for (const node of nodes) {
    const pieces = cutAtRanges(node.data, start, ranges);
    start += node.data.length;
    if (pieces.every((piece) => piece.range === null)) continue;
    node.replaceWith(
      ...pieces.map(({ text, range }) => {
        if (range === null) return text;
        const mark = document.createElement("mark");
        mark.textContent = text;
        mark.classList.toggle("is-focus", range.kind === "focus");
        return mark;
      }),
    );
  }
  return ranges.length > 0;
}

/** Takes all marks away. */
export function unmark(layer: HTMLElement): void {
  for (const mark of layer.querySelectorAll("mark")) {
    const parent = mark.parentNode;
    mark.replaceWith(mark.textContent ?? "");
    parent?.normalize();
  }
}

function textNodesOf(layer: HTMLElement): Text[] {
  const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    if (node instanceof Text) nodes.push(node);
  return nodes;
}
