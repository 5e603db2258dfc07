import { constants, deflateRawSync } from "node:zlib";

const BLOCK_BYTES = 8 * 1024 * 1024;

/** Raw deflate of at least this many zeros, a thousandth of their size, without deflating them all. */
export function zeroBomb(sizeBytes: number): Uint8Array {
  const block = deflateRawSync(Buffer.alloc(BLOCK_BYTES), { finishFlush: constants.Z_FULL_FLUSH });
  const blocks = Array.from({ length: Math.ceil(sizeBytes / BLOCK_BYTES) }, () => block);
  return Buffer.concat([...blocks, Buffer.from([0x03, 0x00])]);
}
