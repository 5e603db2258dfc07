import { type ReactNode, useEffect, useState } from "react";
import { CopyButton } from "../kit/copy-button.tsx";
import { useText } from "../text/use-text.ts";
import { RangedText } from "./run-list.tsx";
import type { TextRange } from "./text-range.ts";

interface CodeBlockProps {
  language: string;
  text: string;
  start: number;
  ranges: readonly TextRange[];
}

/** Longer code is shown without colours, which would take too long. */
const LONGEST_COLOURED = 60_000;
/** Code that still grows is coloured when it rests. */
const REST_MS = 120;

/** A listing with its language, a button to copy it, and colours as soon as they are there. */
export function CodeBlock({ language, text, start, ranges }: CodeBlockProps) {
  const t = useText();
  const coloured = useColours(language, text);
  const isMarked = ranges.some((range) => range.start < start + text.length && range.end > start);
  return (
    <figure className="not-prose overflow-hidden rounded-lg border border-line bg-sunken">
      <figcaption className="flex items-center justify-between border-line border-b py-1 pr-1 pl-4 font-sans text-ink-faint text-xs">
        <span>{language || t.shell.code}</span>
        <CopyButton text={text} label={t.shell.copyCode} />
      </figcaption>
      <pre className="code overflow-x-auto p-4" tabIndex={0}>
        <code>
          {isMarked || coloured === null ? (
            <RangedText text={text} start={start} ranges={ranges} />
          ) : (
            coloured
          )}
        </code>
      </pre>
    </figure>
  );
}

function useColours(language: string, text: string): ReactNode {
  const [coloured, setColoured] = useState<{ text: string; nodes: ReactNode } | null>(null);
  useEffect(() => {
    if (language === "" || text.length > LONGEST_COLOURED) return;
    let isStale = false;
    const timer = setTimeout(async () => {
      const { highlight } = await import("./highlight.ts");
      if (!isStale) setColoured({ text, nodes: highlight(language, text) });
    }, REST_MS);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [language, text]);
  return coloured?.text === text ? coloured.nodes : null;
}
