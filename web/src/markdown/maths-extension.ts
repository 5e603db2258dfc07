import type { TokenizerExtension, Tokens } from "marked";

/** A formula; `isDisplay` where it stands on its own. */
export interface MathsToken extends Tokens.Generic {
  type: "maths" | "inlineMaths";
  tex: string;
  isDisplay: boolean;
}

/** Whether a token is a formula. */
export function isMaths(token: { type: string }): token is MathsToken {
  return token.type === "maths" || token.type === "inlineMaths";
}

/** Reads `$$…$$` and `\[…\]` as formulas of their own, `\(…\)` and `$…$` as formulas in a line. */
export const mathsExtension: TokenizerExtension[] = [
  {
    name: "maths",
    level: "block",
    start: (source) => indexOfPattern(source, /(?:^|\n)(?:\$\$|\\\[)/),
    tokenizer: (source) =>
      read(source, /^(?:\$\$([\s\S]{1,4000}?)\$\$|\\\[([\s\S]{1,4000}?)\\\])[ \t]*(?:\n|$)/, "maths"),
  },
  {
    name: "inlineMaths",
    level: "inline",
    start: (source) => indexOfPattern(source, /\$|\\\(/),
    tokenizer: (source) =>
      // A dollar is money unless the formula hugs both dollars and no digit follows.
      read(
        source,
        /^(?:\\\(([^\n]{1,1000}?)\\\)|\$(?![\s\d])([^$\n]{0,999}?[^\s$\\])\$(?!\d))/,
        "inlineMaths",
      ),
  },
];

function indexOfPattern(source: string, pattern: RegExp): number | undefined {
  const index = source.search(pattern);
  return index === -1 ? undefined : index;
}

function read(source: string, pattern: RegExp, type: MathsToken["type"]): MathsToken | undefined {
  const match = pattern.exec(source);
  if (match === null) return undefined;
  const tex = (match[1] ?? match[2] ?? "").trim();
  return { type, raw: match[0], tex, isDisplay: type === "maths" };
}
