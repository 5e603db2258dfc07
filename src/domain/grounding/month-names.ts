/** Months that are other words, too: they count where a number stands beside them. */
const OTHER_WORDS: ReadonlySet<string> = new Set(
  "may mar mai mag set out dec ott lug giu mars march".split(" "),
);

const LANGUAGES = "en de fr es it pt nl ru pl tr sv ar hi ko".split(" ");
const DAYS = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2020, month, 15)));
const MONTHS = new Map(LANGUAGES.flatMap(namesIn));

/** Long and short, by itself and beside a day: some languages write all of these differently. */
function namesIn(language: string): [name: string, month: number][] {
  const styles = [{ month: "long" }, { month: "short" }, { month: "long", day: "numeric" }] as const;
  return styles.flatMap((style) => {
    const format = new Intl.DateTimeFormat(`${language}-u-nu-latn`, { ...style, timeZone: "UTC" });
    return DAYS.flatMap((day, i): [string, number][] => {
      const part = format.formatToParts(day).find(({ type }) => type === "month");
      const name = part?.value.toLowerCase().replace(/\.$/, "") ?? "";
      return /^\p{L}[\p{L}\p{M}]{2,}$/u.test(name) ? [[name, i + 1]] : [];
    });
  });
}

/** The number of the month that a lower-case word names; null where it names none. */
export function monthOf(word: string, isBesideNumber: boolean): number | null {
  return OTHER_WORDS.has(word) && !isBesideNumber ? null : (MONTHS.get(word) ?? null);
}
