import type { Email } from "postal-mime";
import { decodeText } from "../text/decode-text.ts";

interface Bodies {
  plain: string;
  html: string;
}

/**
 * The bodies of a message. Where what its labels say of its encodings is unknown or wrong, the message is parsed once
 * more with every byte kept as it is, and the bytes themselves tell.
 */
export async function readBodies(
  source: Uint8Array,
  mail: Email,
  parse: (bytes: Uint8Array) => Promise<Email>,
): Promise<Bodies> {
  const bodies = { plain: mail.text ?? "", html: mail.html ?? "" };
  const raw = Buffer.from(source.buffer, source.byteOffset, source.byteLength).toString("latin1");
  const isUnknown = UNKNOWN_LABEL.test(raw);
  if (!isUnknown && !looksWrong(bodies.plain) && !looksWrong(bodies.html)) return bodies;
  const kept = await parse(Buffer.from(raw.replace(LABEL, `$1${KEEPS_BYTES}`), "latin1"));
  const label = LABEL.exec(raw)?.[2] ?? null;
  const better = (given: string, bytes: string) =>
    isUnknown || looksWrong(given) ? soundest(given, decodeText(bytesOf(bytes), label)) : given;
  return { plain: better(bodies.plain, kept.text ?? ""), html: better(bodies.html, kept.html ?? "") };
}

/** Labels that no reader of mail knows, and those that do not say in which order the bytes are. */
const UNKNOWN_LABEL =
  /charset\s*=\s*"?(?:x-)?(?:johab|cp1361|ms1361|iso-2022-(?:kr|cn)|utf-?32(?:le|be)?|utf-?16|ucs-?[24]|unicode|unknown|default)\b/i;
const LABEL = /^((?:content-type:[^\n]{0,200}|[ \t][^\n]{0,200})?charset\s*=\s*"?)([\w.:-]{1,40})/gim;
const KEEPS_BYTES = "windows-1252";
/** Letters that stand for bytes read the wrong way: those of Western Europe one after the other. */
const MANGLED =
  /[\u00c2-\u00f4][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u2122\u20ac]/;
/** What no text holds. */
const FLAW = /[[\p{Cc}--\s]\ufffd]/gv;

function looksWrong(text: string): boolean {
  return text.search(FLAW) >= 0 || MANGLED.test(text);
}

function soundest(given: string, other: string): string {
  const flaws = (text: string) => text.match(FLAW)?.length ?? 0;
  return flaws(other) <= flaws(given) && other.trim() !== "" ? other : given;
}

/** The bytes behind a text that was read one letter to a byte. */
function bytesOf(text: string): Buffer {
  return Buffer.from([...text].map((letter) => BYTES.get(letter) ?? 0x3f));
}

const BYTES: ReadonlyMap<string, number> = new Map(
  [...new TextDecoder(KEEPS_BYTES).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))].map(
    (letter, byte) => [letter, byte],
  ),
);
