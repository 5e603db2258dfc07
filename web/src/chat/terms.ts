import { stemmer } from "stemmer";

/** Words that carry no claim, by language; those of talk about documents among them. */
const STOP_WORDS = {
  en: "a about above after again all also am an and any are as at be because been before being below between both but by can could did do does doing down during each few for from further had has have having he her here hers him his how i if in into is it its itself just may me more most must my no nor not now of off on once only or other our out over own same shall she should so some such than that the their them then there these they this those through to too under until up very was we were what when where which while who whom why will with would you your",
  de: "aber alle als am an auch auf aus bei beim bin bis da damit dann das dass dein dem den denn der des die dies diese diesem diesen dieser dieses doch du durch ein eine einem einen einer eines er es für hat haben hier ich ihr ihre im in ist ja kann können man mit muss müssen nach nicht noch nur ob oder ohne sein seine sich sie sind so soll über um und uns unter vom von vor war was wenn wer werden wie wir wird wo zu zum zur zwischen",
} as const;

const TALK_WORDS =
  "according based document documents passage passages source sources text provided mention mentions mentioned states stated says file page section laut dokument dokumente dokumenten passage passagen quelle quellen text seite abschnitt datei";

const NUMBER_WORDS: Record<string, string> = Object.fromEntries(
  [
    "one two three four five six seven eight nine ten eleven twelve",
    "eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
  ].flatMap((words) => words.split(" ").map((word, i) => [word, String(i + 1)] as const)),
);

const byLanguage = {
  en: new Set(STOP_WORDS.en.split(" ")),
  de: new Set(STOP_WORDS.de.split(" ")),
};
const stopWords = new Set([...byLanguage.en, ...byLanguage.de, ...TALK_WORDS.split(" ")]);

/** The words of a text that claim something: lower case, folded and stemmed; numbers as bare digits. */
export function claimTerms(text: string): Set<string> {
  const terms = new Set<string>();
  for (const word of wordsOf(text)) {
    if (stopWords.has(word)) continue;
    const number = NUMBER_WORDS[word] ?? asNumber(word);
    if (number !== null) terms.add(number);
    else if (word.length > 1) terms.add(stemOf(word));
  }
  return terms;
}

/** Whether a term is a number. */
export function isNumber(term: string): boolean {
  return /^\d+$/.test(term);
}

/** The language that a text is written in, where its small words tell. */
export function languageOfText(text: string): "en" | "de" | null {
  let en = 0;
  let de = 0;
  for (const word of wordsOf(text)) {
    if (byLanguage.en.has(word)) en++;
    if (byLanguage.de.has(word)) de++;
  }
  if (Math.abs(en - de) < 2) return null;
  return en > de ? "en" : "de";
}

const WORD = /\p{N}+(?:[.,'’]\p{N}+)*|[\p{L}\p{M}]+/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

function* wordsOf(text: string): Generator<string> {
  for (const [word] of text.toLowerCase().matchAll(WORD)) {
    if (!UNSPACED.test(word)) yield word;
    else for (let i = 0; i + 1 < word.length; i++) yield word.slice(i, i + 2);
  }
}

function asNumber(word: string): string | null {
  if (!/^\p{N}/u.test(word)) return null;
  // 1,200.50 and 1.200,50 are the same digits; cents of nothing are nothing.
  return word
    .replace(/[.,]00?$/, "")
    .replace(/\D/g, "")
    .replace(/^0+(?=\d)/, "");
}

function stemOf(word: string): string {
  const plain = word.normalize("NFKD").replace(/\p{M}/gu, "");
  return stemmer(plain).replace(/(?:ern|en|em|er|es|e|n|s)$/, "");
}
