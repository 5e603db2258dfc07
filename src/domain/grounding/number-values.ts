/** Where each script's digits begin. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10];

/** The text with every script's digits as 0 to 9; its length stays. */
export function withPlainDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = ZEROS.find((one) => code >= one && code < one + 10);
    return zero === undefined ? digit : String(code - zero);
  });
}

/** The number that digits with their separators stand for, written in one way: 1,200.50 and 1.200,5 are 1200.5. */
export function numberOf(digits: string): string {
  const parts = digits.split(/[.,'’\u00A0\u202F ]/);
  if (parts.length === 1) return plain(digits);
  const [first = "", ...rest] = parts;
  const isGrouped = first !== "0" && first.length <= 3 && rest.every((part) => part.length === 3);
  if (isGrouped) return plain(parts.join(""));
  const last = rest.at(-1) ?? "";
  const groups = rest.slice(0, -1);
  const marks = digits.match(/[.,'’\u00A0\u202F ]/g) ?? [];
  const isDecimal =
    groups.every((part) => part.length === 3) && (marks.length < 2 || marks.at(-1) !== marks.at(-2));
  // A version or an address is no amount.
  if (!isDecimal) return digits;
  const fraction = last.replace(/0+$/, "");
  const whole = plain([first, ...groups].join(""));
  return fraction === "" ? whole : `${whole}.${fraction}`;
}

function plain(digits: string): string {
  return digits.replace(/^0+(?=\d)/, "");
}

const UNITS = [
  "one two three four five six seven eight nine ten eleven twelve",
  "eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
  "un deux trois quatre cinq six sept huit neuf dix onze douze",
  "uno dos tres cuatro cinco seis siete ocho nueve diez once doce",
  "uno due tre quattro cinque sei sette otto nove dieci undici dodici",
  "um dois três quatro cinco seis sete oito nove dez onze doze",
  "een twee drie vier vijf zes zeven acht negen tien elf twaalf",
  "один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать",
  "jeden dwa trzy cztery pięć sześć siedem osiem dziewięć dziesięć jedenaście dwanaście",
  "bir iki üç dört beş altı yedi sekiz dokuz on onbir oniki",
];
const TENS = [
  "twenty thirty forty fifty sixty seventy eighty ninety hundred",
  "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig hundert",
  "vingt trente quarante cinquante soixante soixante-dix quatre-vingts quatre-vingt-dix cent",
  "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa cien",
  "venti trenta quaranta cinquanta sessanta settanta ottanta novanta cento",
  "vinte trinta quarenta cinquenta sessenta setenta oitenta noventa cem",
  "twintig dertig veertig vijftig zestig zeventig tachtig negentig honderd",
  "двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто сто",
];
const WORD_VALUES = new Map([
  ...UNITS.flatMap((words) => words.split(" ").map((word, i) => [word, String(i + 1)] as const)),
  ...TENS.flatMap((words) => words.split(" ").map((word, i) => [word, String(10 * (i + 2))] as const)),
  ["fourteen", "14"],
  ["fifteen", "15"],
  ["vierzehn", "14"],
  ["quinze", "15"],
  ["quince", "15"],
]);
/** Words that are a number in one language and something else in another: `on`, `once`, `sei`, `um`, `cent`. */
const NO_NUMBERS: ReadonlySet<string> = new Set("on once sei um un uno een cent cem bir six altı".split(" "));

/** The number that a lower-case word stands for; null where it is none. One is an article in too many languages. */
export function numberOfWord(word: string): string | null {
  if (NO_NUMBERS.has(word) && word !== "six") return null;
  const value = WORD_VALUES.get(word);
  return value === undefined || value === "1" ? null : value;
}

const HAN_DIGITS: Record<string, number> = Object.fromEntries(
  [..."〇一二三四五六七八九"].map((sign, i) => [sign, i]),
);
const HAN_POWERS: Record<string, number> = { 十: 10, 百: 100, 千: 1000 };
const HAN_NUMBER = /[〇一二三四五六七八九十百千两兩]+/gu;

/** Chinese and Japanese number signs as digits, where they count something: 三十天 is 30天. */
export function numbersOfHan(text: string): { value: string; start: number; end: number }[] {
  return [...text.matchAll(HAN_NUMBER)].flatMap(({ 0: signs, index }) => {
    const value = valueOfHan(signs.replace(/[两兩]/gu, "二"));
    const follows = text[index + signs.length] ?? "";
    // A lone 一 is in too many words.
    const counts =
      signs.length > 1 ||
      /[个個年月日天週周时時小分秒元円块人名次倍度级級章条條項项页頁万億亿つヶか]/u.test(follows);
    return counts && value !== "1" ? [{ value, start: index, end: index + signs.length }] : [];
  });
}

function valueOfHan(signs: string): string {
  if (!/[十百千]/u.test(signs)) return plain([...signs].map((sign) => HAN_DIGITS[sign] ?? 0).join(""));
  let sum = 0;
  let digit = 0;
  for (const sign of signs) {
    const power = HAN_POWERS[sign];
    if (power === undefined) digit = HAN_DIGITS[sign] ?? 0;
    else {
      sum += (digit || 1) * power;
      digit = 0;
    }
  }
  return String(sum + digit);
}

const SCALES: readonly (readonly [RegExp, number])[] = [
  [/^\s?(?:thousand|tausend|tsd|mille|mil|mila|duizend|тысяч\p{L}*|тыс|tysięcy|bin|千|천)(?!\p{L})/iu, 1e3],
  [/^\s?(?:万|萬|만)/u, 1e4],
  [
    /^\s?(?:millions?|million(?:en)?|mio|millones|millón|milioni|milione|milhões|milhão|miljoen|миллион\p{L}*|млн|milion\p{L}*|milyon)(?!\p{L})/iu,
    1e6,
  ],
  [/^\s?(?:亿|億|억)/u, 1e8],
  [
    /^\s?(?:billions?|milliarden?|mrd|milliards?|miliardi|miljard|миллиард\p{L}*|млрд|miliard\p{L}*|milyar)(?!\p{L})/iu,
    1e9,
  ],
];

/** What the number is altogether where a word such as `million` follows it; null where none does. */
export function scaled(value: string, following: string): string | null {
  const scale = SCALES.find(([word]) => word.test(following))?.[1];
  if (scale === undefined || !/^\d+(?:\.\d+)?$/.test(value)) return null;
  return String(Math.round(Number(value) * scale));
}
