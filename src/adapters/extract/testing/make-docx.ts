import { makeZip } from "./make-zip.ts";

const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

/** Parts beside the body, by the type of their relationship; each is the inside of its root element. */
export type DocxParts = Partial<
  Record<
    "styles" | "numbering" | "footnotes" | "endnotes" | "comments" | "header" | "footer" | "chart",
    string
  >
>;

/** A Word document with this body. */
export function makeDocx(body: string, parts: DocxParts = {}): Uint8Array {
  const names = Object.keys(parts);
  const targets = names.map(
    (name) => `<Relationship Id="${name}" Type="${OFFICE}/${name}" Target="${name}.xml"/>`,
  );
  return makeZip([
    {
      name: "[Content_Types].xml",
      content:
        '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    },
    {
      name: "_rels/.rels",
      content: `<Relationships><Relationship Id="r" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    },
    { name: "word/document.xml", content: `<w:document ${WORD}><w:body>${body}</w:body></w:document>` },
    { name: "word/_rels/document.xml.rels", content: `<Relationships>${targets.join("")}</Relationships>` },
    ...Object.entries(parts).map(([name, inside]) => ({
      name: `word/${name}.xml`,
      content: `<w:${name} ${WORD}>${inside}</w:${name}>`,
    })),
  ]);
}

/** A paragraph of one run, with the inside of its properties. */
export function paragraph(text: string, properties = ""): string {
  return `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
}
