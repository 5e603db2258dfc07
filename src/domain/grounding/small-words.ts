import { isStopWord } from "../terms.ts";

/** The small words of languages that share the Latin script, by which they can be told apart. */
const SMALL_WORDS: Record<string, ReadonlySet<string>> = Object.fromEntries(
  Object.entries({
    en: "the a an of to in is are was were be been and or for on at by with from this that these those it its as not no may must shall will can has have had you your we our they their he she his her who which what when where if than into within per any all each",
    de: "der die das und oder ist sind war waren wird werden ein eine einer eines einem einen den dem des im in zu zum zur von vom mit auf für als auch nicht kein keine sich es er sie wir ihr bei nach aus an am um über unter durch bis dass wenn hat haben kann muss darf soll",
    fr: "le la les un une des du de et ou est sont était étaient a ont au aux en dans pour par sur avec sans ne pas que qui ce cette ces il elle ils elles nous vous son sa ses leur leurs se plus être doit peut l d qu s n sous soit entre vers chez dont où",
    es: "el la los las un una unos unas de del y o es son era eran fue ha han al en con por para sin no que se su sus este esta estos como más lo le les debe puede hay",
    it: "il lo la i gli le un uno una di del della dei delle dello degli e o è sono era erano ha hanno al alla ai in nel nella con per da dal dalla su non che si suo sua come più deve può",
    pt: "o a os as um uma de do da dos das e ou é são foi era eram tem têm ao à em no na nos nas com por para sem não que se seu sua como mais deve pode",
    nl: "de het een en of is zijn was waren wordt worden van in op te met voor aan door bij uit niet geen dat die dit deze als ook naar er om over zich moet mag kan heeft hebben",
    sv: "en ett och eller är var att i på av för med till från som inte den det de har kan ska måste om vid sin",
    pl: "i w na z do o od nie jest są był była było że się to za po jak dla przez oraz lub jego jej może musi",
    tr: "ve bir bu da de ile için olarak olan değil veya daha gibi kadar sonra önce",
    ru: "и в на с по не что как для от до за из это был была было были или о об к у его её их может должен при",
  }).map(([language, words]) => [language, new Set(words.split(" "))]),
);

/** Words that say how an answer knows something, not what. */
const TALK_WORDS: ReadonlySet<string> = new Set(
  "according based document documents passage passages source sources text provided mention mentions mentioned states stated says laut dokument dokumente dokumenten dokuments passagen quelle quellen zufolge selon documents d'après según documento documentos secondo documenti".split(
    " ",
  ),
);

/** Whether a lower-case word says nothing by itself, in any of the languages. */
export function isSmallWord(word: string): boolean {
  if (isStopWord(word) || TALK_WORDS.has(word)) return true;
  return Object.values(SMALL_WORDS).some((words) => words.has(word));
}

/** A language tells when this many more of its small words are there than of any other. */
const TELLING = 2;

/** The language that lower-case words are in, where their small words tell. */
export function languageOf(words: readonly string[]): string | null {
  const counts = Object.entries(SMALL_WORDS)
    .map(([language, small]) => ({ language, count: words.filter((word) => small.has(word)).length }))
    .sort((a, b) => b.count - a.count);
  const [best, next] = counts;
  return best !== undefined && best.count - (next?.count ?? 0) >= TELLING ? best.language : null;
}

const SCRIPTS = "Latin Cyrillic Greek Arabic Hebrew Devanagari Bengali Thai Hangul Han".split(" ");

/** The script that most letters are in; Japanese counts as one. */
export function scriptOf(text: string): string | null {
  const letters = text.slice(0, 2_000);
  const counts = SCRIPTS.map((script) => ({
    script,
    count:
      letters.match(new RegExp(script === "Han" ? HAN_AND_KANA : `\\p{Script=${script}}`, "gu"))?.length ?? 0,
  })).sort((a, b) => b.count - a.count);
  return counts[0] !== undefined && counts[0].count > 0 ? counts[0].script : null;
}

const HAN_AND_KANA = "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}]";
