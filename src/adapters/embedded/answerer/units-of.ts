import { extensionOf } from "../../../domain/document.ts";
import type { AnswerUnit, Surrounding } from "./answer-unit.ts";
import { codeUnits } from "./code-units.ts";
import type { JoinedText } from "./joined-passages.ts";
import { jsonUnits, keyedUnits } from "./keyed-units.ts";
import { markupUnits, plainText } from "./markup-units.ts";
import { proseUnits } from "./prose-units.ts";

/** A chunk shorter than this was not cut: it ends where its text ends. */
const CUT_LENGTH = 800;

/** What can be quoted from a text, by the shape that it has. */
export function unitsOf({ text, first, passages }: JoinedText): AnswerUnit[] {
  const isStart = first.chunkIndex === 0;
  const around: Surrounding[] = [
    { text: first.section ?? "", weight: 0.55 },
    { text: nameOf(first.documentName), weight: 0.45 },
  ].filter((surrounding) => surrounding.text !== "");
  const prose = (proseText: string, words: readonly Surrounding[]) =>
    proseUnits({
      text: proseText,
      section: first.section,
      isStart: isStart || proseText !== text,
      isCut: proseText === text && (passages.length > 1 || text.length >= CUT_LENGTH),
      around: words,
    });
  switch (shapeOf(text, extensionOf(first.documentName))) {
    case "markup":
      return markupUnits({
        text,
        around,
        proseUnits: (inner, words, end) => prose(inner, words).map((unit) => ({ ...unit, end })),
      });
    case "escaped":
      return prose(plainText(text), around).map((unit) => ({ ...unit, end: text.length }));
    case "json":
      return jsonUnits(text, isStart, around);
    case "keyed":
      return keyedUnits(text, around);
    case "code":
      return codeUnits(text, around, prose);
    case "prose":
      return prose(text, around);
  }
}

type Shape = "markup" | "escaped" | "json" | "keyed" | "code" | "prose";

const CODE: ReadonlySet<string> = new Set(
  "py rs js mjs cjs ts tsx jsx java kt kts c h cc cpp hpp cs go rb php swift scala sh bash zsh ps1 lua pl r jl sql css scss m dart ex exs hs ml clj vb".split(
    " ",
  ),
);
const KEYED: ReadonlySet<string> = new Set("yaml yml toml ini cfg conf env properties".split(" "));

/** By what the text looks like, because a file's name may say anything; by the name where that is not plain. */
function shapeOf(text: string, extension: string): Shape {
  const tags = text.match(/<\/[\p{L}_][\p{L}\p{N}_.:-]*>/gu)?.length ?? 0;
  if (tags >= 3 && tags * 120 > text.length && !CODE.has(extension)) return "markup";
  if (["xml", "rss", "atom", "xhtml", "kml", "gpx", "plist"].includes(extension) && tags > 0) return "markup";
  if ((text.match(/&lt;\/?\p{L}/gu)?.length ?? 0) >= 3) return tags > 0 ? "markup" : "escaped";
  const keys = text.match(/"[^"\n]{1,80}"\s*:\s*(?:["{[\d-]|true|false|null)/g)?.length ?? 0;
  if (keys >= 2 && keys * 150 > text.length && !CODE.has(extension)) return "json";
  if (KEYED.has(extension)) return "keyed";
  return CODE.has(extension) ? "code" : "prose";
}

/** A file's name as words. */
function nameOf(documentName: string): string {
  return documentName.replace(/\.[\p{L}\p{N}]{1,8}$/u, "").replace(/[_-]+/g, " ");
}
