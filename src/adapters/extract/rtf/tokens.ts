/** A piece of rich text: the bounds of groups, control words and symbols, escaped bytes, and plain bytes. */
export type RtfToken =
  | { kind: "open" }
  | { kind: "close" }
  | { kind: "word"; name: string; value: number | null }
  | { kind: "symbol"; sign: string }
  | { kind: "byte"; byte: number }
  | { kind: "bytes"; bytes: Uint8Array };

const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const QUOTE = 0x27;
const MINUS = 0x2d;
const SPACE = 0x20;
const CR = 0x0d;
const LF = 0x0a;
/** No control word is longer. */
const MAX_WORD = 32;
const MAX_DIGITS = 10;

/** Splits rich text. Line ends of the file mean nothing, and binary insertions are passed over. */
export function* readTokens(bytes: Uint8Array): Generator<RtfToken> {
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte === OPEN || byte === CLOSE) {
      at++;
      yield byte === OPEN ? { kind: "open" } : { kind: "close" };
    } else if (byte === CR || byte === LF) at++;
    else if (byte !== BACKSLASH) {
      const end = endOfPlain(bytes, at);
      yield { kind: "bytes", bytes: bytes.subarray(at, end) };
      at = end;
    } else if (isLetter(bytes[at + 1])) {
      const word = wordAt(bytes, at + 1);
      at = word.end;
      if (word.name === "bin") at += Math.max(0, word.value ?? 0);
      else yield { kind: "word", name: word.name, value: word.value };
    } else if (bytes[at + 1] === QUOTE) {
      const digits = Buffer.from(bytes.subarray(at + 2, at + 4)).toString("latin1");
      const isByte = /^[0-9a-f]{2}$/i.test(digits);
      at += isByte ? 4 : 2;
      if (isByte) yield { kind: "byte", byte: Number.parseInt(digits, 16) };
    } else {
      if (at + 1 < bytes.length) yield { kind: "symbol", sign: String.fromCharCode(bytes[at + 1] ?? 0) };
      at += 2;
    }
  }
}

function endOfPlain(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte === BACKSLASH || byte === OPEN || byte === CLOSE || byte === CR || byte === LF) break;
    at++;
  }
  return at;
}

function wordAt(bytes: Uint8Array, start: number): { name: string; value: number | null; end: number } {
  let at = start;
  while (isLetter(bytes[at]) && at - start < MAX_WORD) at++;
  const name = Buffer.from(bytes.subarray(start, at)).toString("latin1");
  const valueStart = at;
  if (bytes[at] === MINUS && isDigit(bytes[at + 1])) at++;
  while (isDigit(bytes[at]) && at - valueStart < MAX_DIGITS) at++;
  const digits = Buffer.from(bytes.subarray(valueStart, at)).toString("latin1");
  // One space ends the word and belongs to it.
  if (bytes[at] === SPACE) at++;
  return { name, value: digits === "" ? null : Number(digits), end: at };
}

function isLetter(byte: number | undefined): boolean {
  return byte !== undefined && ((byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a));
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}
