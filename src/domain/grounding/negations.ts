const NEGATIONS: ReadonlySet<string> = new Set(
  (
    "not no never none nothing nobody neither nor cannot without " +
    "nicht nichts kein keine keinen keinem keiner keines nie niemals niemand ohne weder " +
    "pas jamais aucun aucune rien sans ni " +
    "nunca jamás ningún ninguna ninguno nadie nada sin tampoco " +
    "non mai nessun nessuno nessuna niente senza né " +
    "não nenhum nenhuma ninguém sem " +
    "niet geen nooit niemand niets zonder " +
    "inte ej aldrig ingen inget inga utan " +
    "nigdy bez żaden nikt nic " +
    "değil yok hiç " +
    "не нет нельзя никогда никто ничего без " +
    "لا لم لن ليس ليست غير بدون دون " +
    "नहीं न मत बिना"
  ).split(" "),
);
const CONTRACTED = /n['’]t$/u;

/** Whether a lower-case word denies something. `nie` is Polish for not and German for never. */
export function isNegation(word: string): boolean {
  return NEGATIONS.has(word) || CONTRACTED.test(word);
}

const FORWARD: ReadonlySet<string> = new Set(
  "without ohne sans sin senza sem zonder utan bez без بدون دون no kein keine keinen keinem keiner keines".split(
    " ",
  ),
);

/** Whether a denial is about what follows it alone. */
export function isForwardNegation(word: string): boolean {
  return FORWARD.has(word);
}

const LIMIT =
  /^\p{L}+(?:\P{L}+\p{L}+){0,2}\P{L}+(?:more|longer|later|less|mehr|länger|später|weniger|plus|más|menos|più|meno|mais|meer|later|более|больше|позднее)(?!\p{L})/iu;

/** Whether a denial only limits, as in `no more than two`. */
export function limits(textFromDenial: string): boolean {
  return LIMIT.test(textFromDenial.slice(0, 80));
}

/** Denials in scripts that put them inside words. */
const INNER_NEGATION = /[不没沒無无未勿]|ない|ません|なかった|ずに|せず|않|없|못하|못한|아니|안 되/gu;

/** Where words of such scripts deny something. */
export function innerNegations(text: string): number[] {
  return [...text.matchAll(INNER_NEGATION)].map(({ index }) => index);
}
