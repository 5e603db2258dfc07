import { PDFiumLibrary } from "@hyzyla/pdfium";

/** A shape on a page, what it stands for, and where it is: from the bottom left, in points. */
export interface PlacedGlyph {
  /** One letter, or several where letters have grown together. */
  text: string;
  /** Where the pen was put down, and where it goes on. */
  left: number;
  right: number;
  baseline: number;
  /** What is seen of it: signs above and below letters are drawn away from their pen. */
  inkLeft: number;
  inkRight: number;
  /** The height of the font. */
  size: number;
}

/** What stands on a page. */
export interface PlacedPage {
  /** In the order in which they are drawn, or nearly so. */
  glyphs: PlacedGlyph[];
  /** The places of what was set by itself and cannot be seen: spaces, and signs that part letters of one word. */
  spaces: { left: number; baseline: number }[];
}

/** Tells the glyphs of the pages of one PDF. */
export interface GlyphSource {
  /** What stands on a page, its number from 1. */
  pageAt(pageNumber: number): PlacedPage;
  close(): void;
}

/** Opens a PDF for asking where its letters are. */
export async function openGlyphSource(bytes: Uint8Array): Promise<GlyphSource> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes);
  return {
    pageAt: (pageNumber) => readPage(document.getPage(pageNumber - 1)),
    close() {
      document.destroy();
      library.destroy();
    },
  };
}

/** The part of PDFium that the package has but does not offer. */
interface TextFunctions {
  _FPDFText_LoadPage(page: number): number;
  _FPDFText_ClosePage(textPage: number): void;
  _FPDFText_CountChars(textPage: number): number;
  _FPDFText_GetUnicode(textPage: number, index: number): number;
  _FPDFText_GetFontSize(textPage: number, index: number): number;
  _FPDFText_GetTextObject(textPage: number, index: number): number;
  _FPDFText_GetCharOrigin(textPage: number, index: number, x: number, y: number): number;
  _FPDFText_GetCharBox(page: number, index: number, l: number, r: number, b: number, t: number): number;
  _FPDFText_GetLooseCharBox(textPage: number, index: number, rectangle: number): number;
  _FPDFText_GetMatrix(textPage: number, index: number, matrix: number): number;
  _FPDFPage_CountObjects(page: number): number;
  _FPDFPage_GetObject(page: number, index: number): number;
  _FPDFPageObj_GetType(object: number): number;
  _FPDFPageObj_GetBounds(object: number, l: number, b: number, r: number, t: number): number;
  _FPDF_ClosePage(page: number): void;
  HEAPF32: Float32Array;
  HEAPF64: Float64Array;
  wasmExports: { malloc(sizeBytes: number): number; free(pointer: number): void };
}

/** Room for four numbers of eight bytes. */
const ROOM_BYTES = 32;

function readPage(page: object): PlacedPage {
  // The package keeps these two to itself; its version is pinned, and a test reads through them.
  const { module: pdfium, pageIdx } = page as { module: TextFunctions; pageIdx: number };
  const textPage = pdfium._FPDFText_LoadPage(pageIdx);
  const room = pdfium.wasmExports.malloc(ROOM_BYTES);
  try {
    if (textPage === 0) return { glyphs: [], spaces: [] };
    const count = pdfium._FPDFText_CountChars(textPage);
    const read = characterReader(pdfium, textPage, room);
    const characters = Array.from({ length: count }, (_, index) => read(index)).filter(
      (each) => each !== null,
    );
    return {
      glyphs: gatherGlyphs(characters),
      spaces: readSpaces(pdfium, { page: pageIdx, room }, characters),
    };
  } finally {
    pdfium.wasmExports.free(room);
    if (textPage !== 0) pdfium._FPDFText_ClosePage(textPage);
    pdfium._FPDF_ClosePage(pageIdx);
  }
}

/** A character as PDFium gives it; those that it made up itself, spaces and ends of lines, are left out. */
interface Character extends PlacedGlyph {
  textObject: number;
}

function characterReader(pdfium: TextFunctions, textPage: number, room: number) {
  const wide = room >> 3;
  const narrow = room >> 2;
  return (index: number): Character | null => {
    const textObject = pdfium._FPDFText_GetTextObject(textPage, index);
    if (textObject === 0) return null;
    const code = pdfium._FPDFText_GetUnicode(textPage, index);
    if (code === 0 || code > 0x10ffff) return null;
    pdfium._FPDFText_GetCharOrigin(textPage, index, room, room + 8);
    const left = pdfium.HEAPF64[wide] ?? 0;
    const baseline = pdfium.HEAPF64[wide + 1] ?? 0;
    pdfium._FPDFText_GetCharBox(textPage, index, room, room + 8, room + 16, room + 24);
    const inkLeft = pdfium.HEAPF64[wide] ?? 0;
    const inkRight = pdfium.HEAPF64[wide + 1] ?? 0;
    // A space without a width is a guess of PDFium's.
    if (code === 0x20 && inkRight === inkLeft) return null;
    pdfium._FPDFText_GetLooseCharBox(textPage, index, room);
    const right = pdfium.HEAPF32[narrow + 2] ?? 0;
    pdfium._FPDFText_GetMatrix(textPage, index, room);
    const scale = Math.hypot(pdfium.HEAPF32[narrow + 2] ?? 0, pdfium.HEAPF32[narrow + 3] ?? 1);
    return {
      text: String.fromCodePoint(code),
      left,
      right: Math.max(left, right),
      baseline,
      inkLeft,
      inkRight,
      size: Math.max(1, pdfium._FPDFText_GetFontSize(textPage, index) * (scale || 1)),
      textObject,
    };
  };
}

const TEXT_OBJECT = 1;
/** What has no height but this is empty. */
const EMPTY_HEIGHT = 0.2;

/** PDFium leaves spaces out that are all there is of a text object: those objects are the ones without a character. */
function readSpaces(
  pdfium: TextFunctions,
  { page, room }: { page: number; room: number },
  characters: readonly Character[],
): PlacedPage["spaces"] {
  const told = new Set(characters.map(({ textObject }) => textObject));
  const spaces: PlacedPage["spaces"] = [];
  const count = pdfium._FPDFPage_CountObjects(page);
  for (let index = 0; index < count; index++) {
    const object = pdfium._FPDFPage_GetObject(page, index);
    if (told.has(object) || pdfium._FPDFPageObj_GetType(object) !== TEXT_OBJECT) continue;
    if (pdfium._FPDFPageObj_GetBounds(object, room, room + 4, room + 8, room + 12) === 0) continue;
    const [left = 0, bottom = 0, , top = 0] = pdfium.HEAPF32.subarray(room >> 2, (room >> 2) + 4);
    // What can be seen belongs to the shape before it.
    if (top - bottom > EMPTY_HEIGHT) continue;
    spaces.push({ left, baseline: bottom });
  }
  return spaces;
}

/** Puts the letters together that one shape stands for: they have the same place. */
function gatherGlyphs(characters: readonly Character[]): PlacedGlyph[] {
  const glyphs: PlacedGlyph[] = [];
  let open: Character[] = [];
  function end(): void {
    const [first] = open;
    if (first === undefined) return;
    const text = inReadingOrder(open.map((each) => each.text));
    const inkLeft = Math.min(...open.map((each) => each.inkLeft));
    const inkRight = Math.max(...open.map((each) => each.inkRight));
    const { left, baseline, size } = first;
    glyphs.push({ text, left, right: rightEdge(open, inkRight), baseline, inkLeft, inkRight, size });
    open = [];
  }
  for (const character of characters) {
    const [first] = open;
    const isSame =
      first !== undefined &&
      first.textObject === character.textObject &&
      first.left === character.left &&
      first.baseline === character.baseline;
    if (!isSame) end();
    open.push(character);
  }
  end();
  return glyphs;
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/u;
/** The empty room beside a letter, as a share of its size. */
const SIDE_SHARE = 0.1;

/**
 * Where the pen goes on. Where a program says of a shape what it stands for, PDFium takes the width of another shape
 * of that letter, or of one of several letters: what is seen tells better then.
 */
function rightEdge(characters: readonly Character[], inkRight: number): number {
  const [first] = characters;
  if (first === undefined) return inkRight;
  const seen = Math.max(first.left, inkRight + first.size * SIDE_SHARE);
  if (characters.length > 1) return seen;
  return RIGHT_TO_LEFT.test(first.text) ? Math.max(inkRight, Math.min(first.right, seen)) : first.right;
}

const COMBINING = /^\p{M}/u;

/**
 * The letters of one shape as they are read. PDFium turns what runs from right to left around, shapes that stand for
 * several letters included; only those that Unicode has a sign of its own for come as they are.
 */
function inReadingOrder(letters: readonly string[]): string {
  const given = letters.join("");
  if (letters.length === 1 || !RIGHT_TO_LEFT.test(given)) return given;
  const turned = letters.toReversed().join("");
  if (COMBINING.test(given)) return turned;
  if (COMBINING.test(turned)) return given;
  return signsOfSeveralLetters().has(given) && !signsOfSeveralLetters().has(turned) ? given : turned;
}

let knownSigns: ReadonlySet<string> | null = null;

/** The letters behind every sign of Unicode for several letters that have grown together. */
function signsOfSeveralLetters(): ReadonlySet<string> {
  knownSigns ??= new Set(
    Array.from({ length: 0xff00 - 0xfb1d }, (_, index) =>
      String.fromCodePoint(0xfb1d + index).normalize("NFKC"),
    ),
  );
  return knownSigns;
}
