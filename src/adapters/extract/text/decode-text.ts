import iconv from "iconv-lite";
import { detect } from "jschardet";
import { encodingOfMark, encodingOfZeros } from "./byte-order.ts";
import { decodeJohab, isJohab } from "./johab.ts";
import { decodeShifted, shiftedEncoding } from "./shifted-text.ts";

/**
 * The text behind bytes of unknown encoding: what a byte order mark says, else UTF-16 or UTF-32 by its zero bytes, else
 * UTF-8 where it is flawless, else what the document or the one who brought it declares, else what its letters look like.
 */
export function decodeText(bytes: Uint8Array, label: string | null = null): string {
  const marked = encodingOfMark(bytes) ?? encodingOfZeros(bytes);
  if (marked !== null) return decodeAs(marked, bytes);
  const start = latin1Of(bytes, SAMPLE_BYTES);
  if (ISO_2022_JP_SHIFTS.some((shift) => start.includes(shift))) return decodeAs("iso-2022-jp", bytes);
  const shifted = shiftedEncoding(start);
  if (shifted !== null) return decodeShifted(bytes, shifted);
  const utf8 = decodeUtf8(bytes);
  if (utf8 !== null) return utf8;
  return decodeAs(known(label) ?? declaredEncoding(bytes) ?? guessEncoding(bytes), bytes);
}

const SAMPLE_BYTES = 65_536;
const ISO_2022_JP_SHIFTS = ["\u001b$B", "\u001b$@"];
const DECLARATION = /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/i;
const META_CHARSET = /<meta[^>]{0,300}?charset\s*=\s*["']?\s*([\w.:-]{1,40})/i;

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  // A few broken bytes in a long UTF-8 text, or an end that was cut off, do not make it another encoding.
  const text = new TextDecoder("utf-8").decode(bytes);
  const broken = text.match(/\ufffd/g)?.length ?? 0;
  const sound = text.match(/[\u0080-\ufffc]/g)?.length ?? 0;
  return sound >= 10 && broken * 20 < sound ? text : null;
}

function declaredEncoding(bytes: Uint8Array): string | null {
  const head = latin1Of(bytes, 4096);
  return known((DECLARATION.exec(head) ?? META_CHARSET.exec(head))?.[1] ?? null);
}

const JOHAB = "johab";
const JOHAB_NAMES = /^(?:x-)?(?:johab|(?:cp|ms|ibm|windows-)?1361)$/;

/** The encoding that a name means, null where it is none of use here. */
function known(label: string | null): string | null {
  const name = label?.trim().toLowerCase() ?? "";
  // It was not UTF-8, whatever it says; and a text that could be read byte by byte is not UTF-16.
  if (name === "" || /^(utf|ucs|unicode)/.test(name)) return null;
  if (JOHAB_NAMES.test(name)) return JOHAB;
  return iconv.encodingExists(name) ? name : null;
}

/** The encoding that the letters of a text look like. */
export function guessEncoding(bytes: Uint8Array): string {
  const firstForeign = bytes.findIndex((byte) => byte >= 0x80);
  const start = Math.max(0, firstForeign - 64);
  const sample = bytes.subarray(start, start + SAMPLE_BYTES);
  if (isJohab(sample)) return JOHAB;
  const guess = detect(sample).encoding;
  // UTF-16 and UTF-32 were looked for before, by surer signs.
  if (guess === null || /^utf-?(?:16|32)/i.test(guess)) return "windows-1252";
  return iconv.encodingExists(guess) ? guess : "windows-1252";
}

function decodeAs(encoding: string, bytes: Uint8Array): string {
  if (encoding === JOHAB) return decodeJohab(bytes);
  if (encoding.startsWith("utf-32") || (encoding !== "iso-2022-jp" && !encoding.startsWith("utf-"))) {
    return iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), encoding);
  }
  return new TextDecoder(encoding).decode(bytes);
}

function latin1Of(bytes: Uint8Array, length: number): string {
  return Buffer.from(bytes.subarray(0, length)).toString("latin1");
}
