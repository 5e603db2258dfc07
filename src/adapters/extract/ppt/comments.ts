import { childOf, type PptRecord, recordsIn } from "./records.ts";
import { utf16Of } from "./shape-texts.ts";

const TAGS = 5000;
const TAG = 5002;
const TAG_CONTENT = 5003;
const COMMENT = 12_000;
const STRING = 4026;
const AUTHOR = 0;
const TEXT = 1;

/** The comments on a slide, which lie among the tags that later versions of PowerPoint added. */
export function readComments(slide: PptRecord): string[] {
  const tags = childOf(slide, TAGS);
  if (tags === null) return [];
  return [...recordsIn(tags.body)]
    .filter(({ type }) => type === TAG)
    .map((tag) => childOf(tag, TAG_CONTENT))
    .flatMap((content) => (content === null ? [] : [...recordsIn(content.body)]))
    .filter(({ type }) => type === COMMENT)
    .flatMap(readComment);
}

function readComment(comment: PptRecord): string[] {
  const strings = [...recordsIn(comment.body)].filter(({ type }) => type === STRING);
  const find = (wanted: number) => strings.find(({ instance }) => instance === wanted);
  const author = find(AUTHOR);
  const text = find(TEXT);
  if (text === undefined) return [];
  return [`[Comment${author === undefined ? "" : ` by ${utf16Of(author)}`}: ${utf16Of(text)}]`];
}
