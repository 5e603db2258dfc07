import iconv from "iconv-lite";

const ESCAPE = 0x1b;
const SHIFT_OUT = 0x0e;
const SHIFT_IN = 0x0f;
/** How texts begin whose letters are shifted into seven bits, and the encoding of those letters with the eighth. */
const DESIGNATIONS: readonly [start: string, encoding: string][] = [
  ["\u001b$)C", "cp949"],
  ["\u001b$)A", "gbk"],
];

/** The encoding behind a text of ISO-2022-KR or ISO-2022-CN, null where it is neither; its start is enough. */
export function shiftedEncoding(start: string): string | null {
  if (!start.includes("\u000e")) return null;
  return DESIGNATIONS.find(([designation]) => start.includes(designation))?.[1] ?? null;
}

/** Reads a text whose letters are shifted: between two signs every byte lacks its eighth bit. */
export function decodeShifted(bytes: Uint8Array, encoding: string): string {
  const plain = Buffer.alloc(bytes.length);
  let length = 0;
  let isShifted = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === ESCAPE && bytes[at + 1] === 0x24) at += 3;
    else if (byte === SHIFT_OUT || byte === SHIFT_IN) isShifted = byte === SHIFT_OUT;
    else {
      // A line ends every shift.
      if (byte === 0x0a) isShifted = false;
      plain[length++] = isShifted && byte > 0x20 ? byte | 0x80 : byte;
    }
  }
  return iconv.decode(plain.subarray(0, length), encoding);
}
