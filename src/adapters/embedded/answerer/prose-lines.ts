import { endsSentence } from "../../../domain/split-sentences.ts";
import { cleanQuotation } from "./answer-unit.ts";
import { cellsOf, isTableRule } from "./table-units.ts";

/** A line of a text and where it stands in it. */
export interface Line {
  text: string;
  start: number;
  end: number;
}

type LineKind = "blank" | "heading" | "row" | "rule" | "item" | "pair" | "text";

const ITEM = /^\s*(?:[-*+•‣◦▪●○■·–—✓✗☐☑]|\(?(?:\d{1,3}|\p{L}|[ivx]{1,4})[.)])\s+\S/u;
export const PAIR = /^\s*(?:[*_]{2})?(\p{L}[^:：|.?!]{0,48}?)(?:[*_]{2})?\s?[:：](?:[*_]{2})?\s+(\S.*)$/u;
/** What stands above the name of whoever wrote a letter. */
export const SIGN_OFF =
  /^(?:(?:best|kind|warm|with kind) regards|regards|sincerely|yours|cheers|mit freundlichen grüßen|viele grüße|beste grüße|cordialement|bien à vous|saludos|atentamente|un saludo|cordiali saluti|distinti saluti|atenciosamente|cumprimentos|met vriendelijke groet|pozdrawiam|z poważaniem|с уважением|з повагою|saygılarımla)(?!\p{L})/iu;
const LONGEST_HEADING = 90;
const LONGEST_QUOTATION = 500;

/** What a line is by itself and by the one below it; the titles above the text are headings in it too. */
export function kindOfLine(lines: readonly Line[], i: number, titles: ReadonlySet<string>): LineKind {
  const line = lines[i]?.text ?? "";
  if (/^\s*$/.test(line)) return "blank";
  if (isTableRule(line)) return "rule";
  if (/^\s*#{1,6}\s/.test(line)) return "heading";
  if (cellsOf(line) !== null) return "row";
  if (ITEM.test(line)) return "item";
  if (titles.has(folded(line))) return "heading";
  if (/^\s*[=-]{3,}\s*$/.test(lines[i + 1]?.text ?? "") && line.length <= LONGEST_HEADING) return "heading";
  const pair = PAIR.exec(line);
  if (pair !== null && (pair[1] ?? "").split(/\s+/).length <= 5) return "pair";
  return "text";
}

export function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (const match of text.matchAll(/[^\n\r\f\u2028\u2029]+|\r\n|[\n\r\f\u2028\u2029]/g)) {
    const isBreak = /^[\r\n\f\u2028\u2029]/.test(match[0]);
    const last = lines.at(-1);
    if (!isBreak) lines.push({ text: match[0], start: match.index, end: match.index + match[0].length });
    else if (last === undefined || text[match.index - 1] === "\n") {
      lines.push({ text: "", start: match.index, end: match.index });
    }
  }
  return lines;
}

export function onLines(lines: readonly Line[]): string {
  return lines.map((line) => cleanQuotation(line.text)).join("\n");
}

/** Items keep their numbers; their other marks become one. */
export function itemText(item: string): string {
  const number = /^\(?(?:\d{1,3}|\p{L}|[ivx]{1,4})[.)]/u.exec(item)?.[0];
  const text = cleanQuotation(
    item.replace(/^\(?(?:[^\s\p{L}\p{N}]|(?:\d{1,3}|\p{L}|[ivx]{1,4})[.)])\s+/u, ""),
  );
  return number === undefined ? `- ${text}` : `${number} ${text}`;
}

/** A short line that is no sentence: a title, a name, a date, an address. */
export function isTitle(line: string): boolean {
  const text = line.trim().replace(/(?:\^?\(?\[\d{1,4}\]\)?)+$/, "");
  return (
    text.length <= LONGEST_HEADING &&
    !/[.!?。！？:;,]["”»)]*$/.test(text.replace(/\b(?:Inc|Ltd|Co|Corp|Jr|Sr|St)\.$/, ""))
  );
}

export function folded(text: string): string {
  return text
    .replace(/[\s#*_`]+/g, " ")
    .trim()
    .toLowerCase();
}

export function worthOf(text: string, isWhole: boolean): number {
  if (/[?？]["”»」』)]*$/.test(text) && !/^(?:did you know|wussten sie|saviez-vous|¿?sab[ií]a)/i.test(text))
    return 0.3;
  if (/[:：]$/.test(text)) return 0.4;
  if (text.length < 20 && text.split(" ").length < 3 && !/[。！．]/.test(text)) return 0.5;
  if ((/^\p{Ll}/u.test(text) && !isWhole) || !endsSentence(text, text.length)) return 0.85;
  return Math.min(1, Math.sqrt(Math.sqrt(300 / text.length)));
}

export function shortened(text: string): string {
  if (text.length <= LONGEST_QUOTATION) return text;
  return `${text.slice(0, LONGEST_QUOTATION).replace(/(?:\s+\S*|[\uD800-\uDBFF])$/, "")} …`;
}
