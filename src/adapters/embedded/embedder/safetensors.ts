import { closeSync, openSync, readSync } from "node:fs";

/** A file of float16 tensors. Nothing is kept: every call reads what it answers. */
export interface Weights {
  /** All numbers of a tensor. */
  tensor(name: string): Float32Array;
  /** One row of a matrix whose rows have `width` numbers. */
  row(name: string, index: number, width: number): Float16Array;
  close(): void;
}

/** Opens a safetensors file. It reads synchronously: use it off the main thread. */
export function openSafetensors(path: URL): Weights {
  const file = openSync(path, "r");

  function read(start: number, length: number): ArrayBuffer {
    const bytes = new Uint8Array(length);
    for (let done = 0; done < length; ) {
      const count = readSync(file, bytes, done, length - done, start + done);
      if (count === 0) throw new Error(`${path} ends before byte ${start + length}`);
      done += count;
    }
    return bytes.buffer;
  }

  const headerBytes = Number(new DataView(read(0, HEADER_START)).getBigUint64(0, true));
  const places = parseHeader(new TextDecoder().decode(read(HEADER_START, headerBytes)));

  function placeOf(name: string): Place {
    const place = places.get(name);
    if (place === undefined) throw new Error(`${path} has no float16 tensor ${name}`);
    return { start: HEADER_START + headerBytes + place.start, length: place.length };
  }

  return {
    tensor(name) {
      const { start, length } = placeOf(name);
      return new Float32Array(new Float16Array(read(start, length)));
    },
    row(name, index, width) {
      const { start, length } = placeOf(name);
      const rowBytes = width * Float16Array.BYTES_PER_ELEMENT;
      if ((index + 1) * rowBytes > length) throw new Error(`${name} has no row ${index}`);
      return new Float16Array(read(start + index * rowBytes, rowBytes));
    },
    close: () => closeSync(file),
  };
}

interface Place {
  start: number;
  length: number;
}

const HEADER_START = 8;

function parseHeader(json: string): Map<string, Place> {
  const places = new Map<string, Place>();
  const header: Record<string, { dtype?: unknown; data_offsets?: unknown }> = JSON.parse(json);
  for (const [name, { dtype, data_offsets }] of Object.entries(header)) {
    if (dtype !== "F16" || !Array.isArray(data_offsets)) continue;
    const [start, end] = data_offsets.map(Number);
    if (start !== undefined && end !== undefined) places.set(name, { start, length: end - start });
  }
  return places;
}
