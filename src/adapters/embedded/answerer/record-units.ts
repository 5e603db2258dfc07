import { type AnswerUnit, type Field, type Surrounding, unitOf } from "./answer-unit.ts";

/** An object, an element or a section of a structured file: its own values, and what it stands in. */
export interface RecordNode {
  name: string;
  fields: Field[];
  parent: RecordNode | null;
  /** Where its last value ends in the text. */
  end: number;
}

/** How many fields of the records above one are words around it. */
const FIELDS_ABOVE = 8;
/** Words of a name or a value that are compared; more are a text. */
const COMPARED_VALUE = 300;

/** A node below another one. */
export function openNode(name: string, parent: RecordNode | null): RecordNode {
  return { name, fields: [], parent, end: 0 };
}

/** Adds a value; a name that is there already becomes the name of a list. */
export function addField(node: RecordNode, field: Field, end: number): void {
  node.end = Math.max(node.end, end);
  if (field.value.trim() === "") return;
  const same = node.fields.find(({ name }) => name === field.name && name !== "");
  if (same === undefined) node.fields.push(field);
  else same.value += `, ${field.value}`;
}

/** A unit for every node that has values, which knows the names and values of the nodes above it. */
export function recordUnits(nodes: readonly RecordNode[], around: readonly Surrounding[]): AnswerUnit[] {
  return nodes
    .filter(({ fields }) => fields.length > 0)
    .map((node) => {
      const above: string[] = [];
      const path: string[] = [];
      for (let at: RecordNode | null = node; at !== null; at = at.parent) {
        if (at.name !== "") path.unshift(at.name);
        if (at === node) continue;
        above.push(...at.fields.slice(0, FIELDS_ABOVE).map(({ value }) => value.slice(0, 80)));
      }
      return recordUnit(node.fields, {
        path: path.join("."),
        end: node.end,
        around: [{ text: above.join(" "), weight: 0.7 }, ...around],
      });
    });
}

/** One row or record with its named values. */
export function recordUnit(
  fields: Field[],
  rest: Pick<AnswerUnit, "end"> & Partial<Pick<AnswerUnit, "path" | "around" | "worth">>,
): AnswerUnit {
  const named = fields.map(({ name, value }) => `${spelledOut(name)} ${value.slice(0, COMPARED_VALUE)}`);
  const text = [spelledOut(rest.path ?? ""), ...named].join("; ");
  return unitOf({ kind: "record", text, fields, ...rest });
}

/** What the short names in the head of a message stand for. */
const MESSAGE_NAMES: Readonly<Record<string, string>> = { from: "From sender", to: "To recipient" };

/** `unitPrice` and `unit_price` as the words that they are made of. */
export function spelledOut(name: string): string {
  const known = MESSAGE_NAMES[name.toLowerCase()];
  if (known !== undefined) return known;
  return name
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
    .replace(/[_./:@-]+/g, " ")
    .trim();
}
