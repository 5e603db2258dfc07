/** What can be listed because its form tells what it is. */
export type ValueKind = "amounts" | "dates" | "emails" | "phones" | "links" | "percentages" | "names";

/** The words for each kind, in the plural: one date is looked for, all dates are listed. */
const WORDS: Record<ValueKind, RegExp> = {
  amounts:
    /(?<!\p{L})(?:amounts|sums|prices|costs|fees|payments|beträge|summen|preise|kosten|gebühren|montants|prix|sommes|importes|precios|cantidades|importi|prezzi|valores|preços|bedragen|prijzen|суммы|цены|kwoty|tutarlar|fiyatlar)(?!\p{L})|金额|金額|价格|価格|금액|가격|المبالغ|الأسعار|राशि/iu,
  dates:
    /(?<!\p{L})(?:dates|deadlines|appointments|termine|datumsangaben|fristen|daten|échéances|fechas|plazos|scadenze|datas|prazos|datums|даты|сроки|daty|terminy|tarihler)(?!\p{L})|日期|日付|날짜|التواريخ|तारीख/iu,
  emails:
    /(?<!\p{L})(?:e-?mails?(?:[\s-](?:addresses|adressen))?|correos|courriels|mailadressen)(?!\p{L})|邮箱|郵箱|メールアドレス|이메일/iu,
  phones:
    /(?<!\p{L})(?:(?:tele)?phone numbers|phones|telefonnummern|numéros de téléphone|teléfonos|numeri di telefono|telefones|telefoonnummers|телефоны)(?!\p{L})|电话|電話番号|전화번호/iu,
  links:
    /(?<!\p{L})(?:links|urls|web ?addresses|websites|webadressen|liens|enlaces|collegamenti|ссылки)(?!\p{L})|链接|リンク|링크/iu,
  percentages:
    /(?<!\p{L})(?:percentages|prozentsätze|prozentangaben|pourcentages|porcentajes|percentuali|проценты)(?!\p{L})|百分比|百分率/iu,
  names:
    /(?<!\p{L})(?:names|people|persons|namen|personen|noms|personnes|nombres|personas|nomi|persone|nomes|pessoas|имена)(?!\p{L})/iu,
};

/** The kind of values that a text names. */
export function valueKindOf(text: string): ValueKind | null {
  return (Object.keys(WORDS) as ValueKind[]).find((kind) => WORDS[kind].test(text)) ?? null;
}

const NUMBER = String.raw`\d[\d.,'’\u00A0\u202F]*(?: \d{3})*(?:\.\d+)?`;
const SCALE = String.raw`(?:\s?(?:thousand|million|billion|Mio\.?|Mrd\.?|Tsd\.?|millions?|milliards?|millones|milioni|万|億|亿))?`;
const CURRENCY = String.raw`(?:€|\$|£|¥|₹|₩|EUR|USD|GBP|CHF|CNY|JPY|INR|PLN|SEK)`;
const CURRENCY_WORD = String.raw`(?:€|\$|£|¥|₹|₩|EUR|USD|GBP|CHF|CNY|JPY|PLN|SEK|euros?|dollars?|pounds?|francs?|Franken|Dollar|Pfund|dólares|zł|kr|руб\p{L}*|元|円|원)`;
const MONTH =
  "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec|January|February|March|April|June|July|August|September|October|November|December|Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember|janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre|января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря)\\.?";

const FORMS: Record<ValueKind, RegExp> = {
  amounts: new RegExp(
    `${CURRENCY}\\s?${NUMBER}${SCALE}|${NUMBER}${SCALE}\\s?${CURRENCY_WORD}(?!\\p{L})`,
    "giu",
  ),
  dates: new RegExp(
    `(?<!\\d)\\d{4}-\\d{2}-\\d{2}(?!\\d)|(?<!\\d)\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}(?!\\d)|(?<!\\d)\\d{1,2}(?:st|nd|rd|th|er|\\.)?(?: de| of)? ${MONTH}(?:(?: de|,)? \\d{4})?(?!\\p{L})|(?<!\\p{L})${MONTH} \\d{1,2}(?:st|nd|rd|th)?(?:, \\d{4})?(?!\\d)|(?<!\\p{L})${MONTH} \\d{4}(?!\\d)|\\d{4}年(?:\\d{1,2}月(?:\\d{1,2}日)?)?|\\d{4}년(?: \\d{1,2}월(?: \\d{1,2}일)?)?`,
    "gu",
  ),
  emails: /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu,
  phones: /(?<![\d.,])(?:\+\d{1,3}|0)[\d\s()/-]{6,18}\d(?!\d)/g,
  links: /(?:https?:\/\/|www\.)[^\s<>"')\]]+/giu,
  percentages: /\d[\d.,]*\s?(?:%|percent|Prozent|pour ?cent|por ciento|per cento|процент\p{L}*)/giu,
  names:
    /(?<=[\p{Ll}\p{N},;:(.]\s|^|\|\s?)(?:\p{Lu}\p{Ll}[\p{L}'’-]*)(?:\s(?:(?:von|van|de|da|di|der|la)\s)?\p{Lu}[\p{L}'’-]+){1,3}/gmu,
};

/** Every value of a kind in a text, as it stands there. */
export function valuesIn(text: string, kind: ValueKind): { value: string; start: number }[] {
  return [...text.matchAll(FORMS[kind])].map(({ 0: value, index }) => ({
    value: value.trim().replace(/[.,'’]+$/u, ""),
    start: index,
  }));
}
