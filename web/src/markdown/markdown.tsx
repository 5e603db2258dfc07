import { Fragment, memo, type ReactNode } from "react";
import { CodeBlock } from "./code-block.tsx";
import { Formula } from "./formula.tsx";
import type { Alignment, Block, ListItem, Run, Section } from "./markdown-tree.ts";
import { RunList } from "./run-list.tsx";
import type { TextRange } from "./text-range.ts";

export interface SectionViewProps {
  section: Section;
  ranges: readonly TextRange[];
  /** The level of the section's heading in the page, where it is one. */
  headingLevel?: number | undefined;
  /** Draws a citation; where absent it stays the text that it is. */
  renderCitation?: ((run: Run & { kind: "citation" }, section: Section) => ReactNode) | undefined;
}

/** One section of Markdown. It is drawn again only when it, its marks or its citations change. */
export const SectionView = memo(function SectionView(props: SectionViewProps) {
  const { section, ranges, headingLevel = DEEPEST_HEADING, renderCitation } = props;
  const drawing: Drawing = {
    ranges,
    headingLevel,
    renderCitation: renderCitation && ((run) => renderCitation(run, section)),
  };
  return <BlockView block={section.block} drawing={drawing} />;
});

const DEEPEST_HEADING = 6;

interface Drawing {
  headingLevel: number;
  ranges: readonly TextRange[];
  renderCitation: ((run: Run & { kind: "citation" }) => ReactNode) | undefined;
}

function BlockView({ block, drawing }: { block: Block; drawing: Drawing }): ReactNode {
  switch (block.kind) {
    case "paragraph":
      return (
        <p>
          <Line runs={block.runs} drawing={drawing} />
        </p>
      );
    case "heading":
      return <Heading level={block.level} runs={block.runs} drawing={drawing} />;
    case "list":
      return <List block={block} drawing={drawing} />;
    case "quote":
      return (
        <blockquote>
          <Blocks blocks={block.blocks} drawing={drawing} />
        </blockquote>
      );
    case "code":
      return (
        <CodeBlock language={block.language} text={block.text} start={block.start} ranges={drawing.ranges} />
      );
    case "table":
      return <Table block={block} drawing={drawing} />;
    case "maths":
      return (
        <div className="scroll-x">
          <Formula tex={block.tex} isDisplay />
        </div>
      );
    case "rule":
      return <hr />;
  }
}

function Line({ runs, drawing: { ranges, renderCitation } }: { runs: Run[]; drawing: Drawing }) {
  return <RunList runs={runs} ranges={ranges} renderCitation={renderCitation} />;
}

function Blocks({ blocks, drawing }: { blocks: Block[]; drawing: Drawing }) {
  // Blocks never move within their parent, so their place is their identity.
  return blocks.map((block, i) => <BlockView key={`${i}-${block.kind}`} block={block} drawing={drawing} />);
}

function Heading({ level, runs, drawing }: { level: number; runs: Run[]; drawing: Drawing }) {
  const Tag = ({ 3: "h3", 4: "h4", 5: "h5" } as const)[drawing.headingLevel] ?? "h6";
  return (
    <Tag className={`heading-${level}`}>
      <Line runs={runs} drawing={drawing} />
    </Tag>
  );
}

function List({ block, drawing }: { block: Block & { kind: "list" }; drawing: Drawing }) {
  const items = block.items.map((item, i) => (
    <li key={`${i}-item`} className={item.isChecked === null ? undefined : "task"}>
      {item.isChecked !== null && <span className="mr-2">{item.isChecked ? "☑" : "☐"}</span>}
      <ItemBlocks item={item} drawing={drawing} />
    </li>
  ));
  return block.isOrdered ? <ol start={block.first}>{items}</ol> : <ul>{items}</ul>;
}

/** A tight item's single line stands without a paragraph around it. */
function ItemBlocks({ item, drawing }: { item: ListItem; drawing: Drawing }) {
  return item.blocks.map((block, i) =>
    block.kind === "paragraph" && i === 0 ? (
      <Fragment key="line">
        <Line runs={block.runs} drawing={drawing} />
      </Fragment>
    ) : (
      <BlockView key={`${i}-${block.kind}`} block={block} drawing={drawing} />
    ),
  );
}

function Table({ block, drawing }: { block: Block & { kind: "table" }; drawing: Drawing }) {
  const { header, rows, alignments } = block;
  return (
    // A wide table scrolls by itself, with the keyboard too.
    <section className="scroll-x" tabIndex={0} aria-label={header.map(textOf).join(", ")}>
      <table>
        <thead>
          <tr>
            {header.map((runs, column) => (
              <th key={`${column}-h`} scope="col" style={sideOf(alignments[column])}>
                <Line runs={runs} drawing={drawing} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={`${row}-r`}>
              {cells.map((runs, column) => (
                <td key={`${column}-c`} style={sideOf(alignments[column])}>
                  <Line runs={runs} drawing={drawing} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function sideOf(alignment: Alignment | undefined) {
  return alignment ? { textAlign: alignment } : undefined;
}

function textOf(runs: readonly Run[]): string {
  return runs.map((run) => ("text" in run ? run.text : "")).join("");
}
