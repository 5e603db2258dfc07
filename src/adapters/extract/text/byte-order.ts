/** What the first bytes of a text say of its encoding, null where they say nothing. */
export function encodingOfMark(bytes: Uint8Array): string | null {
  const [a, b, c, d] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8";
  if (a === 0xff && b === 0xfe && c === 0 && d === 0 && bytes.length % 4 === 0) return "utf-32le";
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return "utf-32be";
  if (a === 0xff && b === 0xfe) return "utf-16le";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  return null;
}

/** UTF-16 or UTF-32 without a mark: it has zero bytes, which no text of single bytes has. */
export function encodingOfZeros(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, Math.min(bytes.length, 4096) & ~3 || bytes.length & ~1);
  if (sample.length < 4 || !sample.includes(0)) return null;
  return wideEncoding(sample) ?? westernPairs(sample) ?? foreignPairs(sample);
}

const LAST_CHARACTER = 0x10ffff;

/** In UTF-32 no number is higher than the last character, whatever the language. */
function wideEncoding(sample: Uint8Array): string | null {
  if (sample.length < 8) return null;
  const view = new DataView(sample.buffer, sample.byteOffset, sample.byteLength);
  for (const isLittle of [true, false]) {
    let isSound = true;
    for (let at = 0; at + 4 <= sample.length && isSound; at += 4) {
      const code = view.getUint32(at, isLittle);
      isSound = code > 0 && code <= LAST_CHARACTER;
    }
    if (isSound) return isLittle ? "utf-32le" : "utf-32be";
  }
  return null;
}

/** In Western text every second byte is zero. */
function westernPairs(sample: Uint8Array): string | null {
  // What begins byte by byte is a message with such a text inside.
  if (!sample.subarray(0, 32).includes(0)) return null;
  let even = 0;
  let odd = 0;
  for (let i = 0; i < sample.length; i += 2) {
    if (sample[i] === 0) even++;
    if (sample[i + 1] === 0) odd++;
  }
  const pairs = sample.length / 2;
  if (odd > pairs * 0.4 && even < pairs * 0.05) return "utf-16le";
  if (even > pairs * 0.4 && odd < pairs * 0.05) return "utf-16be";
  return null;
}

/** Text of other languages: one of both orders gives letters and spaces alone. */
function foreignPairs(sample: Uint8Array): string | null {
  const shares = ["utf-16le", "utf-16be"].map((encoding) => {
    const text = new TextDecoder(encoding).decode(sample);
    const sound = text.match(SOUND)?.length ?? 0;
    return { encoding, share: sound / text.length, blanks: text.match(BLANK)?.length ?? 0 };
  });
  const [best, other] = shares.toSorted((a, b) => b.share + b.blanks / 1e6 - a.share - a.blanks / 1e6);
  if (best === undefined || other === undefined || best.blanks === 0) return null;
  return best.share > 0.97 && best.blanks > other.blanks ? best.encoding : null;
}

const SOUND = /[\p{L}\p{M}\p{N}\p{P}\p{Zs}\p{Sc}\p{Sm}\t\r\n]/gu;
const BLANK = /[ \n\u3002]/g;
