import { useMemo, useRef } from "react";
import { useText } from "../text/use-text.ts";
import { foldText } from "./fold-text.ts";
import { parseTable } from "./parse-table.ts";
import type { Passage } from "./use-passage.ts";
import { useScrollToMark } from "./use-scroll-to-mark.ts";

/** How many rows are drawn; those around the cited ones come first. */
const MOST_ROWS = 600;
const ROWS_BEFORE_MARK = 60;

/** A table of text, with the rows of the cited passage marked. */
export function TableFile({ text, passage }: { text: string; passage: Passage | null }) {
  const t = useText();
  const container = useRef<HTMLElement>(null);
  const { header, rows } = useMemo(() => {
    const [first = [], ...others] = parseTable(text);
    return { header: first, rows: others };
  }, [text]);
  const marked = useMemo(() => markedRows(rows, passage), [rows, passage]);
  const firstMarked = rows.findIndex((row) => marked.has(row));
  const from = Math.max(0, Math.min(firstMarked - ROWS_BEFORE_MARK, rows.length - MOST_ROWS));
  const shown = rows.slice(from, from + MOST_ROWS);
  useScrollToMark(container, marked);
  return (
    <section
      ref={container}
      className="h-full overflow-auto pb-16"
      tabIndex={0}
      aria-label={t.source.original}
    >
      {shown.length < rows.length && (
        <p className="px-5 py-2 text-ink-faint text-sm">{t.source.rows(shown.length, rows.length)}</p>
      )}
      <table className="min-w-full border-collapse text-sm">
        <thead className="sticky top-0 z-10 bg-paper">
          <tr>
            {header.map((cell, column) => (
              <th
                key={`${column}-${cell}`}
                scope="col"
                className="whitespace-nowrap border-line-strong border-b-2 px-3 py-2 text-left font-semibold first:pl-5"
              >
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, i) => (
            <tr key={`${from + i}-${row[0] ?? ""}`} className={marked.has(row) ? "bg-marker" : ""}>
              {row.map((cell, column) => (
                <td
                  key={`${column}-${header[column] ?? ""}`}
                  className="max-w-96 border-line border-b px-3 py-1.5 align-top first:pl-5"
                >
                  {marked.has(row) && column === 0 ? <mark>{cell}</mark> : cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The rows of which a passage holds every cell that says something. */
function markedRows(rows: readonly string[][], passage: Passage | null): ReadonlySet<string[]> {
  if (passage === null) return new Set();
  const { folded } = foldText(passage.text);
  return new Set(
    rows.filter((row) => {
      const cells = row.map((cell) => foldText(cell).folded).filter(Boolean);
      return cells.some((cell) => cell.length > 2) && cells.every((cell) => folded.includes(cell));
    }),
  );
}
