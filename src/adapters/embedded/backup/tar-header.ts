/** What stands before the bytes of an entry. */
export interface TarHeader {
  name: string;
  sizeBytes: number;
  /** Of the entry's bytes, in hexadecimal digits. */
  sha256: string;
  modifiedAtSeconds: number;
}

const BLOCK_BYTES = 512;

/** Every header is as long as every other: an extended header, its one block of records, and the plain header. */
export const HEADER_BYTES = 3 * BLOCK_BYTES;

/** An archive ends with two empty blocks. */
export const END_BYTES = 2 * BLOCK_BYTES;

/** The most that eleven octal digits can say. */
const MOST_PLAIN_BYTES = 8 ** 11 - 1;
const LONGEST_NAME = 100;

/** Where the fields of a plain header are, as POSIX has it for ustar. */
const FIELDS = {
  name: [0, LONGEST_NAME],
  mode: [100, 8],
  owner: [108, 8],
  group: [116, 8],
  size: [124, 12],
  modifiedAt: [136, 12],
  checksum: [148, 8],
  type: [156, 1],
  link: [157, 100],
  magic: [257, 8],
} as const;
type Field = keyof typeof FIELDS;

const MAGIC = "ustar\u000000";
const PLAIN_FILE = "0";
const EXTENDED = "x";
const SHA256_RECORD = "sha256 ";

/** The blocks of a header. The checksum is a comment, which every other reader passes over. */
export function packHeader({ name, sizeBytes, sha256, modifiedAtSeconds }: TarHeader): Buffer {
  if (Buffer.byteLength(name) > LONGEST_NAME) throw new Error(`The name ${name} is too long for an entry`);
  const isLarge = sizeBytes > MOST_PLAIN_BYTES;
  const records = Buffer.from(
    record("comment", `${SHA256_RECORD}${sha256}`) + (isLarge ? record("size", String(sizeBytes)) : ""),
  );
  return Buffer.concat([
    plainHeader({ name: "PaxHeader", sizeBytes: records.length, modifiedAtSeconds, type: EXTENDED }),
    Buffer.concat([records], BLOCK_BYTES),
    plainHeader({ name, sizeBytes: isLarge ? 0 : sizeBytes, modifiedAtSeconds, type: PLAIN_FILE }),
  ]);
}

/** Reads a header as `packHeader` writes it, or gives the end of the sentence that says what is wrong with it. */
export function unpackHeader(blocks: Buffer): TarHeader | string {
  const extended = readPlain(blocks.subarray(0, BLOCK_BYTES));
  if (typeof extended === "string") return extended;
  if (extended.type !== EXTENDED) return "an entry has no checksum, so it was not written by carrel backup";
  const plain = readPlain(blocks.subarray(2 * BLOCK_BYTES));
  if (typeof plain === "string") return plain;
  if (plain.type !== PLAIN_FILE || plain.link !== "") return `${shown(plain.name)} is no plain file`;
  const records = readRecords(blocks.subarray(BLOCK_BYTES, BLOCK_BYTES + extended.sizeBytes));
  const comment = records?.get("comment") ?? "";
  const size = records?.get("size") ?? String(plain.sizeBytes);
  const sha256 = comment.slice(SHA256_RECORD.length);
  const isUnderstood =
    comment.startsWith(SHA256_RECORD) && /^[\da-f]{64}$/.test(sha256) && /^\d{1,15}$/.test(size);
  if (!isUnderstood) return "an extended header cannot be understood";
  const { name, modifiedAtSeconds } = plain;
  return { name, sizeBytes: Number(size), sha256, modifiedAtSeconds };
}

/** How many bytes an entry takes without its header: whole blocks. */
export function paddedBytes(sizeBytes: number): number {
  return Math.ceil(sizeBytes / BLOCK_BYTES) * BLOCK_BYTES;
}

/** A name from outside, as a sentence can show it. */
export function shown(name: string): string {
  return JSON.stringify(name);
}

interface PlainHeader extends Omit<TarHeader, "sha256"> {
  type: string;
}

function plainHeader({ name, sizeBytes, modifiedAtSeconds, type }: PlainHeader): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES);
  const put = (field: Field, text: string) => block.write(text, FIELDS[field][0], FIELDS[field][1]);
  const octal = (field: Field, number: number) =>
    put(field, `${number.toString(8).padStart(FIELDS[field][1] - 1, "0")}\0`);
  put("name", name);
  octal("mode", 0o600);
  octal("owner", 0);
  octal("group", 0);
  octal("size", sizeBytes);
  octal("modifiedAt", Math.min(Math.max(0, Math.floor(modifiedAtSeconds)), MOST_PLAIN_BYTES));
  put("type", type);
  put("magic", MAGIC);
  put("checksum", `${checksumOf(block).toString(8).padStart(6, "0")}\0 `);
  return block;
}

function readPlain(block: Buffer): (PlainHeader & { link: string }) | string {
  const text = (field: Field) => {
    const [start, length] = FIELDS[field];
    return block.toString("latin1", start, start + length).replace(/\0.*$/s, "");
  };
  const octal = (field: Field) =>
    /^[0-7]{1,11} ?$/.test(text(field)) ? Number.parseInt(text(field), 8) : -1;
  const [start, length] = FIELDS.magic;
  if (block.toString("latin1", start, start + length) !== MAGIC || octal("checksum") !== checksumOf(block)) {
    return "a header is damaged";
  }
  const [sizeBytes, modifiedAtSeconds] = [octal("size"), octal("modifiedAt")];
  const isTooLong = text("type") === EXTENDED && sizeBytes > BLOCK_BYTES;
  if (sizeBytes < 0 || modifiedAtSeconds < 0 || isTooLong) return "a header is damaged";
  return { name: text("name"), sizeBytes, modifiedAtSeconds, type: text("type"), link: text("link") };
}

/** The sum of all bytes of a header, with the field of the sum counted as spaces. */
function checksumOf(block: Buffer): number {
  const [start, length] = FIELDS.checksum;
  let sum = length * 0x20;
  for (const [i, byte] of block.entries()) if (i < start || i >= start + length) sum += byte;
  return sum;
}

/** A record of an extended header begins with its own length. */
function record(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  const bytes = Buffer.byteLength(rest);
  const digits = String(bytes + String(bytes).length).length;
  return `${bytes + digits}${rest}`;
}

/** The records by their keys, null where they are none, or one has a key that this program does not write. */
function readRecords(bytes: Buffer): Map<string, string> | null {
  const records = new Map<string, string>();
  for (let rest = bytes.toString("latin1"); rest !== ""; ) {
    const [, digits = "", key = ""] = /^(\d{1,4}) (comment|size)=/.exec(rest) ?? [];
    const length = Number(digits);
    const head = digits.length + key.length + 2;
    if (length <= head || rest[length - 1] !== "\n" || records.has(key)) return null;
    records.set(key, rest.slice(head, length - 1));
    rest = rest.slice(length);
  }
  return records;
}
