import { makeZip } from "./make-zip.ts";

export interface OdfParts {
  /** The inside of the automatic styles of the content. */
  automatic?: string;
  /** The inside of `styles.xml`. */
  styles?: string;
  /** Further files. */
  files?: Readonly<Record<string, string>>;
  isEncrypted?: boolean;
}

/** An OpenDocument file of this kind with this body. */
export function makeOdf(
  kind: "text" | "spreadsheet" | "presentation",
  body: string,
  parts: OdfParts = {},
): Uint8Array {
  const encryption = parts.isEncrypted === true ? "<manifest:encryption-data/>" : "";
  return makeZip([
    { name: "mimetype", content: `application/vnd.oasis.opendocument.${kind}` },
    {
      name: "META-INF/manifest.xml",
      content: `<manifest:manifest><manifest:file-entry manifest:full-path="content.xml">${encryption}</manifest:file-entry></manifest:manifest>`,
    },
    {
      name: "content.xml",
      content: `<office:document-content><office:automatic-styles>${parts.automatic ?? ""}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    },
    { name: "styles.xml", content: `<office:document-styles>${parts.styles ?? ""}</office:document-styles>` },
    ...Object.entries(parts.files ?? {}).map(([name, content]) => ({ name, content })),
  ]);
}
