import type { AnswerUnit, Surrounding } from "./answer-unit.ts";
import { addField, openNode, type RecordNode, recordUnits } from "./record-units.ts";

const JSON_TOKEN = /"((?:[^"\\]|\\.)*)"|([{}[\]:,])|(-?\d[\d.eE+-]*|true|false|null)/gs;

/** The records of a piece of JSON, which may begin and end anywhere. */
export function jsonUnits(text: string, isStart: boolean, around: readonly Surrounding[]): AnswerUnit[] {
  const root = openNode("", null);
  const nodes = [root];
  let node = root;
  /** Which closing bracket ends an object that has a node, and which ends a list. */
  const open: ("object" | "list")[] = [];
  const names: string[] = [];
  let key = "";
  let pending: { value: string; end: number } | null = null;

  function takeValue(): void {
    // A value without a name stands in a list, and has the list's name.
    if (pending !== null)
      addField(node, { name: key || (names.at(-1) ?? ""), value: pending.value }, pending.end);
    pending = null;
  }

  const from = isStart ? 0 : Math.max(0, text.search(/[,{[]\s*["{[]/));
  for (const match of text.slice(from).matchAll(JSON_TOKEN)) {
    const [whole, string, mark, literal] = match;
    const end = from + match.index + whole.length;
    if (string !== undefined || literal !== undefined) {
      pending = { value: string === undefined ? (literal ?? "") : unescaped(string), end };
    } else if (mark === ":") {
      key = pending?.value ?? "";
      pending = null;
    } else if (mark === ",") {
      takeValue();
      key = "";
    } else if (mark === "{") {
      node = openNode(key || (names.at(-1) ?? ""), node);
      nodes.push(node);
      open.push("object");
      names.push("");
      key = "";
    } else if (mark === "[") {
      open.push("list");
      names.push(key);
      key = "";
    } else {
      takeValue();
      key = "";
      if (mark === "}" && (open.length === 0 || open.at(-1) === "object"))
        node = node.parent ?? newRoot(nodes);
      open.pop();
      names.pop();
    }
  }
  takeValue();
  return recordUnits(nodes, around);
}

/** The object around the one that the text begins in. */
function newRoot(nodes: RecordNode[]): RecordNode {
  const root = openNode("", null);
  nodes.push(root);
  return root;
}

function unescaped(string: string): string {
  return string
    .replace(/\\u([\da-fA-F]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\[nrtbf]/g, " ")
    .replace(/\\(.)/g, "$1");
}

const KEY_LINE =
  /^(\s*)((?:-\s+)*)(?:export\s+|set\s+)?("[^"\n]{1,80}"|'[^'\n]{1,80}'|[\p{L}\p{N}_$][^:=#\n]{0,80}?)\s*(?::(?=\s|$)|=(?!=))\s*(.*)$/u;
const ITEM_LINE = /^(\s*)-\s+(.+)$/;
const SECTION_LINE = /^\s*\[{1,2}([^[\]]+)\]{1,2}\s*$/;

/** The records of a file of keys and values: YAML by its indentation, TOML and INI by their sections. */
export function keyedUnits(text: string, around: readonly Surrounding[]): AnswerUnit[] {
  const root = openNode("", null);
  const nodes = [root];
  let levels: Level[] = [{ indent: 0, node: root, key: "" }];
  let end = 0;
  for (const line of text.split("\n")) {
    end += line.length + 1;
    if (/^\s*(?:[#;]|\/\/|---\s*$|\.\.\.\s*$|$)/.test(line)) continue;
    const section = SECTION_LINE.exec(line);
    if (section?.[1] !== undefined) {
      const node = openNode(section[1].trim(), root);
      nodes.push(node);
      levels = [{ indent: 0, node, key: "" }];
      continue;
    }
    const pair = KEY_LINE.exec(line);
    if (pair !== null) addPair(pair, { levels, nodes, end: end - 1 });
    else addItem(line, { levels, end: end - 1 });
  }
  return recordUnits(nodes, around);
}

interface Level {
  indent: number;
  node: RecordNode;
  /** The last key, whose value may stand below it. */
  key: string;
}

interface Reading {
  levels: Level[];
  nodes: RecordNode[];
  end: number;
}

function addPair(
  [, space = "", dashes = "", rawKey = "", rawValue = ""]: RegExpExecArray,
  reading: Reading,
): void {
  const { levels, nodes, end } = reading;
  const indent = space.length + dashes.length;
  const isItem = dashes !== "";
  const isInside = ({ indent: other }: Level) => other > indent || (isItem && other === indent);
  for (let last = levels.at(-1); levels.length > 1 && last && isInside(last); last = levels.at(-1))
    levels.pop();
  let level = levels.at(-1);
  if (level === undefined) return;
  if (isItem || indent > level.indent) {
    const node = openNode(level.key, level.node);
    nodes.push(node);
    level = { indent, node, key: "" };
    levels.push(level);
  }
  const key = unquoted(rawKey);
  const value = unquoted(rawValue.replace(/\s+#.*$/, "").trim());
  const isBelow = value === "" || /^[|>][+-]?$/.test(value);
  level.key = isBelow ? key : "";
  if (!isBelow) addField(level.node, { name: key, value: listed(value) }, end);
}

/** A list on one line without its brackets. */
function listed(value: string): string {
  const items = /^\[(.*)\]$/.exec(value)?.[1];
  return items === undefined
    ? value
    : items
        .split(",")
        .map((item) => unquoted(item.trim()))
        .join(", ");
}

/** A line without a key: an item of a list, or more of the text above it. */
function addItem(line: string, { levels, end }: Pick<Reading, "levels" | "end">): void {
  const item = ITEM_LINE.exec(line);
  const indent = item?.[1]?.length ?? /^\s*/.exec(line)?.[0].length ?? 0;
  while (levels.length > 1 && (levels.at(-1)?.indent ?? -1) > indent) levels.pop();
  const level = levels.at(-1);
  if (level === undefined) return;
  addField(level.node, { name: level.key, value: unquoted((item?.[2] ?? line).trim()) }, end);
}

function unquoted(value: string): string {
  return value.replace(/[;,]$/, "").replace(/^(["'])(.*)\1$/s, "$2");
}
