/** A record of a PowerPoint 97-2003 stream. */
export interface PptRecord {
  type: number;
  /** Tells records of one type apart. */
  instance: number;
  isContainer: boolean;
  body: Uint8Array;
}

const HEADER_BYTES = 8;
const CONTAINER_VERSION = 0xf;

/** The records that lie one after the other in these bytes; a record that claims more than there is ends with them. */
export function* recordsIn(bytes: Uint8Array): Generator<PptRecord> {
  for (let at = 0; at + HEADER_BYTES <= bytes.length; ) {
    const record = recordAt(bytes, at);
    if (record === null) return;
    yield record;
    at += HEADER_BYTES + record.body.length;
  }
}

/** The record that begins at an offset, null where none can. */
export function recordAt(bytes: Uint8Array, at: number): PptRecord | null {
  if (at < 0 || at + HEADER_BYTES > bytes.length) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = view.getUint16(at, true);
  const sizeBytes = view.getUint32(at + 4, true);
  return {
    type: view.getUint16(at + 2, true),
    instance: head >> 4,
    isContainer: (head & 0xf) === CONTAINER_VERSION,
    body: bytes.subarray(at + HEADER_BYTES, at + HEADER_BYTES + sizeBytes),
  };
}

/** The first record of a type inside a container. */
export function childOf(parent: PptRecord, type: number): PptRecord | null {
  for (const record of recordsIn(parent.body)) if (record.type === type) return record;
  return null;
}

/** A number of four bytes in a record's body; 0 where the body is too short. */
export function numberAt(record: PptRecord, at: number): number {
  const { body } = record;
  if (at + 4 > body.length) return 0;
  return new DataView(body.buffer, body.byteOffset, body.byteLength).getUint32(at, true);
}
