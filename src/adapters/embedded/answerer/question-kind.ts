import type { Language } from "./question-language.ts";

/** What kind of thing would answer a question. */
export type QuestionKind = "person" | "time" | "number" | "money" | "place" | "list" | "definition" | "other";

/** The words by which each kind is asked for, in every language; the first that fits counts. */
const ASKED: readonly (readonly [QuestionKind, RegExp])[] = [
  [
    "list",
    /^(?:list|name all|which (?:[\p{L}-]+ ){0,2}[\p{L}-]+s (?:are|were|do|does|did|have|has|can|will)\b|what are (?!the (?:price|cost|total|height|length))|what (?:[\p{L}-]+ )?[\p{L}-]+[^s]s (?:are|were|do|does|did|have|has)\b|welche [\p{L}-]+(?:n|e|r|s|innen) |nenne|quels|quelles|(?:cuáles|¿?qué [\p{L}]+s )|quali |quais |welke |jakie |какие|які )|哪些|どんな.*ありますか|apa saja|อะไรบ้าง|كم من|أذكر|ما هي ال|कौन-कौन|hangileri|neler|những gì/iu,
  ],
  [
    "time",
    /(?<!\p{L})(?:when|(?:what|which) (?:year|date|day|time|month)|since when|how long ago|wann|in welchem jahr|um wie viel uhr|seit wann|quand|quelle année|quelle heure|quelle date|cuándo|qué año|qué hora|qué fecha|quando|che anno|che ora|que ano|que horas|wanneer|kiedy|którym roku|której godzinie|когда|каком году|во сколько|коли|якому році|ne zaman|hangi yıl|saat kaç|khi nào|năm nào|bao giờ|mấy giờ|kapan|tahun berapa|jam berapa)(?!\p{L})|متى|في أي (?:عام|سنة)|מתי|באיזו שנה|कब|किस (?:वर्ष|साल)|什么时候|何时|哪一?年|几点|几月|いつ|何年|何月|何日|何時|언제|몇 년|몇 시|เมื่อไหร่|เมื่อไร|ปีไหน|ปีใด|กี่โมง/iu,
  ],
  [
    "number",
    /(?<!\p{L})(?:how (?:many|much|long|old|often|far|tall|high|big|large|deep|heavy|wide|fast|hot)|what (?:percentage|number|amount|price|share)|wie ?(?:viele?n?|lange|hoch|oft|alt|weit|groß|schwer|teuer|tief|schnell|heiß)|was kostet|was kosten|combien|à combien|cuánt[oa]s?|quant[oaie]|quant[oa]s|hoeveel|hoe (?:lang|hoog|oud|vaak|ver)|wat kost|ile|ilu|сколько|скільки|kaç|ne kadar|bao nhiêu|mấy|bao lâu|berapa)(?!\p{L})|كم|כמה|कितन|多少|多久|多长|多高|几[个天人年]|いくら|いくつ|何[人枚個台本回円冊分歳]|どのくらい|どれくらい|얼마|몇|กี่|เท่าไหร่|เท่าไร/iu,
  ],
  [
    "person",
    /(?<!\p{L})(?:who|whom|whose|wer|wem|wen|wessen|quién|quiénes|quem|kto|kim|kogo|кто|кого|кем|хто|ким|kim|kimdir|siapa)(?!\p{L})|(?:^|par |à |de |avec )qui(?!\p{L})|^(?:di |da |con )?chi(?!\p{L})|من (?:هو|هي|الذي|أسس|كتب)|^من |מי |कौन|किसने|谁|誰|だれ|누가|누구|ใคร|(?:^|\s)ai(?:\s|\?|$)/iu,
  ],
  [
    "place",
    /(?<!\p{L})(?:where|in which (?:city|town|country|place|room|building|state)|wo|wohin|woher|où|dónde|dove|dov'è|onde|waar|gdzie|где|куда|де|nerede|nereye|đâu|di ?mana)(?!\p{L})|أين|איפה|היכן|कहाँ|कहां|哪里|哪儿|在哪|どこ|어디|ที่ไหน/iu,
  ],
  [
    "definition",
    /^(?:what(?:'s|’s| is| are| was)|what does .{1,60} (?:mean|stand for)|define|was (?:ist|sind|bedeutet|heißt)|qu['’]est-ce que?|c['’]est quoi|qué (?:es|son|significa)|che cos['’]è|cos['’]è|o que (?:é|são|significa)|wat (?:is|zijn|betekent)|co to (?:jest|są)|czym jest|что такое|що таке|ما (?:هو|هي|معنى)|מה (?:זה|זו|הוא|היא)|מהו|מהי|apa itu)|nedir|क्या है|什么是|是什么|とは|무엇|là gì|คืออะไร/iu,
  ],
];

/** The kind of thing that a question asks for. In Dutch "wie" asks for somebody, in German it does not. */
export function kindOfQuestion(question: string, language: Language): QuestionKind {
  const text = question.trim().replace(/^[¿¡"“„«\s]+/, "");
  if (language === "nl" && /^(?:van |met |door |voor )?wie\b/i.test(text)) return "person";
  for (const [kind, pattern] of ASKED) if (pattern.test(text)) return kind;
  return "other";
}

const MONTHS =
  "jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|fév(?:rier)?|mar(?:ch|s|zo)?|märz|apr(?:il)?|avril|abril|aprile|may|mai|mayo|maggio|jun[ei]?|juin|junio|giugno|jul[iy]?|juillet|julio|luglio|aug(?:ust)?|août|agosto|sept?(?:ember|embre)?|septiembre|settembre|o[ck]t(?:ober|obre|ubre)?|ottobre|nov(?:ember|embre|iembre)?|de[cz](?:ember|embre)?|décembre|diciembre|dicembre";
const DAYS =
  "mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|daily|montags?|dienstags?|mittwochs?|donnerstags?|freitags?|samstags?|sonntags?|täglich|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo|lunedì|venerdì|sabato|domenica|noon|midnight";
const TIME = new RegExp(
  `\\b(?:1[0-9]|20)\\d\\d\\b|\\b\\d{1,2}[./-]\\d{1,2}[./-]\\d{2,4}|\\b\\d{4}-\\d\\d|\\b\\d{1,2}[:.]\\d\\d\\b|\\b\\d{1,2}\\s?(?:Uhr|h|am|pm|a\\.m|p\\.m|o['’]clock|Uhr|год|часов|ore|uur)|(?<!\\p{L})(?:${MONTHS}|${DAYS})(?!\\p{L})|\\d\\s?[年月日時时点]|[一二三四五六七八九十]+[年月日時时点]|\\d\\s?(?:년|월|일|시)|\\d{1,2}th century`,
  "iu",
);
const FULL_DATE = new RegExp(
  `\\d{1,2}\\.?\\s(?:${MONTHS})\\.?(?:\\s\\d{4})?|\\d{4}-\\d\\d-\\d\\d|\\d{1,2}[./]\\d{1,2}[./]\\d{4}|\\d{1,2}:\\d\\d(?::\\d\\d)?|[+-]\\d{4}\\b`,
  "giu",
);
const NUMBER_WORDS =
  /(?<!\p{L})(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|hundred|thousand|million|twice|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwanzig|dreißig|hundert|tausend|zweimal|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|douze|quinze|vingt|trente|cent|mille|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|cien|mil|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|cento|dois|três|quatro|sete|oito|dez|twee|drie|vijf|zes|zeven|negen|tien|dwa|dwie|trzy|cztery|pięć|sześć|siedem|osiem|dziewięć|dziesięć|два|две|три|четыре|пять|шесть|семь|восемь|девять|десять|сто|iki|üç|dört|beş|dua|tiga|empat|lima)(?!\p{L})|[一二三四五六七八九十百千万]/iu;
const MONEY =
  /\p{Sc}\s?\p{N}|\p{N}[\p{N}.,' \u00A0\u202F]*\s?(?:\p{Sc}|(?:million|billion|thousand|k|m|bn)?\s?(?:euros?|eur|dollars?|usd|pounds?|gbp|francs?|chf|yen|jpy|yuan|rmb|cny|rupees?|inr|zł|pln|złotych|руб|rub|грн|lira|tl|try|kr|sek|nok|dkk|won|krw|baht|rupiah|idr|đồng|vnd|reais|brl|pesos?|دينار|درهم|ريال|دولار|ש["״]ח|रुपये)(?!\p{L})|[円元圆원])|\bRp\.?\s?\p{N}|[一二三四五六七八九十百千万]+[円元]|\p{N}[.,]\p{N}{2}(?!\p{N})|\b(?:free|gratis|kostenlos|gratuite?s?|gratuito|bezpłatn\p{L}*|бесплатно)\b/iu;
const PLACE =
  /(?<!\p{L})(?:in|at|on|near|under|behind|beside|inside|outside|between|im|am|bei|auf|unter|vor|neben|à|au|aux|dans|chez|sur|sous|en|nel|nella|presso|no|na|nos|nas|op|bij|w|we|przy|в|во|на|у|біля|di|ở)(?!\p{L})/iu;
const NAME =
  /(?<![\p{L}\p{N}])\p{Lu}[\p{L}'’.-]*(?:[ \u00A0](?:\p{Lu}[\p{L}'’.-]*|von|van|de|der|del|di|da|la|le|bin|al|&))*/gu;

/** Whether a text holds the kind of thing that is asked for, apart from what the question says itself. */
export function holdsKind(kind: QuestionKind, text: string, question: string): boolean {
  switch (kind) {
    case "time":
      return TIME.test(withoutNumbersOf(question, text));
    case "number": {
      const rest = withoutNumbersOf(question, text).replace(FULL_DATE, " ");
      return /\p{N}/u.test(rest) || NUMBER_WORDS.test(rest);
    }
    case "money": {
      const rest = withoutNumbersOf(question, text);
      return MONEY.test(rest) || /^[\s\p{Sc}]*\p{N}[\p{N}.,' \u00A0\u202F]*[\s\p{L}\p{Sc}]{0,5}$/u.test(rest);
    }
    case "person":
      return holdsName(text, question);
    case "place":
      return holdsName(text, question) || /\p{N}/u.test(text) || PLACE.test(text);
    default:
      return true;
  }
}

function withoutNumbersOf(question: string, text: string): string {
  let rest = text;
  for (const number of question.match(/\p{N}[\p{N}.,:-]*/gu) ?? []) rest = rest.replaceAll(number, " ");
  return rest;
}

/** Whether a text holds a name that the question does not. Scripts without capital letters may always hold one. */
function holdsName(text: string, question: string): boolean {
  // A short value is a name by itself.
  const isValue = text.length <= 40 && /^\p{Lu}[^.!?]*(?:\.\p{Lu}[^.!?]*)*$/u.test(text);
  if (isValue && !question.toLowerCase().includes(text.toLowerCase())) return true;
  if (!/\p{Lu}/u.test(text)) return /[^\p{Ll}\P{L}]/u.test(text);
  const asked = question.toLowerCase();
  for (const { 0: name, index } of text.matchAll(NAME)) {
    const isFirstWord = /(?:^|[.!?:]\s|\n)\s*["“„«(*-]*$/.test(text.slice(0, index));
    const words = name
      .split(/\s+/)
      .filter((word) => /^\p{Lu}/u.test(word) && !asked.includes(word.toLowerCase()));
    if (words.length >= 2 || (words.length === 1 && !(isFirstWord && /^\p{L}\p{Ll}*$/u.test(words[0] ?? ""))))
      return true;
  }
  return false;
}
