import { endsSentence, splitSentences } from "../../../domain/split-sentences.ts";
import { type AnswerUnit, cleanQuotation, type Surrounding, unitOf } from "./answer-unit.ts";
import {
  folded,
  isTitle,
  itemText,
  kindOfLine,
  type Line,
  linesOf,
  onLines,
  PAIR,
  SIGN_OFF,
  shortened,
  worthOf,
} from "./prose-lines.ts";
import { recordUnit } from "./record-units.ts";
import { cellsOf, openTableRows } from "./table-units.ts";

interface Prose {
  text: string;
  /** The titles of the headings above the text. */
  section: string | null;
  /** Whether it begins at a document's start, and whether a chunk's border may have cut its end. */
  isStart: boolean;
  isCut: boolean;
  around: readonly Surrounding[];
}

/** A heading counts as much for what stands below it. */
const NEAR = 0.7;
const LONGEST_ITEM = 160;

/** The sentences, lists, rows and named values of a text, each with what stands above it. */
export function proseUnits(prose: Prose): AnswerUnit[] {
  const reader = openReader(prose);
  const lines = linesOf(prose.text);
  for (let i = 0; i < lines.length; ) i = reader.read(lines, i);
  return reader.finish();
}

function openReader({ text, section, isStart, isCut, around }: Prose) {
  const units: AnswerUnit[] = [];
  const titles = new Set((section ?? "").split(" > ").map(folded));
  let heading = "";
  /** A question or an introduction that what follows belongs to. */
  let lead = "";
  let table: ReturnType<typeof openTableRows> | null = null;
  let isAfterRow = false;

  function above(extra: Surrounding[] = []): Surrounding[] {
    return [...extra, { text: lead, weight: 0.9 }, { text: heading, weight: NEAR }, ...around].filter(
      ({ text: words }) => words !== "",
    );
  }

  /** The title, the names and the date with which a document begins. */
  const opening: string[] = [];

  function addOpening(lines: readonly string[], end: number): void {
    if (!isStart || opening.length > 12) return;
    const isAtTop = units.every(({ kind }) => kind === "lines" || kind === "opening");
    if (!isAtTop) return;
    opening.push(...lines);
    if (opening.length < 2) return;
    const words = [{ text: "author written date published", weight: 0.7 }];
    units.push(unitOf({ kind: "opening", text: opening.join("\n"), around: above(words), end }));
  }

  function closeTable(): void {
    if (table !== null) units.push(...table.build());
    table = null;
  }

  const kindOf = (lines: readonly Line[], i: number) => kindOfLine(lines, i, titles);

  function read(lines: readonly Line[], i: number): number {
    const line = lines[i];
    if (line === undefined) return i + 1;
    const kind = kindOf(lines, i);
    if (kind === "blank" || kind === "rule") {
      if (kind === "blank") isAfterRow = false;
      return i + 1;
    }
    if (kind === "row" || (table !== null && isAfterRow && goesOnInTable(lines, i))) return readRow(line, i);
    // A remark between two rows does not end their table.
    if (!/^\s*\[.*\]\s*$/.test(line.text)) closeTable();
    if (kind === "heading") {
      heading = cleanQuotation(line.text.replace(/^\s*#+\s*|\s+#+\s*$/g, ""));
      lead = /[?？]$/.test(heading) ? heading : "";
      return i + 1;
    }
    if (kind === "item") return readList(lines, i);
    if (kind === "pair") return readPairs(lines, i);
    return readParagraph(lines, i);
  }

  function readRow(line: Line, i: number): number {
    const cells = cellsOf(line.text);
    if (table !== null && !isAfterRow && cells !== null && table.columns() !== cells.length) closeTable();
    table ??= openTableRows(above());
    table.add({ line: line.text, end: line.end });
    isAfterRow = true;
    return i + 1;
  }

  /** Whether a line below a row is part of a cell with several lines: another row follows without a gap. */
  function goesOnInTable(lines: readonly Line[], from: number): boolean {
    for (let i = from; i < Math.min(lines.length, from + 4); i++) {
      const kind = kindOf(lines, i);
      if (kind === "row") return true;
      if ((kind !== "text" && kind !== "item") || /^\s*\[/.test(lines[i]?.text ?? "")) return false;
    }
    return false;
  }

  function readList(lines: readonly Line[], from: number): number {
    const items: { text: string; end: number }[] = [];
    let i = from;
    for (; i < lines.length; i++) {
      const line = lines[i];
      if (line === undefined) break;
      const kind = kindOf(lines, i);
      const last = items.at(-1);
      if (kind === "item") items.push({ text: line.text.trim(), end: line.end });
      else if (kind === "text" && last !== undefined && !/^\s*$/.test(lines[i - 1]?.text ?? "")) {
        last.text += ` ${line.text.trim()}`;
        last.end = line.end;
      } else if (kind !== "blank" || lines[i + 1] === undefined || kindOf(lines, i + 1) !== "item") break;
    }
    const introduction = lead || heading;
    const end = items.at(-1)?.end ?? 0;
    if (items.length > 1) {
      const body = items.map((item) => itemText(item.text)).join("\n");
      units.push(unitOf({ kind: "list", text: body, before: introduction || null, around: above(), end }));
    }
    for (const item of items) addItem(item);
    lead = "";
    return i;
  }

  /** A short item stands for itself; a long one is a paragraph with a mark. */
  function addItem({ text: item, end }: { text: string; end: number }): void {
    const sentences = item.length > LONGEST_ITEM ? splitSentences(item) : [];
    if (sentences.length < 2) {
      const quotation = shortened(cleanQuotation(item));
      units.push(unitOf({ kind: "sentence", text: quotation, around: above(), end, worth: 0.9 }));
      return;
    }
    let previous: string | null = null;
    for (const sentence of sentences) {
      addSentences({ text: sentence.text, end }, above([{ text: previous ?? "", weight: 0.55 }]), previous);
      previous = cleanQuotation(sentence.text);
    }
  }

  function readPairs(lines: readonly Line[], from: number): number {
    const fields: { name: string; value: string; end: number }[] = [];
    let i = from;
    for (; i < lines.length; i++) {
      const line = lines[i];
      const kind = line === undefined ? "blank" : kindOf(lines, i);
      const last = fields.at(-1);
      if (
        line === undefined ||
        (kind !== "pair" && kind !== "text") ||
        (kind === "text" && last === undefined)
      )
        break;
      const pair = kind === "pair" ? PAIR.exec(line.text) : null;
      if (pair !== null) {
        const [, name = "", value = ""] = pair;
        fields.push({ name: cleanQuotation(name), value: value.trim(), end: line.end });
      } else if (last !== undefined) {
        last.value += ` ${line.text.trim()}`;
        last.end = line.end;
      }
    }
    const short = fields.filter(({ value }) => value.length <= 120);
    const end = fields.at(-1)?.end ?? 0;
    if (short.length === fields.length) {
      const cleaned = short.map(({ name, value }) => ({ name, value: cleanQuotation(value) }));
      units.push(recordUnit(cleaned, { end, around: above() }));
    } else {
      for (const { name, value, end: fieldEnd } of fields) {
        addSentences(
          { text: `${name}: ${value}`, end: fieldEnd },
          above([{ text: name, weight: 0.8 }]),
          null,
        );
      }
    }
    const question = fields.at(-1);
    lead = question !== undefined && /[?？]\W*$/.test(question.value) ? question.value : "";
    return i;
  }

  function readParagraph(lines: readonly Line[], from: number): number {
    let i = from;
    while (i < lines.length && kindOf(lines, i) === "text") i++;
    const paragraph = lines.slice(from, i);
    const start = paragraph[0]?.start ?? 0;
    const end = paragraph.at(-1)?.end ?? start;
    const isAlone = paragraph.length === 1 && isTitle(paragraph[0]?.text ?? "");
    const whole = text.slice(start, end);
    if (paragraph.length > 1 && paragraph.every((line) => isTitle(line.text) && line.text.length <= 60)) {
      units.push(unitOf({ kind: "lines", text: onLines(paragraph), around: above(), end, worth: 0.8 }));
      addLabelled(paragraph);
      addOpening(onLines(paragraph).split("\n"), end);
    } else if (isAlone) {
      units.push(unitOf({ kind: "lines", text: cleanQuotation(whole), around: above(), end, worth: 0.4 }));
      heading = cleanQuotation(whole);
      addOpening([heading], end);
      lead = "";
      return i;
    } else addParagraph(whole, start);
    const last = cleanQuotation(
      whole
        .slice(-400)
        .split(/(?<=[.!。！])\s+/)
        .at(-1) ?? "",
    );
    lead = /[:：?？]\W{0,3}$/.test(last) ? last : "";
    return i;
  }

  /** Values with their names in brackets below them. */
  function addLabelled(lines: readonly Line[]): void {
    for (const [i, line] of lines.entries()) {
      const label = /^\s*\((\p{L}.*)\)\s*$/u.exec(lines[i + 1]?.text ?? "")?.[1];
      if (label === undefined || /^\s*\(\p{L}/u.test(line.text)) continue;
      const fields = [{ name: cleanQuotation(label), value: cleanQuotation(line.text) }];
      units.push(recordUnit(fields, { end: line.end, around: above() }));
    }
  }

  function addParagraph(whole: string, start: number): void {
    let previous: string | null = null;
    let before = "";
    for (const sentence of splitSentences(whole)) {
      const end = start + sentence.end;
      const quotation = cleanQuotation(sentence.text);
      if (isBorder(start + sentence.start, end)) continue;
      const extra = [
        { text: previous ?? "", weight: 0.55 },
        { text: before, weight: 0.35 },
      ];
      addSentences({ text: sentence.text, end }, above(extra), previous);
      before = previous ?? "";
      previous = quotation;
      if (/[?？]\W{0,3}$/.test(quotation)) lead = quotation;
    }
  }

  /** Whether a chunk's border cut this sentence, and others remain. */
  function isBorder(start: number, end: number): boolean {
    const isFirst = /^\s*$/.test(text.slice(0, start));
    if (isFirst && !isStart && !/^[\p{Lu}\p{Lo}\p{N}"“„«¿¡'(]/u.test(text)) return end < text.length - 100;
    const isLast = /^\s*$/.test(text.slice(end));
    return isLast && isCut && start > 100 && !endsSentence(text, text.length);
  }

  function addSentences(
    sentence: { text: string; end: number },
    words: Surrounding[],
    previous: string | null,
  ) {
    const quotation = cleanQuotation(sentence.text);
    if (!/[\p{L}\p{N}]/u.test(quotation)) return;
    const worth = worthOf(quotation, isStart || sentence.end > quotation.length + 5);
    if (SIGN_OFF.test(quotation)) words.push({ text: "signed author sender", weight: 0.7 });
    units.push(
      unitOf({
        kind: "sentence",
        text: shortened(quotation),
        around: words,
        before: previous,
        end: sentence.end,
        worth,
      }),
    );
  }

  return {
    read,
    finish(): AnswerUnit[] {
      closeTable();
      return units;
    },
  };
}
