import type { ExtractedText } from "../../../domain/passage.ts";
import { openOle } from "../ole-streams.ts";
import { corrupt } from "../read-failure.ts";
import type { ReadContext } from "../reader.ts";
import { openSectionBuilder } from "../section-builder.ts";
import { readSlides, type Slide } from "../slides.ts";
import { readComments } from "./comments.ts";
import { openEmbeddedObjects } from "./embedded-objects.ts";
import { type PersistDirectory, readPersistDirectory } from "./persist-directory.ts";
import { childOf, numberAt, type PptRecord, recordsIn } from "./records.ts";
import { isTitleKind, type KindedText, readShapeTexts, readTexts, utf16Of } from "./shape-texts.ts";

const SLIDE_LIST = 4080;
const SLIDE_ENTRY = 1011;
const SLIDE_HEAD = 1007;
const MASTER = 1016;
const FOOTERS = 4057;
const FOOTERS_HEAD = 4058;
const STRING = 4026;
const SLIDES = 0;
const MASTERS = 1;
const NOTES = 2;

/** Reads a PowerPoint 97-2003 presentation slide by slide; where its directory is lost, all text in the order it lies. */
export async function readPpt(bytes: Uint8Array, context: ReadContext): Promise<ExtractedText> {
  const ole = openOle(bytes);
  const stream = ole.read("PowerPoint Document");
  if (stream === null) throw corrupt("a PowerPoint 97-2003 presentation: its slides are missing");
  const directory = readPersistDirectory(stream, ole.read("Current User"));
  const { document } = directory;
  const slides = document === null ? [] : listOf(document, SLIDES);
  if (document === null || slides.length === 0) return readAllTexts(stream, context);
  const readSlide = openSlideReader(document, directory, context.limits.inflatedBytes);
  return readSlides(
    slides.length,
    (index) => {
      const entry = slides[index];
      return entry === undefined ? { title: null, blocks: [], notes: [], files: [] } : readSlide(entry);
    },
    context,
  );
}

/** A slide as a list of the document names it, with the texts that the outline holds for it. */
interface Entry {
  persistId: number;
  slideId: number;
  outline: KindedText[];
}

function listOf(document: PptRecord, kind: number): Entry[] {
  const entries: Entry[] = [];
  let waiting: PptRecord[] = [];
  function endEntry(): void {
    const entry = entries.at(-1);
    if (entry !== undefined) entry.outline = readTexts(waiting, []);
    waiting = [];
  }
  for (const list of recordsIn(document.body)) {
    if (list.type !== SLIDE_LIST || list.instance !== kind) continue;
    for (const record of recordsIn(list.body)) {
      if (record.type !== SLIDE_ENTRY) waiting.push(record);
      else {
        endEntry();
        entries.push({ persistId: numberAt(record, 0), slideId: numberAt(record, 12), outline: [] });
      }
    }
    endEntry();
  }
  return entries;
}

function openSlideReader(
  document: PptRecord,
  directory: PersistDirectory,
  maxBytes: number,
): (entry: Entry) => Slide {
  const filesOf = openEmbeddedObjects(document, directory, maxBytes);
  const byId = (kind: number) => new Map(listOf(document, kind).map((entry) => [entry.slideId, entry]));
  const masters = byId(MASTERS);
  const notes = byId(NOTES);
  const repeated = new Set<string>();

  /** What stands on many slides is taken with the first of them. */
  function once(texts: string[]): string[] {
    const fresh = texts.filter((text) => text !== "" && !repeated.has(text));
    for (const text of fresh) repeated.add(text);
    return fresh;
  }

  function textsOf(entry: Entry | undefined) {
    const record = entry === undefined ? null : directory.find(entry.persistId);
    return record === null ? [] : readShapeTexts(record, entry?.outline ?? []);
  }

  return (entry) => {
    const slide = directory.find(entry.persistId);
    const shapes = slide === null ? [] : readShapeTexts(slide, entry.outline);
    const head = slide === null ? null : childOf(slide, SLIDE_HEAD);
    const master =
      head === null || (numberAt(head, 20) & 1) === 0 ? undefined : masters.get(numberAt(head, 12));
    const note = head === null ? undefined : notes.get(numberAt(head, 16));
    // Texts of the outline that no shape refers to fill placeholders in their order.
    const shown = new Set(shapes.map(({ text }) => text));
    const lost = entry.outline.filter(({ text }) => text.trim() !== "" && !shown.has(text.trim()));
    const texts = [
      ...shapes,
      ...lost.map(({ kind, text }) => ({ isTitle: isTitleKind(kind), text: text.trim() })),
    ];
    const title = texts.find(({ isTitle, text }) => isTitle && text !== "");
    return {
      title: title?.text ?? null,
      blocks: [
        ...texts.filter((each) => each !== title).map(({ text }) => text),
        ...once(textsOf(master).flatMap(({ isPlaceholder, text }) => (isPlaceholder ? [] : [text]))),
        ...once([slide, document].flatMap(footersOf)),
        ...(slide === null ? [] : readComments(slide)),
      ],
      notes: textsOf(note).map(({ text }) => text),
      files: slide === null ? [] : filesOf(slide),
    };
  };
}

/** The header and the footer that a slide, or the whole document, shows. */
function footersOf(record: PptRecord | null): string[] {
  const container = record === null ? null : childOf(record, FOOTERS);
  const head = container === null ? null : childOf(container, FOOTERS_HEAD);
  if (container === null || head === null) return [];
  const flags = numberAt(head, 0) >>> 16;
  const shown = [flags & 0x04, flags & 0x10, flags & 0x20];
  return [...recordsIn(container.body)]
    .filter(({ type, instance }) => type === STRING && (shown[instance] ?? 0) !== 0)
    .map((text) => utf16Of(text).trim());
}

const MAX_DEPTH = 40;

/** Every text that the stream holds, but for those of masters. */
function readAllTexts(stream: Uint8Array, context: ReadContext): ExtractedText {
  const builder = openSectionBuilder(context.limits.characters);
  function walk(bytes: Uint8Array, depth: number): void {
    const records = [...recordsIn(bytes)];
    for (const { text } of readTexts(records, [])) {
      builder.add(text.trim(), "paragraph");
    }
    for (const record of records) {
      if (record.isContainer && record.type !== MASTER && depth < MAX_DEPTH) walk(record.body, depth + 1);
    }
  }
  walk(stream, 0);
  return { syntax: "plain", parts: builder.build(), pages: null };
}
