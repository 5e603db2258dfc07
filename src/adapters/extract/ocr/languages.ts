import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { languageFile } from "./tesseract-core.ts";

/** Languages whose letters tell them, and the script of those letters. */
const BY_SCRIPT: readonly [RegExp, string][] = [
  [/[\u067e\u0686\u0698\u06af\u06cc]/u, "fas"],
  [/\p{Script=Arabic}/u, "ara"],
  [/\p{Script=Hebrew}/u, "heb"],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, "jpn"],
  [/\p{Script=Hangul}/u, "kor"],
  [/\p{Script=Han}/u, "chi_sim"],
  [/\p{Script=Greek}/u, "ell"],
  [/\p{Script=Cyrillic}/u, "ukr"],
  [/\p{Script=Thai}/u, "tha"],
  [/\p{Script=Devanagari}/u, "hin"],
  [/\p{Script=Bengali}/u, "ben"],
  [/\p{Script=Tamil}/u, "tam"],
];

/** What documents call languages, and what the packages do. */
const BY_TAG: Readonly<Record<string, string>> = {
  ar: "ara",
  bn: "ben",
  de: "deu",
  el: "ell",
  en: "eng",
  es: "spa",
  fa: "fas",
  fr: "fra",
  he: "heb",
  hi: "hin",
  it: "ita",
  iw: "heb",
  ja: "jpn",
  ko: "kor",
  nl: "nld",
  pl: "pol",
  pt: "por",
  ta: "tam",
  th: "tha",
  tr: "tur",
  uk: "ukr",
  ur: "urd",
  vi: "vie",
  zh: "chi_sim",
};

/** What is known of a document before its pictures are read. */
interface LanguageHints {
  name: string;
  /** The language that it names itself, as `de-DE`; null where it names none. */
  tag: string | null;
  /** Text that stands beside its pictures. */
  text: string;
}

const TRADITIONAL = /^zh-(?:hant|tw|hk|mo)/i;
const TAG_IN_NAME = /[._ -]([a-z]{2})\.[a-z]{3,4}$/i;
const SAMPLE_CHARACTERS = 20_000;

/** The languages that a document seems to be in, the likeliest first; none where nothing tells. */
export function likelyLanguages({ name, tag, text }: LanguageHints): string[] {
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  const found = [
    languageOfTag(tag ?? ""),
    ...[sample, name].map((each) => BY_SCRIPT.find(([letters]) => letters.test(each))?.[1] ?? null),
    languageOfTag(TAG_IN_NAME.exec(name)?.[1] ?? ""),
  ];
  return [...new Set(found.filter((language) => language !== null))];
}

function languageOfTag(tag: string): string | null {
  if (TRADITIONAL.test(tag)) return "chi_tra";
  return BY_TAG[tag.slice(0, 2).toLowerCase()] ?? null;
}

/** Every language whose package is installed beside the English one. */
export function installedLanguages(): string[] {
  const english = createRequire(import.meta.url).resolve("@tesseract.js-data/eng/package.json");
  return readdirSync(dirname(dirname(english)))
    .filter((name) => name !== "osd" && languageFile(name) !== null)
    .sort();
}

/** What to do so that letters can be read that could not: which package to install, or how packages are called. */
export function adviceOn(likely: readonly string[]): string {
  const missing = likely.filter((language) => languageFile(language) === null);
  const command = (languages: readonly string[]) =>
    `npm install ${languages.map((language) => `@tesseract.js-data/${language}`).join(" ")}`;
  if (missing.length > 0) return `It seems to be in a language that is not installed: ${command(missing)}`;
  return `Installed languages: ${installedLanguages().join(", ")}. Another one, such as German, comes with: ${command(["deu"])}`;
}
