import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { decodeText } from "./decode-text.ts";

const GERMAN =
  "Die schöne Frau hat einen Kaffee für 15 € getrunken. Übermäßig große Äpfel – „köstlich“, sagte sie.";
const RUSSIAN =
  "Это русский текст. Москва - столица России, там живёт много людей, и все они говорят по-русски.";
const JAPANESE = "これは日本語のテキストです。東京は日本の首都であり、多くの人が住んでいます。";

const MEDIAL_BITS = [3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15, 18, 19, 20, 21, 22, 23, 26, 27, 28, 29];

/** Korean syllables in Johab: five bits for each of their letters. */
function johabOf(text: string): Buffer {
  const bytes = [...text].flatMap((character) => {
    const index = character.charCodeAt(0) - 0xac00;
    if (index < 0) return [character.charCodeAt(0)];
    const final = index % 28;
    const bits = [
      Math.floor(index / 588) + 2,
      MEDIAL_BITS[Math.floor(index / 28) % 21] ?? 0,
      final + (final < 17 ? 1 : 2),
    ];
    const code = 0x8000 | ((bits[0] ?? 0) << 10) | ((bits[1] ?? 0) << 5) | (bits[2] ?? 0);
    return [code >> 8, code & 0xff];
  });
  return Buffer.from(bytes);
}

describe("decodeText", () => {
  it.each([
    ["utf-8", GERMAN],
    ["windows-1252", GERMAN],
    ["windows-1251", RUSSIAN],
    ["koi8-r", RUSSIAN],
    ["iso-8859-5", RUSSIAN],
    ["shift_jis", JAPANESE],
    ["euc-jp", JAPANESE],
    ["gbk", "这是一个中文文本。北京是中国的首都，有很多人住在那里，他们每天都在工作和学习。"],
    ["big5", "這是一個中文文本。台北是台灣的首都，有很多人住在那裡，他們每天都在工作和學習。"],
    ["euc-kr", "이것은 한국어 텍스트입니다. 서울은 대한민국의 수도이며 많은 사람들이 살고 있습니다."],
    ["utf-16le", "Plain words without a mark, in sixteen bits."],
    ["utf-16be", "Plain words without a mark, in sixteen bits."],
  ])("reads %s that nothing declares", (encoding, text) => {
    expect(decodeText(iconv.encode(text, encoding))).toBe(text);
  });

  it.each(["utf-8", "utf-16le", "utf-16be", "utf-32le", "utf-32be"])(
    "obeys the byte order mark of %s",
    (encoding) => {
      expect(decodeText(iconv.encode(JAPANESE, encoding, { addBOM: true }))).toBe(JAPANESE);
    },
  );

  it("reads ISO-2022-JP, which looks like ASCII", () => {
    const bytes = Buffer.concat([
      Buffer.from("\u001b$B"),
      Buffer.from("4A;z", "latin1"),
      Buffer.from("\u001b(B"),
    ]);
    expect(decodeText(bytes)).toBe("漢字");
  });

  it.each([
    ['<?xml version="1.0" encoding="iso-8859-7"?><a>Ωξ</a>', "iso-8859-7"],
    ['<html><head><meta charset="windows-1255"></head>אב</html>', "windows-1255"],
    ['<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-2">żó', "iso-8859-2"],
  ])("obeys the declaration in %s", (text, encoding) => {
    expect(decodeText(iconv.encode(text, encoding))).toBe(text);
  });

  const KOREAN = "이것은 한국어 텍스트입니다. 서울은 대한민국의 수도이며 많은 사람들이 살고 있습니다.";

  it.each(["utf-32le", "utf-32be", "utf-16le", "utf-16be"])(
    "reads %s without a mark in any language",
    (encoding) => {
      for (const text of [RUSSIAN, KOREAN, "这是一个中文文本。\n北京是中国的首都，有很多人住在那里 2024。"]) {
        expect(decodeText(iconv.encode(text, encoding, { addBOM: false }))).toBe(text);
      }
    },
  );

  it("reads ISO-2022-KR, whose letters are shifted into seven bits", () => {
    const letters = iconv.encode("한국어", "euc-kr").map((byte) => byte & 0x7f);
    const bytes = Buffer.concat([
      ...["\u001b$)C\nSeoul \u000e", letters, "\u000f 2024\n\u000e", letters].map((piece) =>
        Buffer.from(piece),
      ),
    ]);
    expect(decodeText(bytes)).toBe("\nSeoul 한국어 2024\n한국어");
  });

  it("reads Johab, by its looks or by its name", () => {
    expect(decodeText(johabOf(KOREAN))).toBe(KOREAN);
    const page = Buffer.concat([Buffer.from('<meta charset="johab">'), johabOf("값")]);
    expect(decodeText(page)).toBe('<meta charset="johab">값');
    expect(decodeText(Buffer.from([0xd9, 0x31, 0xe0, 0x31, 0x88, 0x61]), "x-johab")).toBe("\u3000伽가");
  });

  it("trusts flawless UTF-8 more than a declaration", () => {
    const text = '<meta charset="iso-8859-1">Grüße';
    expect(decodeText(Buffer.from(text))).toBe(text);
  });

  it("reads UTF-8 whose last character was cut off", () => {
    const text = decodeText(Buffer.from(JAPANESE).subarray(0, -1));
    expect(text.startsWith(JAPANESE.slice(0, -1))).toBe(true);
  });

  it("reads any bytes as something", () => {
    let state = 7;
    for (let length = 1; length < 400; length++) {
      const bytes = Uint8Array.from({ length: length % 60 }, () => {
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
        return state >>> 24;
      });
      expect(decodeText(bytes)).toBeTypeOf("string");
    }
  });

  it("finds the foreign letters behind a long run of ASCII", () => {
    const text = "plain words ".repeat(20_000) + RUSSIAN;
    expect(decodeText(iconv.encode(text, "windows-1251")).endsWith(RUSSIAN)).toBe(true);
  });
});
