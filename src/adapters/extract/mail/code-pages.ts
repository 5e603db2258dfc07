import iconv from "iconv-lite";

/** What Windows calls encodings that others call by a name. */
const NAMES: Readonly<Record<number, string>> = {
  932: "shift_jis",
  936: "gbk",
  949: "cp949",
  950: "big5",
  10000: "macroman",
  20127: "ascii",
  20866: "koi8-r",
  20932: "euc-jp",
  20936: "gb2312",
  21866: "koi8-u",
  50220: "iso-2022-jp",
  51932: "euc-jp",
  51936: "gb2312",
  51949: "euc-kr",
  54936: "gb18030",
  65001: "utf-8",
};
const FIRST_ISO = 28_591;
const LAST_ISO = 28_606;

/** The encoding that a number of Windows means, null where it means none that can be read. */
export function encodingOfCodePage(codePage: unknown): string | null {
  if (typeof codePage !== "number") return null;
  const isIso = codePage >= FIRST_ISO && codePage < LAST_ISO;
  const name = NAMES[codePage] ?? (isIso ? `iso-8859-${codePage - FIRST_ISO + 1}` : `cp${codePage}`);
  return iconv.encodingExists(name) ? name : null;
}
