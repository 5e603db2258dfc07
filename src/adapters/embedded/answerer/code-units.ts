import { type AnswerUnit, type Surrounding, unitOf } from "./answer-unit.ts";
import { recordUnit } from "./record-units.ts";

const ASSIGNMENT =
  /^\s*(?:(?:export|pub|public|private|protected|static|final|readonly|const|let|var|val|def|mut)\s+)*([\p{L}_$][\p{L}\p{N}_$.]*)(?:\s*:\s*[^=\n]{1,60})?\s*(?:=|:=)\s*([^=\s].*?)[;,]?\s*$/u;
const COMMENT = /^\s*(?:\/\/[/!]?|#(?!!|\[|include|define)|--|;;?|\*(?!\/))\s?(.*)$/;
const OWNER =
  /^\s*(?:export\s+|pub\s+|public\s+|abstract\s+|async\s+)*(?:class|struct|enum|interface|trait|impl|def|fn|func|function|type)\s+([\p{L}_$][\p{L}\p{N}_$]*)/u;

/** What source code says: its comments as prose, its assignments as named values, and its lines as they stand. */
export function codeUnits(
  text: string,
  around: readonly Surrounding[],
  prose: (text: string, around: readonly Surrounding[]) => AnswerUnit[],
): AnswerUnit[] {
  const units: AnswerUnit[] = [];
  let owner = "";
  let comment: string[] = [];
  let isInString = false;
  let end = 0;

  function closeComment(): void {
    const words = [{ text: owner, weight: 0.6 }, ...around];
    for (const unit of prose(comment.join("\n"), words)) units.push({ ...unit, end });
    comment = [];
  }

  for (const line of text.split("\n")) {
    const quotes = line.match(/"""|'''/g)?.length ?? 0;
    const inner = isInString || quotes > 0 ? line.replace(/"""|'''/g, "").trim() : COMMENT.exec(line)?.[1];
    if (quotes % 2 === 1) isInString = !isInString;
    if (inner === undefined) closeComment();
    end += line.length + 1;
    if (inner !== undefined) {
      comment.push(inner.replace(/\*\/\s*$/, ""));
      continue;
    }
    owner = OWNER.exec(line)?.[1] ?? owner;
    const words = [{ text: owner, weight: 0.6 }, ...around];
    const [, name, value] = ASSIGNMENT.exec(line) ?? [];
    if (name !== undefined && value !== undefined) {
      const fields = [{ name, value: value.replace(/^(["'])(.*)\1$/, "$2") }];
      units.push(recordUnit(fields, { end: end - 1, around: words }));
    } else if (/\p{L}.*\p{L}/u.test(line)) {
      units.push(unitOf({ kind: "sentence", text: line.trim(), around: words, end: end - 1, worth: 0.5 }));
    }
  }
  closeComment();
  return units;
}
