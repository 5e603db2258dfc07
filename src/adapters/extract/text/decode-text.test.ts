import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { decodeText } from "./decode-text.ts";

const GERMAN =
  "Die schöne Frau hat einen Kaffee für 15 € getrunken. Übermäßig große Äpfel – „köstlich“, sagte sie.";
const RUSSIAN =
  "Это русский текст. Москва - столица России, там живёт много людей, и все они говорят по-русски.";
const JAPANESE = "これは日本語のテキストです。東京は日本の首都であり、多くの人が住んでいます。";

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
