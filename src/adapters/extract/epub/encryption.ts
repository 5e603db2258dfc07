import { readSidePart } from "../office-parts.ts";
import { walkXml } from "../xml.ts";
import type { Zip } from "../zip.ts";

/** Ways to make fonts useless outside the book; they lock no text. */
const FONT_ALGORITHMS = new Set(["http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"]);

/** The files of a book that need a key. */
export function readEncryptedPaths(zip: Zip): Set<string> {
  const paths = new Set<string>();
  let algorithm = "";
  for (const bytes of zip.has(ENCRYPTION) ? readSidePart(zip, ENCRYPTION) : []) {
    walkXml(bytes, {
      onOpen(name, attributes) {
        if (name === "EncryptedData") algorithm = "";
        else if (name === "EncryptionMethod") algorithm = attributes.Algorithm ?? "";
        else if (name === "CipherReference" && !FONT_ALGORITHMS.has(algorithm)) {
          paths.add(decodePath(attributes.URI ?? ""));
        }
      },
      onClose: () => undefined,
    });
  }
  return paths;
}

/** A path as the archive has it: addresses escape what file names need not. */
export function decodePath(address: string): string {
  const path = address.replace(/[#?].*$/s, "");
  return /%(?![0-9a-f]{2})/i.test(path) ? path : Buffer.from(unescapeBytes(path), "latin1").toString("utf8");
}

const ENCRYPTION = "META-INF/encryption.xml";

function unescapeBytes(path: string): string {
  return Buffer.from(path)
    .toString("latin1")
    .replace(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}
