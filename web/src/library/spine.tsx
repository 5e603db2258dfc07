import type { Category } from "../../../src/domain/document.ts";

/** Each category has the colour of its spine, and both themes can show it. */
const COLOURS: Record<Category, string> = {
  Code: "#4a78b5",
  Image: "#b0568f",
  Resume: "#7a6bb8",
  Report: "#b5723a",
  Financial: "#3f8f6a",
  Legal: "#96463f",
  Notes: "#c09a2e",
  Meeting: "#3d8f9c",
  Presentation: "#c2603f",
  Documentation: "#5d8745",
  General: "#8d8371",
};

/** The back of a document, as it would stand on a shelf. */
export function Spine({ category, className = "" }: { category: Category; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`shrink-0 rounded-[3px] ${className}`}
      style={{
        background: `linear-gradient(to bottom, rgb(255 255 255 / .0) 16%, rgb(255 255 255 / .4) 16% 20%, transparent 20% 78%, rgb(255 255 255 / .4) 78% 82%, transparent 82%), ${COLOURS[category]}`,
      }}
    />
  );
}
