import type { RelatedParts } from "../office-parts.ts";
import { walkXml } from "../xml.ts";

/** The comments on a slide, those of the older and of the newer kind. */
export function readComments(slide: RelatedParts): string[] {
  return slide.all("comments").flatMap(readCommentPart);
}

/** Elements that hold words: the text of an older comment, the runs of a newer one. */
const TEXTS = new Set(["text", "t"]);
/** Elements that are one comment, or one answer to it. */
const COMMENTS = new Set(["cm", "reply"]);

function readCommentPart(bytes: Uint8Array): string[] {
  const comments: string[] = [];
  let pieces: string[] = [];
  let isText = false;
  function endComment(): void {
    const text = pieces.join("").trim();
    if (text !== "") comments.push(`[Comment: ${text}]`);
    pieces = [];
  }
  walkXml(bytes, {
    onOpen(name) {
      if (COMMENTS.has(name)) endComment();
      isText = TEXTS.has(name);
    },
    onText(text) {
      if (isText) pieces.push(text);
    },
    onClose(name) {
      isText = false;
      if (name === "p") pieces.push(" ");
      if (COMMENTS.has(name)) endComment();
    },
  });
  return comments;
}
