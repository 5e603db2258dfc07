import iconv from "iconv-lite";

/** Which encoding the bytes of a text are in, as the document and its fonts tell it. */
interface RtfEncodings {
  /** What the head of the document says: `ansi`, `mac`, `pc`, `pca`, or the number of a code page. */
  setDocument(word: string, value: number | null): void;
  /** What the table of fonts says of a font. */
  setFont(font: number, charset: number): void;
  setFontCodePage(font: number, codePage: number): void;
  /** The font where none is named. */
  setDefaultFont(font: number): void;
  of(font: number | null): string;
}

const DEFAULT = "cp1252";
const DOCUMENT: Readonly<Record<string, string>> = {
  ansi: DEFAULT,
  mac: "macroman",
  pc: "cp437",
  pca: "cp850",
};
/** The numbers that Windows has for character sets. */
const CHARSETS: Readonly<Record<number, string>> = {
  0: "cp1252",
  2: "cp1252",
  77: "macroman",
  128: "shift_jis",
  129: "cp949",
  130: "cp949",
  134: "gbk",
  136: "big5",
  161: "cp1253",
  162: "cp1254",
  163: "cp1258",
  177: "cp1255",
  178: "cp1256",
  186: "cp1257",
  204: "cp1251",
  222: "cp874",
  238: "cp1250",
  254: "cp437",
  255: "cp850",
};
const CODE_PAGES: Readonly<Record<number, string>> = {
  932: "shift_jis",
  936: "gbk",
  949: "cp949",
  950: "big5",
  10000: "macroman",
  10007: "maccyrillic",
  65001: "utf8",
};

/** Encodings of a document that has said nothing yet. */
export function openRtfEncodings(): RtfEncodings {
  let document = DEFAULT;
  let defaultFont: number | null = null;
  const fonts = new Map<number, string>();
  return {
    setDocument(word, value) {
      document = (word === "ansicpg" ? codePage(value ?? 0) : DOCUMENT[word]) ?? document;
    },
    setFont(font, charset) {
      const encoding = CHARSETS[charset];
      if (encoding !== undefined && !fonts.has(font)) fonts.set(font, encoding);
    },
    setFontCodePage(font, number) {
      const encoding = codePage(number);
      if (encoding !== undefined) fonts.set(font, encoding);
    },
    setDefaultFont(font) {
      defaultFont = font;
    },
    of(font) {
      return fonts.get(font ?? defaultFont ?? -1) ?? document;
    },
  };
}

function codePage(number: number): string | undefined {
  const name = CODE_PAGES[number] ?? `cp${number}`;
  return iconv.encodingExists(name) ? name : undefined;
}
