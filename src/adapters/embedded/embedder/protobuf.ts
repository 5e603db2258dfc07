/** A protobuf message under construction: pieces in order, joined once at the end so that weights are copied once. */
export interface Message {
  readonly pieces: readonly Uint8Array[];
  readonly sizeBytes: number;
}

/** Several fields, in order, as one message. */
export function message(...fields: readonly Message[]): Message {
  return {
    pieces: fields.flatMap((field) => field.pieces),
    sizeBytes: fields.reduce((sum, field) => sum + field.sizeBytes, 0),
  };
}

/** A whole number of at least 0. */
export function integerField(field: number, value: number): Message {
  return piece(Uint8Array.from([...varint(field * 8 + VARINT), ...varint(value)]));
}

/** A float32. */
export function floatField(field: number, value: number): Message {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setFloat32(0, value, true);
  return message(piece(Uint8Array.from(varint(field * 8 + FIXED_32))), piece(bytes));
}

/** Raw bytes, which are not copied before the message is joined. */
export function bytesField(field: number, bytes: Uint8Array): Message {
  return messageField(field, piece(bytes));
}

/** A text in UTF-8. */
export function textField(field: number, text: string): Message {
  return bytesField(field, new TextEncoder().encode(text));
}

/** A message within a message. */
export function messageField(field: number, inner: Message): Message {
  const head = Uint8Array.from([...varint(field * 8 + LENGTH_DELIMITED), ...varint(inner.sizeBytes)]);
  return message(piece(head), inner);
}

/** The bytes of the finished message. */
export function encode(finished: Message): Uint8Array {
  const bytes = new Uint8Array(finished.sizeBytes);
  let offset = 0;
  for (const part of finished.pieces) {
    bytes.set(part, offset);
    offset += part.byteLength;
  }
  return bytes;
}

const VARINT = 0;
const LENGTH_DELIMITED = 2;
const FIXED_32 = 5;

function piece(bytes: Uint8Array): Message {
  return { pieces: [bytes], sizeBytes: bytes.byteLength };
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
  return bytes;
}
