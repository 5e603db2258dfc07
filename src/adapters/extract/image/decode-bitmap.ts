/** Pixels as they are: rows from the top, three bytes for each pixel, red first. */
interface Pixels {
  width: number;
  height: number;
  bytes: Uint8Array;
}

/** A bitmap that is no use; the message says why. */
export class UnreadableBitmap extends Error {}

/** Whether the bytes begin like a Windows bitmap. */
export function isBitmap(bytes: Uint8Array): boolean {
  return bytes[0] === 0x42 && bytes[1] === 0x4d;
}

/**
 * Decodes an uncompressed Windows bitmap of 1 to 32 bits per pixel. One with a side longer than `longestSide` is
 * decoded at a whole fraction of its size. Throws an UnreadableBitmap.
 */
export function decodeBitmap(bytes: Uint8Array, longestSide: number): Pixels {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength < SHORTEST_BYTES) throw new UnreadableBitmap("it is cut short");
  const header = readHeader(view);
  const step = Math.ceil(Math.max(header.width, header.height) / longestSide);
  const width = Math.ceil(header.width / step);
  const height = Math.ceil(header.height / step);
  const colourAt = colourReader(view, header);
  const pixels = new Uint8Array(width * height * 3);
  let target = 0;
  for (let y = 0; y < header.height; y += step) {
    const row = header.isTopDown ? y : header.height - 1 - y;
    const rowStart = header.pixelStart + row * header.rowBytes;
    for (let x = 0; x < header.width; x += step) {
      const colour = colourAt(rowStart, x);
      pixels[target++] = colour >> 16;
      pixels[target++] = (colour >> 8) & 0xff;
      pixels[target++] = colour & 0xff;
    }
  }
  return { width, height, bytes: pixels };
}

interface Header {
  width: number;
  height: number;
  isTopDown: boolean;
  bits: number;
  pixelStart: number;
  rowBytes: number;
  palette: { start: number; entryBytes: number; count: number };
  masks: [number, number, number];
}

/** Up to the end of the colour masks, which stand behind the shortest of the newer headers. */
const SHORTEST_BYTES = 66;
const OLD_HEADER_BYTES = 12;
const BITS: ReadonlySet<number> = new Set([1, 4, 8, 16, 24, 32]);
const COMPRESSION = { none: 0, masks: 3, masksWithAlpha: 6 } as const;

function readHeader(view: DataView): Header {
  const headerBytes = view.getUint32(14, true);
  const isOld = headerBytes === OLD_HEADER_BYTES;
  const width = isOld ? view.getUint16(18, true) : view.getInt32(18, true);
  const signedHeight = isOld ? view.getUint16(20, true) : view.getInt32(22, true);
  const bits = view.getUint16(isOld ? 24 : 28, true);
  const compression = isOld ? COMPRESSION.none : view.getUint32(30, true);
  const height = Math.abs(signedHeight);
  const hasMasks = compression === COMPRESSION.masks || compression === COMPRESSION.masksWithAlpha;
  if (compression !== COMPRESSION.none && !hasMasks) throw new UnreadableBitmap("it is a compressed bitmap");
  if (!BITS.has(bits) || width <= 0 || height === 0) throw new UnreadableBitmap("its header makes no sense");
  const pixelStart = view.getUint32(10, true);
  const rowBytes = Math.ceil((width * bits) / 32) * 4;
  const colours = (isOld ? 0 : view.getUint32(46, true)) || 2 ** Math.min(bits, 8);
  const palette = {
    start: 14 + headerBytes,
    entryBytes: isOld ? 3 : 4,
    count: bits <= 8 ? Math.min(colours, 256) : 0,
  };
  const paletteEnd = palette.start + palette.count * palette.entryBytes;
  if (Math.max(pixelStart + rowBytes * height, paletteEnd) > view.byteLength)
    throw new UnreadableBitmap("it is cut short");
  return {
    width,
    height,
    isTopDown: signedHeight < 0,
    bits,
    pixelStart,
    rowBytes,
    palette,
    masks: hasMasks
      ? [view.getUint32(54, true), view.getUint32(58, true), view.getUint32(62, true)]
      : bits === 16
        ? [0x7c00, 0x03e0, 0x001f]
        : [0xff0000, 0x00ff00, 0x0000ff],
  };
}

/** Reads the pixel at `x` of the row that starts at a byte, as 0xRRGGBB. */
function colourReader(view: DataView, header: Header): (rowStart: number, x: number) => number {
  const { bits } = header;
  if (bits <= 8) {
    const palette = readPalette(view, header);
    const perByte = 8 / bits;
    const mask = 2 ** bits - 1;
    return (rowStart, x) => {
      const byte = view.getUint8(rowStart + Math.floor(x / perByte));
      return palette[(byte >> (8 - bits * ((x % perByte) + 1))) & mask] ?? 0;
    };
  }
  if (bits === 24) {
    return (rowStart, x) =>
      view.getUint16(rowStart + x * 3, true) | (view.getUint8(rowStart + x * 3 + 2) << 16);
  }
  const [red, green, blue] = header.masks.map(channelReader);
  const valueAt =
    bits === 16 ? (at: number) => view.getUint16(at, true) : (at: number) => view.getUint32(at, true);
  return (rowStart, x) => {
    const value = valueAt(rowStart + (x * bits) / 8);
    return ((red?.(value) ?? 0) << 16) | ((green?.(value) ?? 0) << 8) | (blue?.(value) ?? 0);
  };
}

function readPalette(view: DataView, { palette: { start, entryBytes, count } }: Header): number[] {
  const colours: number[] = [];
  for (let i = 0; i < count; i++) {
    const at = start + i * entryBytes;
    colours.push(view.getUint16(at, true) | (view.getUint8(at + 2) << 16));
  }
  return colours;
}

/** Takes the bits of a mask out of a pixel and spreads them over 0 to 255. */
function channelReader(mask: number): (value: number) => number {
  if (mask === 0) return () => 0;
  const shift = 31 - Math.clz32(mask & -mask);
  const widest = mask >>> shift;
  return (value) => Math.round((((value & mask) >>> shift) * 255) / widest);
}
