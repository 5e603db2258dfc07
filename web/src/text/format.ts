const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** A size as people say it. */
export function formatBytes(bytes: number, language: string): string {
  const step = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  return sizeFormat(language, step, value < 10 && step > 0 ? 1 : 0).format(value);
}

/** A day, or the time where it is today. */
export function formatDate(timestamp: string, language: string, now: Date): string {
  const date = new Date(timestamp);
  if (Number.isNaN(date.getTime())) return "";
  const isToday = date.toDateString() === now.toDateString();
  return dateFormat(language, isToday).format(date);
}

/** Formats cost far more to make than to use, and lists use them for every line. */
const sizeFormat = remember((language: string, step: number, digits: number) => {
  const unitDisplay = step === 0 ? "long" : "short";
  const unit = UNITS[step] ?? "byte";
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay, maximumFractionDigits: digits });
});

const dateFormat = remember((language: string, isToday: boolean) =>
  isToday
    ? new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit" })
    : new Intl.DateTimeFormat(language, { day: "numeric", month: "short", year: "numeric" }),
);

function remember<Arguments extends (string | number | boolean)[], Result>(
  make: (...given: Arguments) => Result,
) {
  const made = new Map<string, Result>();
  return (...given: Arguments): Result => {
    const key = given.join("|");
    const known = made.get(key);
    if (known !== undefined) return known;
    const result = make(...given);
    made.set(key, result);
    return result;
  };
}
