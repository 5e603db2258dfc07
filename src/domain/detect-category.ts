import {
  CODE_EXTENSIONS,
  CODE_NAMES,
  NAME_WORDS,
  PRESENTATION_EXTENSIONS,
  TEXT_WORDS,
} from "./category-words.ts";
import { type Category, extensionOf, isImageName } from "./document.ts";
import { withoutAccents } from "./terms.ts";

/** How much of a document's beginning is read. */
const OPENING_LENGTH = 5000;
/** What the words of the opening must weigh together, and how many different ones there must be. */
const NEEDED_WEIGHT = 6;
const NEEDED_WORDS = 2;
/** How often a telling word counts that is repeated, however often. */
const COUNTED_REPEATS = 2;
/** Words that many kinds of documents use, each of weight 1, count for this much together at most. */
const COMMON_WEIGHT = 3;

/**
 * What kind of document a file is, the first that fits: image, code or presentation by its extension, then by words
 * in its name, then by words in its opening, else General.
 */
export function detectCategory(file: { name: string; text: string }): Category {
  const name = file.name.trim().replace(/^.*[/\\]/s, "");
  return byExtension(name) ?? byName(name) ?? byOpening(file.text.slice(0, OPENING_LENGTH)) ?? "General";
}

function byExtension(name: string): Category | undefined {
  const extension = extensionOf(name);
  if (isImageName(name)) return "Image";
  if (CODE_EXTENSIONS.has(extension) || CODE_NAMES.test(name)) return "Code";
  if (PRESENTATION_EXTENSIONS.has(extension)) return "Presentation";
  return undefined;
}

function byName(name: string): Category | undefined {
  const extension = extensionOf(name);
  const stem = extension === "" ? name : name.slice(0, -extension.length - 1);
  const words = spaced(wordsOfName(stem));
  return NAME_WORDS.find((rule) => rule.words.some((word) => words.includes(` ${word} `)))?.category;
}

/** The words of a file name: `JohnDoe_CV-2024` is john, doe, cv, 2024. */
function wordsOfName(stem: string): string[] {
  const words =
    withoutAccents(stem).match(
      /\p{Lu}{2,}s(?!\p{Ll})|\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|[\p{Lo}\p{Lm}]+/gu,
    ) ?? [];
  return words.map((word) => word.toLowerCase());
}

function byOpening(opening: string): Category | undefined {
  const words = spaced(
    withoutAccents(opening)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [],
  );
  let best: Category | undefined;
  let bestWeight = 0;
  for (const { category, weights } of TEXT_WORDS) {
    const found = Object.entries(weights).filter(([word]) => words.includes(` ${word} `));
    const common = found.filter(([, weight]) => weight === 1).length;
    const telling = found
      .filter(([, weight]) => weight > 1)
      .reduce((sum, [word, weight]) => sum + weight * timesIn(words, word), 0);
    const weight = telling + Math.min(common, COMMON_WEIGHT);
    if (weight >= NEEDED_WEIGHT && found.length >= NEEDED_WORDS && weight > bestWeight) {
      best = category;
      bestWeight = weight;
    }
  }
  return best;
}

function timesIn(words: string, word: string): number {
  const first = words.indexOf(` ${word} `);
  return words.includes(` ${word} `, first + 1) ? COUNTED_REPEATS : 1;
}

function spaced(words: readonly string[]): string {
  return ` ${words.join(" ")} `;
}
