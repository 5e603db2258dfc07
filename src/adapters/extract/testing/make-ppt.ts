import { longs } from "./make-doc.ts";
import { makeOle } from "./make-ole.ts";

/** A record that holds these bytes. */
export function atom(type: number, body: Uint8Array = Buffer.alloc(0), instance = 0): Buffer {
  return record(type, instance << 4, body);
}

/** A record that holds other records. */
export function container(type: number, ...children: Uint8Array[]): Buffer {
  return record(type, 0xf, Buffer.concat(children));
}

/** A list in the document: 0 the slides, 1 their masters, 2 their notes. */
export function slideList(kind: number, ...children: Uint8Array[]): Buffer {
  return record(4080, (kind << 4) | 0xf, Buffer.concat(children));
}

/** A shape with a text, its kind and, where it fills a placeholder, that. */
export function shape(text: string, options: { kind?: number; isPlaceholder?: boolean } = {}): Buffer {
  const placeholder = options.isPlaceholder === true ? [atom(3011, Buffer.alloc(8))] : [];
  const box = container(
    0xf00d,
    atom(3999, longs(options.kind ?? 4)),
    atom(4000, Buffer.from(text, "utf16le")),
  );
  return container(0xf004, container(0xf011, ...placeholder), box);
}

/** A slide, a master or a page of notes, by its type: 1006, 1016, 1008. */
export function page(type: number, head: readonly number[], ...shapes: Uint8Array[]): Buffer {
  const drawing = container(1036, container(0xf002, container(0xf003, ...shapes)));
  return container(type, atom(1007, longs(0, 0, 0, ...head)), drawing);
}

/** An entry of a list: the number of the page's record, and the page's own number. */
export function entry(record: number, id: number): Buffer {
  return atom(1011, longs(record, 0, 0, id));
}

/** A presentation of these records; the first is the document. Each is known by its place in the list, from 1. */
export function makePpt(records: readonly Buffer[], encryption = 0): Uint8Array {
  const offsets: number[] = [];
  let offset = 0;
  for (const each of records) {
    offsets.push(offset);
    offset += each.length;
  }
  const directory = atom(6002, longs((records.length << 20) | 1, ...offsets));
  const edit = atom(4085, longs(0, 0, 0, offset, 1, 0, 0, encryption));
  const currentUser = atom(4086, longs(20, 0xe391c05f, offset + directory.length));
  return makeOle({
    "PowerPoint Document": Buffer.concat([...records, directory, edit]),
    "Current User": currentUser,
  });
}

function record(type: number, head: number, body: Uint8Array): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt16LE(head, 0);
  header.writeUInt16LE(type, 2);
  header.writeUInt32LE(body.length, 4);
  return Buffer.concat([header, body]);
}
