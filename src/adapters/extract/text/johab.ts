import iconv from "iconv-lite";

const HANGUL = 0xac00;
const MEDIALS = 21;
const FINALS = 28;
const INVALID = "\ufffd";

/** Reads Johab, the Korean encoding in which a syllable is put together of its three letters, five bits each. */
export function decodeJohab(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at++) {
    const first = bytes[at] ?? 0;
    if (first < 0x80) {
      text += first === 0x5c ? "₩" : String.fromCharCode(first);
      continue;
    }
    const second = bytes[++at] ?? 0;
    text += first < 0xd8 ? syllableOf((first << 8) | second) : signOf(first, second);
  }
  return text;
}

function syllableOf(code: number): string {
  const initial = ((code >> 10) & 31) - 2;
  const medial = medialOf((code >> 5) & 31);
  const final = finalOf(code & 31);
  if (initial < 0 || initial > 18 || medial < 0 || final < 0) return letterOf(code);
  return String.fromCharCode(HANGUL + (initial * MEDIALS + medial) * FINALS + final);
}

/** The letter that stands by itself, its two partners missing. */
function letterOf(code: number): string {
  const initial = (code >> 10) & 31;
  const medial = medialOf((code >> 5) & 31);
  if (initial === 1 && medial >= 0) return String.fromCharCode(0x314f + medial);
  const letter = INITIALS[initial - 2];
  return letter !== undefined && medial < 0 ? letter : INVALID;
}

const INITIALS = [..."ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"];

/** Vowels are numbered with gaps. */
function medialOf(bits: number): number {
  if (bits >= 3 && bits <= 7) return bits - 3;
  if (bits >= 10 && bits <= 15) return bits - 5;
  if (bits >= 18 && bits <= 23) return bits - 7;
  return bits >= 26 && bits <= 29 ? bits - 9 : -1;
}

function finalOf(bits: number): number {
  if (bits >= 1 && bits <= 17) return bits - 1;
  return bits >= 19 && bits <= 29 ? bits - 2 : -1;
}

/** Signs and Chinese characters are those of the Korean standard, two of its rows to a first byte. */
function signOf(first: number, second: number): string {
  if (first > 0xf9 || second < 0x31 || (second > 0x7e && second < 0x91) || second > 0xfe) return INVALID;
  const row = first < 0xe0 ? 2 * (first - 0xd9) : 2 * first - 0x197;
  const cell = second < 0x91 ? second - 0x31 : second - 0x43;
  const isSecondRow = cell >= 0x5e;
  const pair = [row + (isSecondRow ? 1 : 0) + 0xa1, (isSecondRow ? cell - 0x5e : cell) + 0xa1];
  return iconv.decode(Buffer.from(pair), "cp949");
}

/** Syllables that every Korean text is full of. */
const COMMON = /[이다는을에가의고를로하한지은도사기서리나자시그라인어대있]/gu;
const LEAST_SHARE = 0.2;

/** Whether bytes are Johab rather than the newer Korean encoding: read as it, they are full of common syllables. */
export function isJohab(bytes: Uint8Array): boolean {
  const johab = commonShare(decodeJohab(bytes));
  return johab > LEAST_SHARE && johab > 2 * commonShare(iconv.decode(Buffer.from(bytes), "cp949"));
}

function commonShare(text: string): number {
  const foreign = text.match(/[^\p{ASCII}]/gu)?.length ?? 0;
  return foreign === 0 ? 0 : (text.match(COMMON)?.length ?? 0) / foreign;
}
