import { makeZip, type ZipEntry } from "./make-zip.ts";

const XHTML = 'media-type="application/xhtml+xml"';
/** A page of a book. */
export const page = (body: string) =>
  `<html><head><title>Book</title><script src="x.js"/></head><body>${body}</body></html>`;

/** A book with two chapters in another order than that of their names. */
export function makeEpub(files: Readonly<Record<string, string>>, metadata = ""): Uint8Array {
  const entries: Record<string, string> = {
    mimetype: "application/epub+zip",
    "META-INF/container.xml": '<container><rootfile full-path="OEBPS/book.opf"/></container>',
    "OEBPS/book.opf": `<package><metadata>${metadata}</metadata>
      <manifest><item id="a" href="text/a%20b.xhtml" ${XHTML}/><item id="z" href="text/z.xhtml" ${XHTML}/>
      <item id="n" href="nav.xhtml" properties="nav" ${XHTML}/><item id="p" href="p.png" media-type="image/png"/></manifest>
      <spine><itemref idref="z"/><itemref idref="p"/><itemref idref="a"/></spine></package>`,
    "OEBPS/text/z.xhtml": page("<h1>Beginning</h1><p>Once</p>"),
    "OEBPS/text/a b.xhtml": page("<p>End</p>"),
    ...files,
  };
  return makeZip(Object.entries(entries).map(([name, content]): ZipEntry => ({ name, content })));
}
