import { type ReactNode, useCallback, useMemo, useRef } from "react";
import type { Source } from "../../../src/domain/chat-event.ts";
import type { Grounding } from "../../../src/domain/grounding/grounding.ts";
import { Icon } from "../kit/icon.tsx";
import { headingLevels } from "../markdown/heading-levels.ts";
import { SectionView } from "../markdown/markdown.tsx";
import type { Run, Section } from "../markdown/markdown-tree.ts";
import { type ParsedMarkdown, parseMarkdown } from "../markdown/parse-markdown.ts";
import type { TextRange } from "../markdown/text-range.ts";
import { useText } from "../text/use-text.ts";
import { Citation } from "./citation.tsx";
import { findDoubts } from "./find-doubts.ts";
import { groundedRanges, kindOf } from "./grounded-ranges.ts";

interface AnswerTextProps {
  content: string;
  sources: readonly Source[];
  grounding: Grounding | undefined;
  isWriting: boolean;
}

const NO_RANGES: readonly TextRange[] = [];

/**
 * The words of an answer, with its citations and with what nothing supports underlined: as the service says, or by the
 * page's own looks while words still come and where the service has said nothing.
 */
export function AnswerText({ content, sources, grounding, isWriting }: AnswerTextProps) {
  const t = useText();
  const before = useRef<ParsedMarkdown>(undefined);
  const parsed = useMemo(() => {
    before.current = parseMarkdown(content, before.current);
    return before.current;
  }, [content]);
  const found = useDoubts(parsed, sources, isWriting);
  const judged = useMemo(
    () =>
      grounding === undefined || sources.length === 0 ? null : groundedRanges(parsed.sections, grounding),
    [grounding, sources, parsed],
  );
  const doubts = judged ?? found;
  const levels = headingLevels(parsed.sections);
  const renderCitation = useCallback(
    (run: Run & { kind: "citation" }, section: Section): ReactNode => (
      <Citation run={run} section={section} sources={sources} />
    ),
    [sources],
  );
  const count = doubts.reduce((sum, ranges) => sum + ranges.filter(({ kind }) => kind === "doubt").length, 0);
  return (
    <>
      <div className="prose answer mt-4">
        {parsed.sections.map((section, i) => (
          <SectionView
            key={section.start}
            section={section}
            ranges={doubts[i] ?? NO_RANGES}
            headingLevel={levels[i]}
            renderCitation={renderCitation}
          />
        ))}
      </div>
      {judged !== null && grounding !== undefined && <Balance grounding={grounding} />}
      {count > 0 && !isWriting && (
        <p className="mt-4 flex items-center gap-2 text-doubt text-sm">
          <Icon name="marker" size={16} /> {t.chat.doubts(count)}
        </p>
      )}
    </>
  );
}

/** How many of the statements that cite something are borne out by it. */
function Balance({ grounding }: { grounding: Grounding }) {
  const t = useText();
  const cited = grounding.sentences.filter(({ isClaim, verdict }) => isClaim && verdict !== "uncited");
  const supported = cited.filter((sentence) => kindOf(sentence) === null).length;
  if (cited.length === 0) return null;
  return (
    <p className="mt-4 flex items-center gap-2 text-ink-faint text-sm">
      <Icon name="check" size={16} /> {t.chat.borneOut(supported, cited.length)}
    </p>
  );
}

/** The doubtful ranges of each section. A section is judged once, when it is finished. */
function useDoubts(
  parsed: ParsedMarkdown,
  sources: readonly Source[],
  isWriting: boolean,
): (readonly TextRange[])[] {
  const judged = useRef(new WeakMap<Section, readonly TextRange[]>());
  const judgedSources = useRef(sources);
  if (judgedSources.current !== sources) {
    judgedSources.current = sources;
    judged.current = new WeakMap();
  }
  return parsed.sections.map((section, i) => {
    if (isWriting && i === parsed.sections.length - 1) return NO_RANGES;
    const known = judged.current.get(section);
    if (known !== undefined) return known;
    const found = findDoubts(section, sources);
    judged.current.set(section, found);
    return found;
  });
}
