import type { ReactNode } from "react";
import { useText } from "../text/use-text.ts";
import { Formula } from "./formula.tsx";
import type { Marks, Run } from "./markdown-tree.ts";
import { cutAtRanges, type TextPiece, type TextRange } from "./text-range.ts";

export interface RunListProps {
  runs: readonly Run[];
  ranges: readonly TextRange[];
  renderCitation: ((run: Run & { kind: "citation" }) => ReactNode) | undefined;
}

/** A line of runs with the marks that lie on it. */
export function RunList({ runs, ranges, renderCitation }: RunListProps): ReactNode {
  return runs.map((run) => (
    <Marked key={run.start} marks={run.marks}>
      <RunContent run={run} ranges={ranges} renderCitation={renderCitation} />
    </Marked>
  ));
}

function RunContent({ run, ranges, renderCitation }: Omit<RunListProps, "runs"> & { run: Run }): ReactNode {
  switch (run.kind) {
    case "break":
      return <br />;
    case "maths":
      return <Formula tex={run.tex} isDisplay={run.isDisplay} />;
    case "citation":
      return renderCitation ? renderCitation(run) : run.text;
    case "code":
      return (
        <code>
          <RangedText text={run.text} start={run.start} ranges={ranges} />
        </code>
      );
    case "text":
      return <RangedText text={run.text} start={run.start} ranges={ranges} />;
  }
}

/** Text with its ranges drawn in. */
export function RangedText({
  text,
  start,
  ranges,
}: {
  text: string;
  start: number;
  ranges: readonly TextRange[];
}) {
  const pieces = cutAtRanges(text, start, ranges);
  return pieces.map((piece) => <Piece key={piece.start} piece={piece} />);
}

function Piece({ piece: { text, range, start } }: { piece: TextPiece }): ReactNode {
  const t = useText();
  if (range === null) return text;
  if (range.kind !== "doubt" && range.kind !== "partly")
    return <mark className={range.kind === "focus" ? "is-focus" : undefined}>{text}</mark>;
  const remark = range.kind === "doubt" ? t.chat.notFound : t.chat.partlyFound;
  return (
    <span className={range.kind} title={remark}>
      {text}
      {start + text.length === range.end && <span className="sr-only"> ({remark})</span>}
    </span>
  );
}

function Marked({ marks, children }: { marks: Marks; children: ReactNode }): ReactNode {
  let content = children;
  if (marks.strong) content = <strong>{content}</strong>;
  if (marks.emphasis) content = <em>{content}</em>;
  if (marks.strike) content = <del>{content}</del>;
  if (marks.href !== null) {
    content = (
      <a href={marks.href} target="_blank" rel="noopener noreferrer">
        {content}
      </a>
    );
  }
  return content;
}
