import type { Field } from "./answer-unit.ts";
import type { WeighedUnit } from "./weigh-units.ts";

/** How many fields of a record are shown where none of them is asked for. */
const SHOWN_FIELDS = 8;
const LONGEST_VALUE = 300;
const LONGEST_LIST = 1_200;
/** The sentence before is quoted too where it holds this much of what is asked. */
const NEEDED = 0.2;
const REFERS_BACK =
  /^(?:It|Its|He|His|She|Her|They|Their|This|These|That|Those|Such|Er|Sie|Es|Ihr|Ihre|Sein|Seine|Dies|Diese|Dieser|Dieses|Il|Elle|Ils|Elles|Ce|Cela|Ceci|Cette|Son|Sa|Él|Ella|Ellos|Ellas|Esto|Este|Esta|Su|Egli|Essa|Esso|Lui|Lei|Questo|Questa|Ele|Ela|Eles|Elas|Isto|Hij|Zij|Ze|Het|Dit|Deze|On|Ona|Ono|Oni|Jego|Jej|Он|Она|Оно|Они|Его|Её|Их|Этот|Эта|Это|Він|Вона|Воно|Вони|Його|Її|Bu|O|Onun|هو|هي|هذا|هذه|הוא|היא|זה|यह|वह|它|他|她|这|那|これ|それ|彼|彼女|이|그|Nó|Ông|Bà|Dia|Ia|Ini)(?=[\s,'’]|$)/u;

/** A unit as it is quoted: a value with its name first and then what it belongs to, a list below what introduces it. */
export function quoteUnit({ unit, asked, known, byBefore }: WeighedUnit): string {
  switch (unit.kind) {
    case "record":
      return quoteRecord(asked, known, unit);
    case "list":
      return [unit.before, shortList(unit.text)].filter((part) => part !== null).join("\n");
    case "sentence": {
      const needsBefore = unit.before !== null && (REFERS_BACK.test(unit.text) || byBefore >= NEEDED);
      const isQuestion = /[?？]\W{0,3}$/.test(unit.before ?? "");
      return needsBefore && !isQuestion ? `${unit.before} ${unit.text}` : unit.text;
    }
    case "lines":
    case "opening":
      return unit.text;
  }
}

function quoteRecord(
  asked: readonly Field[],
  known: readonly Field[],
  { fields, path }: WeighedUnit["unit"],
): string {
  if (asked.length === 0)
    return fields
      .slice(0, SHOWN_FIELDS)
      .map((field) => named(field, path))
      .join("; ");
  const shown = [...asked];
  // A unit or a currency belongs to its value.
  for (const field of fields) {
    if (!shown.includes(field) && asked.some(({ name }) => name !== "" && field.name.startsWith(`${name} `)))
      shown.push(field);
  }
  const [first] = fields;
  const keys = known.length > 0 || first === undefined ? known : [first];
  const rest = keys.filter((field) => !shown.includes(field) && field.value.length <= 120).slice(0, 3);
  const values = shown
    .slice(0, SHOWN_FIELDS)
    .map((field) => named(field, path))
    .join("; ");
  return rest.length === 0 ? values : `${values} (${rest.map((field) => named(field, "")).join("; ")})`;
}

function named({ name, value }: Field, path: string): string {
  const shown =
    value.length <= LONGEST_VALUE ? value : `${value.slice(0, LONGEST_VALUE).replace(/\s+\S*$/, "")} …`;
  const label = [path, name].filter((part) => part !== "").join(".");
  return label === "" ? shown : `${label}: ${shown}`;
}

function shortList(text: string): string {
  if (text.length <= LONGEST_LIST) return text;
  return `${text.slice(0, text.lastIndexOf("\n", LONGEST_LIST))}\n…`;
}
