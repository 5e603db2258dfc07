/** One sentence, heading or list item. `text` is exactly `slice(start, end)` of the text that it stands in. */
export interface Sentence {
  text: string;
  start: number;
  end: number;
}

/** A sentence longer than this is divided at its line ends: such a thing is a table or a listing, not prose. */
const LONGEST_SENTENCE = 400;

/**
 * The sentences of a text, in order, without the white space around them. Headings, list items and table rows stand
 * for themselves; a line end inside a wrapped paragraph divides nothing; what holds no letter or digit is left out.
 */
export function splitSentences(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  for (const block of blocksOf(text)) {
    let start = block.start;
    for (const end of sentenceEndsOf(text, block)) {
      addSentence(text, { start, end }, sentences);
      start = end;
    }
    addSentence(text, { start, end: block.end }, sentences);
  }
  return sentences;
}

/** Whether a sentence ends right before `index`, its closing quotes and brackets included. */
export function endsSentence(text: string, index: number): boolean {
  const following = text[index] ?? "";
  const end = index - footnoteLength(text, index);
  let last = end - 1;
  while (last > end - 5 && CLOSERS.has(text[last] ?? "")) last--;
  const mark = text[last] ?? "";
  if (FULL_WIDTH_STOPS.has(mark)) return !CLOSERS.has(following) && !FULL_WIDTH_STOPS.has(following);
  if (!STOPS.has(mark) || /\S/.test(following)) return false;
  const next = text.slice(index, index + 64).trimStart();
  if (next === "") return true;
  const goesOnInLowerCase = /^\p{Ll}/u.test(next);
  if (mark === "?" || mark === "!") return !(goesOnInLowerCase && last < end - 1);
  return !goesOnInLowerCase && !isAbbreviation(text.slice(Math.max(0, last - 24), last), next);
}

/** How long the footnote marks are that stand right before `index`, as in "So it is.[3][4]". */
function footnoteLength(text: string, index: number): number {
  if (!")]".includes(text[index - 1] ?? " ")) return 0;
  return /(?:\^?\(?(?:\[\d{1,4}\])+\)?)+$/.exec(text.slice(Math.max(0, index - 24), index))?.[0].length ?? 0;
}

interface Span {
  start: number;
  end: number;
}

const STOPS: ReadonlySet<string> = new Set(".!?…");
const FULL_WIDTH_STOPS: ReadonlySet<string> = new Set("。！？｡．");
const CLOSERS: ReadonlySet<string> = new Set("\"'”’»›)]}）］】」』》*_`");

const ALWAYS_GO_ON: ReadonlySet<string> = new Set(
  "mr mrs ms dr prof st rev gen col lt sgt capt hon gov sen rep messrs mme mlle hr fr vs cf viz ca approx resp bzw e.g i.e z.b d.h u.a".split(
    " ",
  ),
);
const GO_ON_BEFORE_NUMBERS: ReadonlySet<string> = new Set(
  "no nos nr fig figs eq eqs sec sect ch chap vol vols p pp art para abs bd kap tab pt al jan feb mar apr jun jul aug sep sept oct nov dec".split(
    " ",
  ),
);
const SENTENCE_STARTERS: ReadonlySet<string> = new Set(
  "The This That These Those It Its He She We They You I A An In On At For If As But And However When While There After Before Since Der Die Das Es Sie Wir Ein Eine".split(
    " ",
  ),
);

/** What a German ordinal number stands before: "am 12. Mai", "im 19. Jahrhundert". */
const AFTER_ORDINAL =
  /^(?:Jan(?:uar)?|Jänner|Feb(?:ruar)?|März|Mär|Apr(?:il)?|Mai|Juni?|Juli?|Aug(?:ust)?|Sept?(?:ember)?|Okt(?:ober)?|Nov(?:ember)?|Dez(?:ember)?|Jahrhunderts?|Lebensjahr|Auflage|Klasse|Stock|Kapitel|Tag|Woche)(?!\p{L})/u;

/** Whether the stop after `before` belongs to a shortened word, an initial or the number of a list item. */
function isAbbreviation(before: string, next: string): boolean {
  if (/(?:^|[\n\r])[ \t]*(?:\d{1,3}|\p{L})$/u.test(before)) return true;
  if (/(?:^|\P{N})\d{1,2}$/u.test(before) && AFTER_ORDINAL.test(next)) return true;
  const word = /(?:\p{L}\.)*\p{L}+$/u.exec(before)?.[0];
  if (word === undefined) return false;
  const shortened = word.toLowerCase();
  if (ALWAYS_GO_ON.has(shortened)) return true;
  if (GO_ON_BEFORE_NUMBERS.has(shortened)) return /^[\d([§]/.test(next);
  const isInitial = /^\p{Lu}$/u.test(word) || word.includes(".");
  return isInitial && !SENTENCE_STARTERS.has(/^\p{L}+/u.exec(next)?.[0] ?? "");
}

/** The runs of lines that belong together: paragraphs, headings, list items, table rows. */
function* blocksOf(text: string): Generator<Span> {
  let start = 0;
  let isFirstLine = true;
  let line = lineAt(text, 0);
  while (line.end < text.length) {
    const next = lineAt(text, line.next);
    const pair = {
      line: text.slice(line.start, line.end),
      next: text.slice(next.start, next.end),
      isFirstLine,
    };
    isFirstLine = isBlockEnd(pair);
    if (isFirstLine) {
      yield { start, end: line.end };
      start = next.start;
    }
    line = next;
  }
  yield { start, end: text.length };
}

function lineAt(text: string, start: number): Span & { next: number } {
  LINE_END.lastIndex = start;
  const end = LINE_END.exec(text);
  return end
    ? { start, end: end.index, next: end.index + end[0].length }
    : { start, end: text.length, next: text.length };
}

const LINE_END = /\r\n|[\n\r\u2028\u2029\f]/g;
const BLOCK_START = /^\s*(?:[-*+•‣◦▪●·–—]\s|\d{1,3}[.)]\s|\p{L}\)\s|#{1,6}\s|>|\||```|~~~)/u;
const WHOLE_LINE = /^\s*(?:#{1,6}\s|\||```|~~~|[=-]+\s*$)/;
const NAMED_FIELD = /^\s*\p{L}[\p{L}\p{N} /-]{0,30}:\s/u;

function isBlockEnd({
  line,
  next,
  isFirstLine,
}: {
  line: string;
  next: string;
  isFirstLine: boolean;
}): boolean {
  if (/^\s*$/.test(line) || /^\s*$/.test(next)) return true;
  if (WHOLE_LINE.test(line) || BLOCK_START.test(next) || /^\s*[=-]+\s*$/.test(next)) return true;
  if (NAMED_FIELD.test(line) && NAMED_FIELD.test(next)) return true;
  return isFirstLine && isHeading(line.trim(), next.trim());
}

/** A short first line is a heading where the next word would have fitted on it, so that nothing wrapped it. */
function isHeading(line: string, next: string): boolean {
  if (line.length > 60 || !/^[\p{Lu}\p{N}]/u.test(line) || /[.,;]$/.test(line)) return false;
  const firstWord = /^[\p{Lu}\p{N}"“]\S*/u.exec(next)?.[0];
  return firstWord !== undefined && line.length + 1 + firstWord.length <= 0.75 * next.length;
}

const SENTENCE_MARKS = /[.!?…。！？｡．]+["'”’»›)\]}）］】」』》*_`]{0,4}(?:\^?\(?(?:\[\d{1,4}\])+\)?)*/g;

function* sentenceEndsOf(text: string, block: Span): Generator<number> {
  for (const { 0: marks, index } of text.slice(block.start, block.end).matchAll(SENTENCE_MARKS)) {
    const end = block.start + index + marks.length;
    if (end < block.end && endsSentence(text, end)) yield end;
  }
}

function addSentence(text: string, span: Span, sentences: Sentence[]): void {
  const whole = text.slice(span.start, span.end);
  const sentence = whole.trim();
  const start = span.start + whole.length - whole.trimStart().length;
  if (sentence.length > LONGEST_SENTENCE && /[\n\r]/.test(sentence)) addLines(sentence, start, sentences);
  else if (/[\p{L}\p{N}]/u.test(sentence))
    sentences.push({ text: sentence, start, end: start + sentence.length });
}

function addLines(sentence: string, start: number, sentences: Sentence[]): void {
  for (const { 0: line, index } of sentence.matchAll(/[^\n\r]+/g)) {
    const trimmed = line.trim();
    if (!/[\p{L}\p{N}]/u.test(trimmed)) continue;
    const lineStart = start + index + line.length - line.trimStart().length;
    sentences.push({ text: trimmed, start: lineStart, end: lineStart + trimmed.length });
  }
}
