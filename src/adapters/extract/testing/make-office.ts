import { makeZip, type ZipEntry } from "./make-zip.ts";

const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** A part of an Office document: what is in it, and the parts it points to, by id, as type and path from the top. */
export interface OfficePart {
  content: string | Uint8Array;
  related?: Readonly<Record<string, readonly [type: string, path: string]>>;
}

/** An Office document of these parts by their paths; the first is its main part. */
export function makeOffice(mainType: string, parts: Readonly<Record<string, OfficePart>>): Uint8Array {
  const main = Object.keys(parts)[0] ?? "";
  const family = mainType.split(".", 1)[0];
  const related = Object.values(parts).flatMap((part) => Object.values(part.related ?? {}));
  const types = related.map(([type, path]) => override(path, `${family}.${type}+xml`));
  const entries: ZipEntry[] = [
    {
      name: "[Content_Types].xml",
      content: `<Types xmlns="${PACKAGE}/content-types">${override(main, `${mainType}.main+xml`)}${types.join("")}</Types>`,
    },
    { name: "_rels/.rels", content: relationships({ r: ["officeDocument", main] }) },
  ];
  for (const [path, { content, related: own }] of Object.entries(parts)) {
    entries.push({ name: path, content });
    if (own === undefined) continue;
    const cut = path.lastIndexOf("/") + 1;
    const name = `${path.slice(0, cut)}_rels/${path.slice(cut)}.rels`;
    entries.push({ name, content: relationships(own) });
  }
  return makeZip(entries);
}

function override(path: string, type: string): string {
  return `<Override PartName="/${path}" ContentType="application/vnd.openxmlformats-officedocument.${type}"/>`;
}

function relationships(related: NonNullable<OfficePart["related"]>): string {
  const each = Object.entries(related).map(
    ([id, [type, path]]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="/${path}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${each.join("")}</Relationships>`;
}
