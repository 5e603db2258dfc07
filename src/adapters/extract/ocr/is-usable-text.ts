/** Below this many letters a text is too short to judge by its sounds. */
const FEW_LETTERS = 60;

/**
 * Whether the text layer of a page can be what the page shows. Fonts without a sound table give private characters,
 * other letters than are drawn, or signs alone: such a text is worse than none. No language is presumed, but the
 * letters of the alphabets that have vowels must sound like words.
 */
export function isUsableText(text: string): boolean {
  const visible = text.replace(/\s+/g, "");
  if (visible === "") return false;
  if (count(visible, MEANINGLESS) > visible.length * 0.1) return false;
  // A row of dots leads to a page number, and counts as one.
  const condensed = visible.replace(/([^\p{L}\p{N}])\1+/gu, "$1");
  if (condensed.length >= 20 && count(condensed, WORD_CHARACTERS) < condensed.length * 0.35) return false;
  return soundsLikeWords(text);
}

const MEANINGLESS = /[\p{Co}\p{Cn}\p{Cc}\ufffd]/gu;
const WORD_CHARACTERS = /[\p{L}\p{M}\p{N}]/gu;
const WORD = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]{4,}/gu;
const LATIN = /[a-z]/gu;
/** Letters that stand for no accented one: rare in every language that has them, common in broken encodings. */
const RARE = /[ßðþæœøłđħŋıªº]/gu;
const VOWELS = /[aeiouyæœøıаеиоуыэюяєіѐёаеηιουωαε]/gu;
/** In every language of the Latin alphabet these eight make up about half of all letters or more. */
const COMMON = /[aeinorst]/gu;
const CONSONANT_RUN = /[bcdfghjklmnpqrstvwxzбвгджзйклмнпрстфхцчшщßβγδζθκλμνξπρστφχψ]{6,}/gu;

function soundsLikeWords(text: string): boolean {
  const bare = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  // Codes and abbreviations sound like nothing; they are short.
  const words = bare.match(WORD) ?? [];
  const letters = words.join("");
  if (letters.length < FEW_LETTERS) return true;
  if (count(letters, RARE) > letters.length * 0.3) return false;
  const vowelShare = count(letters, VOWELS) / letters.length;
  if (vowelShare < 0.22 || vowelShare > 0.7) return false;
  const latin = count(letters, LATIN);
  if (latin >= FEW_LETTERS && count(letters, COMMON) < latin * 0.42) return false;
  const runs = words.flatMap((word) => word.match(CONSONANT_RUN) ?? []);
  return runs.join("").length < letters.length * 0.15;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
