export interface BitmapParts {
  bits: number;
  rows: number[][];
  width?: number;
  palette?: number[][];
  isTopDown?: boolean;
  compression?: number;
  masks?: number[];
}

/** A bitmap with the newer header; `rows` hold the bytes of the rows from the top. */
export function bitmapOf({
  bits,
  rows,
  width = 2,
  palette = [],
  isTopDown = false,
  compression = 0,
  masks = [],
}: BitmapParts) {
  const header = Buffer.alloc(54);
  const extra = Buffer.alloc(masks.length * 4 + palette.length * 4);
  for (const [i, mask] of masks.entries()) extra.writeUInt32LE(mask, i * 4);
  for (const [i, [red = 0, green = 0, blue = 0]] of palette.entries()) {
    extra.set([blue, green, red, 0], masks.length * 4 + i * 4);
  }
  const rowBytes = Math.ceil((width * bits) / 32) * 4;
  const pixels = Buffer.alloc(Math.max(rowBytes * rows.length, 12));
  for (const [i, row] of (isTopDown ? rows : rows.toReversed()).entries()) pixels.set(row, i * rowBytes);
  header.write("BM");
  header.writeUInt32LE(54 + extra.length, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(width, 18);
  header.writeInt32LE(isTopDown ? -rows.length : rows.length, 22);
  header.writeUInt16LE(bits, 28);
  header.writeUInt32LE(compression, 30);
  header.writeUInt32LE(palette.length, 46);
  return Buffer.concat([header, extra, pixels]);
}
