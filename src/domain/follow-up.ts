import { isSmallWord } from "./grounding/small-words.ts";
import type { Message } from "./message.ts";
import { wordsOf } from "./terms.ts";

/** How a question hangs together with what was said before. */
type Dependence = "alone" | "unsure" | "follows";

/** A question with more content than this says itself what it is about. */
const MOST_CONTENT = 3;
const MOST_WORDS = 8;
/** How many words of a question, and names of an answer, are carried over. */
const MOST_CARRIED = 12;
const MOST_NAMES = 3;

const OPENING =
  /^[¿¡"'«„“(\s]*(?:and|but|or|so|then|what about|how about|what if|und|aber|oder|dann|was ist mit|wie sieht es|et|mais|ou|alors|qu['’]en est-il|y|e|o|pero|entonces|qué hay de|qué pasa con|ma|invece|quindi|mas|então|en|maar|dan|hoe zit het|och|men|i|ale|a co z|и|а|но|или|тогда|как насчёт|ve|peki|ya|και|و?ماذا عن|و|और|तो)(?![\p{L}\p{M}])/iu;
const CJK_OPENING =
  /^(?:那么?|那|還有|还有|それでは|それなら|では|じゃあ?|で、|そして|그럼|그러면|그리고|그렇다면|แล้ว)/u;
const CJK_ENDING = /(?:呢|はどう|は|는요|은요|은|는|ล่ะ)[?？]?$/u;
const BARE_QUESTION =
  /^[¿\s]*(?:why|why not|how|how so|how come|when|where|who|which|since when|until when|by whom|really|warum|wieso|weshalb|wann|wo|wer|wie|seit wann|bis wann|pourquoi|comment|quand|où|qui|por qué|cómo|cuándo|dónde|quién|perché|come|quando|dove|chi|por quê|porquê|como|onde|quem|waarom|hoe|wanneer|waar|wie|varför|hur|när|var|dlaczego|jak|kiedy|gdzie|почему|зачем|как|когда|где|кто|neden|nasıl|ne zaman|nerede|لماذا|كيف|متى|أين|क्यों|कब|कहाँ|为什么|為什麼|为何|什么时候|谁|哪里|怎么|なぜ|どうして|いつ|どこ|誰|왜|언제|어디|누가|어떻게)\s*[?？!.。]*$/iu;
const PREPOSITION =
  /^[¿\s]*(?:in|on|at|for|from|since|until|before|after|with|without|by|im|am|für|seit|bis|vor|nach|mit|ohne|bei|von|en|pour|depuis|avant|après|avec|sans|chez|para|desde|hasta|antes|después|con|sin|nel|nella|per|da|prima|dopo|senza|em|no|na|desde|até|com|sem|voor|sinds|tot|met|zonder|в|на|для|с|до|после|без|за)(?!\p{L})/iu;
const PRONOUN =
  /(?<![\p{L}\p{M}'’])(?:it|its|they|them|their|theirs|he|she|him|his|her|hers|those|these|this one|that one|the same|there|er|sie|ihn|ihm|ihr|ihre|ihren|ihrer|ihrem|sein|seine|seinen|deren|dessen|dieser|diese|dieses|davon|dafür|darin|dazu|damit|dort|derselbe|il|elle|ils|elles|lui|leur|leurs|celui-ci|celle-ci|cela|ça|él|ella|ellos|ellas|su|sus|eso|esto|ese|esa|allí|lui|lei|loro|questo|quello|ele|ela|eles|elas|isso|isto|hij|zij|hun|hem|haar|он|она|оно|они|его|её|их|ему|ей|им|этот|эта|это|там|هو|هي|هم|هذا|هذه|ذلك|वह|यह|वे|इसका|उसका|उनका)(?![\p{L}\p{M}])|[它他她]们?|这个|那个|这些|那些|それ|これ|あれ|その|彼女?|그것|그는|그녀|이것|저것/iu;
/** Where `it` stands for nothing. */
const EMPTY_IT =
  /(?<!\p{L})(?:(?:is|was|will|would|can|could|does|how (?:long|much) (?:does|will|did)) it (?:be |take|cost|possible|allowed|ok|okay|legal|permitted|necessary|true|worth|rain|mean|matter)|it is|it's|there (?:is|are|was|were)|(?:is|are|was|were) there|gibt es|il y a|y a-t-il|est-il (?:possible|permis)|¿?hay|c'è|ci sono|há|это правда)(?!\p{L})/iu;
/** German for you, where it does not begin a sentence. */
const POLITE_YOU = /(?<=\p{L}[,\s]+)(?:Sie|Ihr|Ihre|Ihnen|Ihren|Ihrem|Ihrer)(?!\p{L})/gu;
const COURTESY =
  /^(?:hi|hello|hey|thanks|thank you|thank you very much|ok|okay|great|yes|no|hallo|danke|vielen dank|ja|nein|bonjour|merci|oui|non|hola|gracias|sí|ciao|grazie|sì|olá|obrigad[oa]|dank je|bedankt|спасибо|привет|да|нет|谢谢|你好|好的?|ありがとう(?:ございます)?|こんにちは|はい|감사합니다|안녕하세요|네|شكرا|धन्यवाद)[\s!.。！]*$/iu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Whether a question can be understood by itself. Cases: follow-up.test.ts. */
export function dependenceOf(question: string): Dependence {
  const text = question.trim();
  const words = wordsOf(text);
  if (text === "" || COURTESY.test(text)) return "alone";
  if (BARE_QUESTION.test(text)) return "follows";
  if (UNSPACED.test(text) || /\p{Script=Hangul}/u.test(text)) return dependenceOfUnspaced(text);
  const content = words.filter((word) => !isSmallWord(word.toLowerCase()));
  const isShort = words.length <= MOST_WORDS && content.length <= MOST_CONTENT;
  if (isShort && OPENING.test(text)) return "follows";
  if (words.length <= 4 && (PREPOSITION.test(text) || isOnlyNumbers(words)) && isFragment(text, words))
    return "follows";
  const refers = PRONOUN.test(text.replace(EMPTY_IT, " ").replace(POLITE_YOU, " "));
  if (refers && isShort) return "follows";
  return refers || (isShort && OPENING.test(text)) ? "unsure" : "alone";
}

/** A few words without a verb that begin like the end of a question. */
function isFragment(text: string, words: readonly string[]): boolean {
  return /[?？]$/.test(text) || words.some((word) => /\p{N}/u.test(word));
}

function isOnlyNumbers(words: readonly string[]): boolean {
  return words.length > 0 && words.every((word) => /\p{N}/u.test(word));
}

function dependenceOfUnspaced(text: string): Dependence {
  const length = text.replace(/[\s?？。]/gu, "").length;
  if (length <= 12 && (CJK_OPENING.test(text) || CJK_ENDING.test(text))) return "follows";
  if (/^\d{1,4}\s?[年月日년월일]?[?？]?$/u.test(text)) return "follows";
  if (PRONOUN.test(text)) return length <= 14 ? "follows" : "unsure";
  return "alone";
}

/** The turns that a question is understood from. */
type Turns = readonly Pick<Message, "role" | "content">[];

/**
 * The latest question with what it leaves out, taken from the questions before it: a part that it replaces is replaced,
 * else their words stand beside its own. The question itself where it stands alone.
 */
export function carryOver(messages: Turns, question: string): string {
  const latest = messages.findLastIndex(({ role }) => role === "user");
  let subject = "";
  for (const { role, content } of messages.slice(0, Math.max(0, latest))) {
    if (role !== "user" || content.trim() === "") continue;
    const asked = content.trim().slice(0, LONGEST_SUBJECT);
    subject = subject === "" || dependenceOf(asked) !== "follows" ? asked : complete(asked, subject);
  }
  if (subject === "" || dependenceOf(question) !== "follows") return question;
  const completed = complete(question, subject);
  if (!PRONOUN.test(question)) return completed;
  const names = namesIn(
    messages.slice(0, latest).findLast(({ role }) => role !== "user" && role !== "system")?.content ?? "",
  );
  return [completed, ...names.filter((name) => !completed.includes(name))].join(" ");
}

const LONGEST_SUBJECT = 300;

function complete(question: string, subject: string): string {
  return (
    replaceSlot(question, subject) ??
    `${question} ${contentOf(subject, question).join(" ")}`.slice(0, 2 * LONGEST_SUBJECT)
  );
}

const YEAR = /(?<!\d)(?:1[89]|2[01])\d\d(?!\d)/gu;

/** The subject with the question's year or place instead of its own: `staff in 2018?` and `in 2019?`. */
function replaceSlot(question: string, subject: string): string | null {
  const [year, ...others] = question.match(YEAR) ?? [];
  const rest = question.replace(YEAR, "").replace(OPENING, "");
  const says =
    /\p{Script=Hangul}/u.test(question) ||
    UNSPACED.test(question) ||
    wordsOf(rest).every((word) => isSmallWord(word.toLowerCase()) || PREPOSITION.test(word));
  if (year !== undefined && others.length === 0 && says && (subject.match(YEAR)?.length ?? 0) === 1)
    return subject.replace(YEAR, year);
  const place =
    /(?<!\p{L})(in|at|for|für|bei|à|en|pour|para|di|em|voor|в|для)\s+(\p{Lu}[\p{L}\p{M}-]+)\s*[?？]?$/u;
  const [, preposition, name] = place.exec(question) ?? [];
  if (preposition === undefined || name === undefined) return null;
  const before = new RegExp(`(?<!\\p{L})${preposition}\\s+\\p{Lu}[\\p{L}\\p{M}-]+`, "u");
  return before.test(subject) ? subject.replace(before, `${preposition} ${name}`) : null;
}

/** The words of a question that say what it is about, without those that the new one has already. */
function contentOf(subject: string, question: string): string[] {
  if (UNSPACED.test(subject)) return [subject.replace(/[?？。]$/u, "")];
  const own = new Set(wordsOf(question.toLowerCase()));
  const hasYear = question.match(YEAR) !== null;
  return wordsOf(subject)
    .filter((word) => !isSmallWord(word.toLowerCase()) && !own.has(word.toLowerCase()))
    .filter((word) => !/^(?:much|many|viele?|lange|hoch)$/iu.test(word))
    .filter((word) => !BARE_QUESTION.test(word) && !(hasYear && /^(?:1[89]|2[01])\d\d$/.test(word)))
    .slice(0, MOST_CARRIED);
}

/** The names at the beginning of an answer: what `she` or `it` may stand for. */
function namesIn(answer: string): string[] {
  const beginning = answer.slice(0, 240);
  const names = beginning.match(
    /(?<=[\p{Ll},;:]\s)\p{Lu}[\p{L}\p{M}-]+(?:\s\p{Lu}[\p{L}\p{M}-]+)*|^\p{Lu}[\p{L}\p{M}-]+\s\p{Lu}[\p{L}\p{M}-]+/gu,
  );
  return [...new Set(names ?? [])].slice(0, MOST_NAMES);
}
