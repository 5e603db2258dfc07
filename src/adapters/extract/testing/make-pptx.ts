import { makeOffice, type OfficePart } from "./make-office.ts";

/** A paragraph of text, with the inside of its properties. */
export const line = (text: string, properties = "") =>
  `<a:p><a:pPr/>${properties}<a:r><a:t>${text}</a:t></a:r></a:p>`;
/** A shape with these paragraphs, and the placeholder that it fills. */
export const shape = (inside: string, placeholder?: string) => {
  const ph = placeholder === undefined ? "" : `<p:ph type="${placeholder}"/>`;
  return `<p:sp><p:nvSpPr><p:nvPr>${ph}</p:nvPr></p:nvSpPr><p:txBody>${inside}</p:txBody></p:sp>`;
};
/** A slide with these shapes. */
export const slide = (inside: string) => `<p:sld><p:cSld><p:spTree>${inside}</p:spTree></p:cSld></p:sld>`;

/** A presentation of these slides, in another order than that of their names. */
export function makePptx(
  slides: readonly OfficePart[],
  parts: Readonly<Record<string, OfficePart>> = {},
): Uint8Array {
  const ids = slides.map((_, index) => `<p:sldId r:id="s${index}" id="${256 + index}"/>`);
  return makeOffice("presentationml.presentation", {
    "ppt/presentation.xml": {
      content: `<p:presentation><p:sldIdLst>${ids.join("")}</p:sldIdLst></p:presentation>`,
      related: Object.fromEntries(
        slides.map((_, index) => [`s${index}`, ["slide", `ppt/slides/slide${9 - index}.xml`]] as const),
      ),
    },
    ...Object.fromEntries(slides.map((each, index) => [`ppt/slides/slide${9 - index}.xml`, each])),
    ...parts,
  });
}
