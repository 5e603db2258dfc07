import { useMemo, useRef } from "react";
import { headingLevels } from "../markdown/heading-levels.ts";
import { SectionView } from "../markdown/markdown.tsx";
import type { Section } from "../markdown/markdown-tree.ts";
import { parseMarkdown } from "../markdown/parse-markdown.ts";
import type { TextRange } from "../markdown/text-range.ts";
import { useText } from "../text/use-text.ts";
import { markRanges } from "./mark-ranges.ts";
import type { Passage } from "./use-passage.ts";
import { useScrollToMark } from "./use-scroll-to-mark.ts";

/** A Markdown document as it is meant to look, with the cited passage marked in it. */
export function MarkdownFile({ text, passage }: { text: string; passage: Passage | null }) {
  const t = useText();
  const container = useRef<HTMLElement>(null);
  const { sections } = useMemo(() => parseMarkdown(withoutFrontMatter(text)), [text]);
  const ranges = useMemo(() => rangesBySection(sections, passage), [sections, passage]);
  const levels = headingLevels(sections);
  useScrollToMark(container, ranges);
  return (
    <section
      ref={container}
      className="h-full overflow-y-auto px-5 pt-3 pb-16 md:px-8"
      tabIndex={0}
      aria-label={t.source.original}
    >
      <div className="prose max-w-3xl !text-base">
        {sections.map((section, i) => (
          <SectionView
            key={section.start}
            section={section}
            ranges={ranges[i] ?? []}
            headingLevel={levels[i]}
          />
        ))}
      </div>
    </section>
  );
}

/** The passage's ranges in the whole text, handed to the sections that they touch, in the sections' own counting. */
function rangesBySection(sections: readonly Section[], passage: Passage | null): TextRange[][] {
  const all = markRanges(sections.map(({ plain }) => plain).join(""), passage);
  let start = 0;
  return sections.map(({ plain }) => {
    const [from, to] = [start, start + plain.length];
    start = to;
    return all
      .filter((range) => range.start < to && range.end > from)
      .map((range) => ({ ...range, start: range.start - from, end: range.end - from }));
  });
}

function withoutFrontMatter(text: string): string {
  return text.replace(/^---\r?\n[\s\S]{0,10000}?\r?\n---\r?\n/, "");
}
