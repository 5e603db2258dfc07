const HEADER_BYTES = 16;
const COMPRESSED = 0x75465a4c;
const UNCOMPRESSED = 0x414c454d;
const WINDOW_BYTES = 4096;
/** What the window holds at first. */
const COMMON_RTF =
  "{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor " +
  "MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx";

/** Unpacks the rich text of an Outlook message; null where it is packed in no known way, and as far as it is whole. */
export function unpackRtf(packed: Uint8Array): Uint8Array | null {
  if (packed.length < HEADER_BYTES) return null;
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const kind = view.getUint32(8, true);
  if (kind === UNCOMPRESSED) return packed.subarray(HEADER_BYTES);
  return kind === COMPRESSED ? inflate(packed) : null;
}

function inflate(packed: Uint8Array): Uint8Array {
  const window = Buffer.alloc(WINDOW_BYTES);
  let place = window.write(COMMON_RTF, "latin1");
  const unpacked: number[] = [];
  function put(byte: number): void {
    unpacked.push(byte);
    window[place] = byte;
    place = (place + 1) % WINDOW_BYTES;
  }
  let at = HEADER_BYTES;
  while (at < packed.length) {
    const flags = packed[at++] ?? 0;
    for (let bit = 0; bit < 8 && at < packed.length; bit++) {
      if ((flags & (1 << bit)) === 0) {
        put(packed[at++] ?? 0);
        continue;
      }
      const reference = ((packed[at] ?? 0) << 8) | (packed[at + 1] ?? 0);
      at += 2;
      const start = reference >> 4;
      // A reference to the place that comes next is the end.
      if (start === place) return Uint8Array.from(unpacked);
      for (let i = 0; i < (reference & 15) + 2; i++) put(window[(start + i) % WINDOW_BYTES] ?? 0);
    }
  }
  return Uint8Array.from(unpacked);
}
