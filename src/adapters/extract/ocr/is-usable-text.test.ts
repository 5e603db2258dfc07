import { describe, expect, it } from "vitest";
import { isUsableText } from "./is-usable-text.ts";

const ENGLISH =
  "The committee met on the third of March and agreed that the reading room should open an hour earlier in winter.";
const shifted = (text: string, by: number) =>
  text.replace(/[a-z]/gi, (letter) => String.fromCharCode(letter.charCodeAt(0) + by));

describe("isUsableText", () => {
  it.each([
    ["English", ENGLISH],
    ["English in capitals", ENGLISH.toUpperCase()],
    [
      "German",
      "Der Ausschuss beschloss, den Lesesaal im Winter eine Stunde früher zu öffnen; das Angstschweißproblem blieb ungelöst.",
    ],
    [
      "Polish",
      "W Szczebrzeszynie chrząszcz brzmi w trzcinie i Szczebrzeszyn z tego słynie, a wół go pyta: panie chrząszczu, po co pan tak brzęczy.",
    ],
    ["Czech without vowels", "Strč prst skrz krk. Vlk zmrzl, zhltl hrst zrn."],
    [
      "Icelandic",
      "Það var einu sinni maður sem átti þrjá syni og hét sá elsti Þorsteinn, en hinir voru nefndir Hörður og Ævar.",
    ],
    [
      "Vietnamese",
      "Ủy ban đã họp vào ngày mùng ba tháng ba và đồng ý rằng phòng đọc nên mở cửa sớm hơn một giờ vào mùa đông.",
    ],
    [
      "Russian",
      "Комитет собрался третьего марта и решил, что читальный зал зимой должен открываться на час раньше обычного.",
    ],
    [
      "Greek",
      "Η επιτροπή συνεδρίασε στις τρεις Μαρτίου και συμφώνησε ότι το αναγνωστήριο πρέπει να ανοίγει μία ώρα νωρίτερα.",
    ],
    ["Chinese", "委员会于三月三日开会，同意阅览室在冬季提前一小时开放。"],
    ["Arabic", "اجتمعت اللجنة في الثالث من مارس ووافقت على أن تفتح قاعة القراءة أبوابها قبل ساعة في الشتاء."],
    ["numbers", "1 204,50 € 17 33 98.1 % 2024-03-03 12 14 16 18 20 22"],
    [
      "a table of contents",
      "Introduction ................................ 3\nMethod ...................................... 17",
    ],
    ["a formula", "x = (a + b)² / (c − d), ∀ x ∈ ℝ: f(x) ≥ 0"],
    [
      "a program",
      "for (let i = 0; i < rows.length; i++) { if (rows[i] === null) continue; total += rows[i].price * 1.19; }",
    ],
    ["two words", "Chapter 1"],
    ["an abbreviation", "XKCD"],
  ])("accepts %s", (_, text) => {
    expect(isUsableText(text)).toBe(true);
  });

  it.each([
    ["nothing", " \n "],
    ["private characters", `${"\ue012\ue034\ue001".repeat(10)} and`],
    ["what could not be decoded", "��� ���� a�� ��"],
    ["signs instead of letters", "!\"#$% &'()* +,-./ :;<=> ?@[\\] ^_`{|} ~!\"#$ %&'()"],
    ["letters that are three off", shifted(ENGLISH, 3)],
    ["letters that are one off", shifted(ENGLISH, 1)],
    ["letters that are twenty-nine off, as from fonts without a table", shifted(ENGLISH, -29)],
    [
      "Cyrillic taken for Latin",
      Buffer.from(
        iconvLike(
          "Комитет собрался третьего марта и решил что читальный зал зимой должен открываться на час раньше обычного",
        ),
      ).toString("latin1"),
    ],
    [
      "consonants at random",
      "xkq zvbnmt wrtpsd fghjkl qwrtz pxcvb dfghk lmnbv cxzsd fghjk qwrtp sdfgh jklmn bvcxz",
    ],
  ])("refuses %s", (_, text) => {
    expect(isUsableText(text)).toBe(false);
  });
});

/** Cyrillic small letters in their places of windows-1251. */
function iconvLike(text: string): number[] {
  return [...text].map((letter) => {
    const code = letter.charCodeAt(0);
    return code >= 0x410 && code <= 0x44f ? code - 0x410 + 0xc0 : code;
  });
}
