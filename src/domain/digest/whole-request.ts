import { isSmallWord } from "../grounding/small-words.ts";
import { termsOf, wordsOf } from "../terms.ts";
import { type ValueKind, valueKindOf } from "./value-kinds.ts";

/** A request that no five passages can answer: it is about all of a document or a library. */
export interface WholeRequest {
  /** `summary`: what it says; `list`: everything of a kind in it. */
  kind: "summary" | "list";
  /** What is listed, where it is something that can be told by its form. */
  values: ValueKind | null;
  /** The terms that are left: the name of a document, what is listed, or a subject within a document. */
  about: string[];
}

const SUMMARY: readonly RegExp[] = [
  /^(?:(?:please|can you|could you|would you|i (?:want|need|would like)(?: you to)?)\s+)*(?:summari[sz]e|sum up|recap|tl;?dr|outline)(?!\p{L})/iu,
  /(?:give|write|make|provide|create|need|want|show|get)\s+(?:me\s+)?(?:an?|the|one)\s+(?:\p{L}+\s+)?(?:summary|overview|outline)(?!\p{L})/iu,
  /^(?:a |short |brief |quick )*(?:summary|overview|tl;?dr)(?:\s*[?.!]?$|\s+(?:of|please)(?!\p{L}))/iu,
  /^(?:(?:what (?:are|were)|list|give me|show me|name|tell me)\s+)?(?:the\s+)?(?:\p{L}+\s+)?(?:main|key|most important|central|essential)\s+(?:points|takeaways|messages|findings|topics|ideas|facts)(?!\p{L})/iu,
  /^what(?:'s| is| are)\s+(?:this|these|the|my|it)\s*(?:document|file|text|paper|pdf|book|documents|files|library)?s?\s+(?:all\s+)?about\s*\?*$/iu,
  /^(?:bitte\s+|kannst du\s+|können sie\s+)*(?:fasse?n?(?!\p{L}).*zusammen|zusammenfassung(?!\p{L}))/iu,
  /(?:eine|die|kurze)\s+(?:\p{L}+\s+)?(?:zusammenfassung|übersicht)\s*(?:von|des|der|zu|über|geben|bitte|$|[.!?])/iu,
  /(?:^|\s)(?:hauptpunkte|kernaussagen|kernpunkte|wichtigsten?\s+(?:punkte|aussagen|inhalte|erkenntnisse))(?!\p{L})/iu,
  /^worum geht es(?:\s+(?:in|hier|bei)(?!\p{L})|\s*\?*$)/iu,
  /^(?:peux-tu\s+|pouvez-vous\s+|merci de\s+)*(?:résume[rsz]?|résumez|fais(?:-moi)? un résumé|faites un résumé|un résumé|résumé)(?!\p{L})/iu,
  /(?:points|idées)\s+(?:clés|principaux|essentiels|principales)|^de quoi (?:parle|traite)(?!\p{L})/iu,
  /^(?:por favor\s+|puedes\s+)*(?:resume|resuma|resumir|resúme\p{L}*|hazme un resumen|haz un resumen|un resumen|resumen)(?!\p{L})/iu,
  /(?:puntos|ideas)\s+(?:principales|clave)|^¿?de qué trata(?!\p{L})/iu,
  /^(?:puoi\s+|per favore\s+)*(?:riassum\p{L}+|fai un riassunto|un riassunto|riassunto)(?!\p{L})|punti\s+(?:principali|chiave)/iu,
  /^(?:por favor\s+|pode\s+)*(?:resuma|resumir|resume|faça um resumo|um resumo|resumo)(?!\p{L})|pontos\s+principais/iu,
  /^(?:kun je\s+)?(?:vat(?!\p{L}).*samen|samenvatting|geef een samenvatting|maak een samenvatting)(?!\p{L})|hoofdpunten/iu,
  /^(?:sammanfatta|podsumuj|streść|streszczenie|резюмируй\p{L}*|кратко изложи\p{L}*|сделай(?:те)? (?:краткое )?(?:резюме|содержание)|перескажи\p{L}*|özetle\p{L}*|özet)(?!\p{L})|основные\s+(?:мысли|пункты|тезисы|положения)/iu,
  /总结|概括|归纳|摘要一下|主要内容|主要观点|讲了什么|總結|概述/u,
  /要約|まとめて|要点を|概要を/u,
  /요약|정리해|핵심 내용|주요 내용/u,
  /^(?:من فضلك\s+)?(?:لخص|تلخيص|ملخص)|النقاط الرئيسية/u,
  /सारांश|मुख्य बिंदु/u,
];
const LIST =
  /^(?:please\s+|can you\s+)*(?:list|show|give|name|enumerate|extract|find|collect|tell)\s+(?:me\s+)?(?:a list of\s+)?(?:all|every|each)(?!\p{L})|^(?:liste|nenne|zeige|extrahiere|finde|sammle)(?:\s+mir)?\s+(?:bitte\s+)?(?:alle|sämtliche|jede\p{L}?)(?!\p{L})|^zähle?\s+alle(?!\p{L}).*auf|^(?:liste[rz]?|énumère[rz]?|donne[rz]?(?:-moi)?|montre[rz]?(?:-moi)?)\s+(?:tous|toutes)(?!\p{L})|^(?:lista|enumera|dame|muestra|muéstrame|extrae|elenca|elencami|mostra|liste|mostre)\s+(?:todos|todas|tutti|tutte)(?!\p{L})|^(?:lijst|noem|geef|toon)\s+alle(?!\p{L})|^(?:перечисли|назови|покажи|найди)\p{L}*\s+все(?!\p{L})|^(?:wymień|podaj)\s+wszystkie|^(?:列出|列举|找出)(?:.*)(?:所有|全部)|(?:所有|全部)的?.*(?:列出|有哪些)|すべての.*(?:挙げ|列挙|リスト|一覧)|全ての.*(?:挙げ|列挙)|모든.*(?:나열|목록|알려|찾아)|^(?:اذكر|عدد|أدرج)\s+(?:جميع|كل)|सभी.*(?:सूची|बताओ|बताइए)/iu;
const WHICH =
  /^(?:which|what)\s+(?!(?:\p{L}+\s+)?(?:is|was|did|does|do|has|should|must)(?!\p{L}))(?:\p{L}+[-\s]){0,2}?\p{L}+\s+(?:are|were|occur|appear|exist|come up|stand)(?!\p{L})|^welche\s+(?:\p{L}+[-\s]){0,2}?\p{L}+\s+(?:gibt es|kommen|stehen|werden|sind|enthält|finden sich)(?!\p{L})|^(?:quels?|quelles?)\s+\p{L}+\s+(?:sont|figurent|apparaissent)(?!\p{L})|^¿?(?:qué|cuáles)\s+\p{L}+\s+(?:hay|aparecen|figuran|se mencionan)(?!\p{L})|^quali\s+\p{L}+\s+(?:sono|compaiono|ci sono)(?!\p{L})|^какие\s+\p{L}+\s+(?:есть|упоминаются|указаны)|有哪些/iu;

/** Words that only say that a document is meant, or how it is asked for. */
const REQUEST_WORDS: ReadonlySet<string> = new Set(
  (
    "which what tl dr addresses numbers adressen nummern quels quelles quel qué cuáles quali welche summarise summarize summary sum recap tldr outline overview give write make provide create need want show get list name enumerate extract find collect tell please short brief quick main key important central essential points takeaways messages findings topics ideas facts document documents file files text paper pdf book library everything whole entire all every content contents mentioned appear occur exist come stand sentence sentences bullet bullets few words three five ten " +
    "fasse fass fassen zusammen zusammenfassung übersicht kurz kurze bitte hauptpunkte kernaussagen kernpunkte wichtigste wichtigsten punkte aussagen inhalte inhalt erkenntnisse worum geht nenne zeige liste extrahiere finde sammle alle sämtliche dokument dokumente dokuments datei dateien text bibliothek gibt kommen vor stehen genannt auf sätzen stichpunkten " +
    "résume résumer résumez résumé fais faites points clés principaux essentiels idées principales document documents fichier texte parle traite donne montre tous toutes moi " +
    "resume resuma resumir resumen haz hazme puntos principales clave ideas documento documentos archivo texto trata todos todas lista enumera dame muestra " +
    "riassumi riassunto fai punti principali chiave testo elenca tutti tutte documenti resumo pontos principais faça ficheiro arquivo vat samen samenvatting hoofdpunten geef maak noem toon bestand " +
    "резюмируй кратко изложи сделай краткое резюме содержание перескажи основные мысли пункты тезисы документ документа документы файл текст перечисли назови покажи найди все есть упоминаются указаны özetle özet belge"
  ).split(" "),
);

/** What a question wants of the whole; null where passages answer it. Cases: whole-request.test.ts. */
export function wholeRequestOf(question: string): WholeRequest | null {
  const text = question.trim().slice(0, 400);
  const isSummary = SUMMARY.some((pattern) => pattern.test(text));
  const values = valueKindOf(text);
  const isList = LIST.test(text) || (values !== null && WHICH.test(text));
  if (!isSummary && !isList) return null;
  return {
    kind: isSummary ? "summary" : "list",
    values: isSummary ? null : values,
    about: aboutOf(text, values),
  };
}

function aboutOf(text: string, values: ValueKind | null): string[] {
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text)) return [];
  const left = wordsOf(text).filter((word) => {
    const lower = word.toLowerCase();
    return (
      !REQUEST_WORDS.has(lower) && !isSmallWord(lower) && (values === null || valueKindOf(lower) !== values)
    );
  });
  return [...new Set(termsOf(left.join(" ")))];
}
