import { corrupt, encrypted, ReadFailure } from "../read-failure.ts";
import type { ReadContext } from "../reader.ts";
import { walkXml } from "../xml.ts";
import { openZip, type Zip } from "../zip.ts";

/** An OpenDocument package: what it says, and how its pages look. */
export interface OdfPackage {
  content: Uint8Array;
  /** Styles and master pages; empty where the package has none that can be read. */
  styles: Uint8Array;
  zip: Zip;
}

/** Opens a package; one that is encrypted says so. */
export function openOdf(bytes: Uint8Array, context: ReadContext, label: string): OdfPackage {
  const zip = openZip(bytes, context.limits.inflatedBytes);
  if (zip.has("META-INF/manifest.xml") && isEncrypted(zip.read("META-INF/manifest.xml"))) {
    throw encrypted("OpenDocument file");
  }
  if (!zip.has("content.xml")) throw corrupt(`${label}: its text is missing`);
  return { content: zip.read("content.xml"), styles: readIfSound(zip, "styles.xml"), zip };
}

/** A part that the document can do without; empty where it is missing or damaged. */
export function readIfSound(zip: Zip, name: string): Uint8Array {
  try {
    return zip.has(name) ? zip.read(name) : new Uint8Array();
  } catch (error) {
    if (error instanceof ReadFailure && error.reason === "corrupt") return new Uint8Array();
    throw error;
  }
}

function isEncrypted(manifest: Uint8Array): boolean {
  let found = false;
  walkXml(manifest, {
    onOpen(name) {
      if (name === "encryption-data") found = true;
    },
    onClose: () => undefined,
  });
  return found;
}
