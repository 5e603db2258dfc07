import { describe, expect, it } from "vitest";
import { smallTalkOf } from "../../../domain/small-talk.ts";
import { carriesNote, WORDS } from "./answer-words.ts";
import { askQuestion } from "./asked-question.ts";
import { holdsKind, type QuestionKind } from "./question-kind.ts";
import { LANGUAGES, type Language, languageOf } from "./question-language.ts";

describe("the language of a question", () => {
  it.each<[Language, string]>([
    ["en", "Who is the first-aid officer?"],
    ["de", "Wann schließt die Bücherei am Samstag?"],
    ["fr", "Quelle est la durée de la garantie ?"],
    ["es", "¿Cuánto es la renta mensual?"],
    ["it", "Quante uova servono per la torta?"],
    ["pt", "Onde fica a sede da empresa?"],
    ["nl", "Wanneer is het museum open?"],
    ["pl", "Kto jest kierownikiem basenu?"],
    ["ru", "Сколько стоит билет для взрослых?"],
    ["uk", "Коли відкрили музей і хто його директор?"],
    ["tr", "Müze ne zaman açıldı?"],
    ["ar", "من هو مدير الشركة؟"],
    ["he", "מתי נפתח המוזיאון?"],
    ["hi", "संग्रहालय कब खुला?"],
    ["zh", "公司的创始人是谁？"],
    ["ja", "創業者は誰ですか？"],
    ["ko", "박물관은 언제 열었습니까?"],
    ["vi", "Bảo tàng mở cửa khi nào?"],
    ["th", "พิพิธภัณฑ์เปิดเมื่อไหร่"],
    ["id", "Siapa direktur museum ini?"],
  ])("is %s for %s", (language, question) => {
    expect(languageOf(question)).toBe(language);
  });

  it("is that of the conversation where the question does not tell", () => {
    expect(askQuestion("2019?", "Wann wurde die Bücherei gegründet?").language).toBe("de");
  });
});

describe("what a question asks for", () => {
  it.each<[QuestionKind, string]>([
    ["person", "Who founded the observatory?"],
    ["person", "Wer hat die Bücherei gegründet?"],
    ["person", "Wie is de directeur van het museum?"],
    ["person", "公司的创始人是谁？"],
    ["time", "When did it burn down?"],
    ["time", "Когда был открыт музей?"],
    ["time", "チェックインは何時からですか？"],
    ["number", "How many trucks were used?"],
    ["number", "Wie lange kann ich Filme ausleihen?"],
    ["money", "How much will the repair cost?"],
    ["money", "Ile kosztuje bilet ulgowy?"],
    ["place", "Où se trouve l'atelier ?"],
    ["list", "Which telescopes does the observatory own?"],
    ["list", "Welche Regeln gelten im Lesesaal?"],
    ["definition", "What is a blink comparator?"],
    ["other", "May visitors use the telescopes?"],
  ])("is a %s in %s", (kind, question) => {
    expect(askQuestion(question, "").kind).toBe(kind);
  });

  it.each<[boolean, QuestionKind, string]>([
    [true, "time", "It burned down in 1921."],
    [false, "time", "It burned down."],
    [true, "number", "Films can be borrowed for seven days."],
    [false, "number", "Films can be borrowed."],
    [true, "money", "It will cost 41,300 euros."],
    [false, "money", "It starts on 8 April."],
    [true, "person", "It was designed by Lise Amund."],
    [false, "person", "It was designed by an architect."],
    [true, "person", "創業者は佐藤健一です。"],
  ])("is held: %s, a %s in %s", (isHeld, kind, text) => {
    expect(holdsKind(kind, text, "?")).toBe(isHeld);
  });

  it("is not what the question says itself", () => {
    expect(holdsKind("time", "In 2021 it was so.", "When was it so in 2021?")).toBe(false);
  });
});

describe("small talk", () => {
  it.each([
    "Hello!",
    "hi there",
    "Guten Morgen",
    "Bonjour !",
    "¡Hola!".slice(1),
    "Привет!",
    "こんにちは",
    "你好",
    "مرحبا",
    "안녕하세요",
  ])("is a greeting: %s", (message) => expect(smallTalkOf(message)).toBe("greeting"));

  it.each([
    "Thanks a lot!",
    "ok, thank you",
    "Vielen Dank!",
    "merci beaucoup",
    "Спасибо!",
    "ありがとうございます",
    "谢谢",
  ])("is a thank-you: %s", (message) => expect(smallTalkOf(message)).toBe("thanks"));

  it.each(["Hello World prints what?", "Who says thanks?", "", "hi, what does it cost?"])(
    "is none of these: %s",
    (message) => expect(smallTalkOf(message)).toBeNull(),
  );
});

describe("what the service says itself", () => {
  it.each(LANGUAGES)("is all there in %s, and its note is recognised", (language) => {
    const { connect, ...sentences } = WORDS[language];
    for (const sentence of Object.values(sentences)) expect(sentence).toMatch(/\p{L}{2}/u);
    expect(carriesNote(connect)).toBe(true);
  });
});
