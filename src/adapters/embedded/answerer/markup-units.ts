import type { AnswerUnit, Surrounding } from "./answer-unit.ts";
import { addField, openNode, type RecordNode, recordUnits } from "./record-units.ts";

/** A tag, a comment, a declaration or a CDATA section. */
const TAG =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)|<[?!][^>]*>|<(\/?)([\p{L}_][\p{L}\p{N}_.:-]*)((?:[^<>"']|"[^"]*"|'[^']*')*?)(\/?)>/gu;
const ATTRIBUTE = /([\p{L}_][\p{L}\p{N}_.:-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/gu;
/** A value longer than this is a text of its own, with sentences. */
const LONGEST_VALUE = 160;

interface OpenElement {
  name: string;
  node: RecordNode;
  text: string;
  /** Whether another element stands in it. */
  hasElements: boolean;
  /** Where its start tag ends. */
  start: number;
}

interface Markup {
  text: string;
  around: readonly Surrounding[];
  /** Turns a longer text inside an element into units. */
  proseUnits(text: string, around: Surrounding[], end: number): AnswerUnit[];
}

/** The records of a piece of XML: each element that holds values, with their names. Cut tags at the borders are left out. */
export function markupUnits({ text, around, proseUnits }: Markup): AnswerUnit[] {
  const nodes: RecordNode[] = [];
  const texts: { text: string; node: RecordNode; end: number }[] = [];
  let node = newNode("", null);
  const open: OpenElement[] = [];
  let last = 0;

  function newNode(name: string, parent: RecordNode | null): RecordNode {
    const created = openNode(name, parent);
    nodes.push(created);
    return created;
  }

  function endElement(name: string, end: number): void {
    const at = open.findLastIndex((element) => element.name === name);
    if (at < 0) {
      // It was opened before the text begins: what follows is another record.
      if (open.length === 0) node = newNode("", null);
      return;
    }
    const element = open[at];
    open.length = at;
    if (element === undefined) return;
    if (!element.hasElements) {
      const value = plainText(element.text);
      const owner = open.at(-1)?.node ?? node;
      if (value.length > LONGEST_VALUE || value.includes("\n\n"))
        texts.push({ text: value, node: owner, end });
      else addField(owner, { name: localName(name), value: value.replace(/\s+/g, " ").trim() }, end);
    }
  }

  function addLongText(raw: string, end: number): void {
    const value = plainText(raw);
    if (value.length > LONGEST_VALUE) texts.push({ text: value, node, end });
  }

  for (const match of text.matchAll(TAG)) {
    const [whole, data, slash, name, attributes, isEmpty] = match;
    const inner = open.at(-1);
    // Text whose element began before the piece does.
    if (inner === undefined) addLongText(text.slice(last, match.index), match.index);
    else inner.text += `${text.slice(last, match.index)}${data ?? ""}`;
    last = match.index + whole.length;
    if (name === undefined) continue;
    if (slash === "/") endElement(name, last);
    else {
      if (inner !== undefined) inner.hasElements = true;
      const parent = inner?.node ?? node;
      const hasInside = isEmpty !== "/" && opensRecord(text, last, name);
      const owner = hasInside ? newNode(localName(name), parent) : parent;
      for (const [, key = "", double, single] of (attributes ?? "").matchAll(ATTRIBUTE)) {
        if (/^xmlns|:/.test(key)) continue;
        const fieldName = hasInside ? key : `${localName(name)} ${key}`;
        addField(owner, { name: fieldName, value: plainText(double ?? single ?? "") }, last);
      }
      if (isEmpty !== "/") open.push({ name, node: owner, text: "", hasElements: false, start: last });
    }
  }
  const rest = open.at(-1);
  if (rest !== undefined && !rest.hasElements) addLongText(`${rest.text}${text.slice(last)}`, text.length);
  const records = recordUnits(nodes, around);
  const prose = texts.flatMap(({ text: value, node: owner, end }) => {
    const title = owner.fields[0]?.value ?? "";
    return proseUnits(value, [{ text: title, weight: 0.5 }, ...around], end);
  });
  return [...records, ...prose];
}

/** Whether the next tag after a start tag opens another element. */
function opensRecord(text: string, from: number, name: string): boolean {
  const next = text.indexOf("<", from);
  return next >= 0 && !text.startsWith("</", next) && !text.startsWith("<!", next) && name !== "";
}

function localName(name: string): string {
  return name.slice(name.lastIndexOf(":") + 1);
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

/** Entities as what they stand for; markup that was written with them is taken out as well. */
export function plainText(raw: string): string {
  const text = decodeEntities(raw);
  if (!/<\/?[a-z][^<>]*>/i.test(text)) return text.trim();
  const blocks = text.replace(/<\/?(?:p|div|li|ul|ol|h[1-6]|br|tr|table|blockquote)\b[^<>]*>/gi, "\n\n");
  return decodeEntities(blocks.replace(/<\/?[a-z][^<>]*>/gi, ""))
    .replace(/\n\s*\n\s*/g, "\n\n")
    .trim();
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? whole;
    const code = Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10);
    return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : " ";
  });
}
