import { describe, expect, it } from "vitest";
import { carryOver, dependenceOf } from "./follow-up.ts";

describe("dependenceOf", () => {
  it.each([
    "and in 2019?",
    "And in Madrid?",
    "what about the deposit?",
    "How about dogs?",
    "why?",
    "Since when?",
    "in 2019?",
    "2020?",
    "Who signed it?",
    "When did she join?",
    "How much do they cost?",
    "und 2019?",
    "Und in München?",
    "Was ist mit Hunden?",
    "Warum?",
    "Wer hat ihn unterschrieben?",
    "et en 2019 ?",
    "Pourquoi ?",
    "y en Madrid?",
    "¿Y en 2019?",
    "¿Por qué?",
    "e nel 2019?",
    "E em 2019?",
    "en in 2019?",
    "а в 2019?",
    "Почему?",
    "그럼 2019년은?",
    "왜?",
    "2019年呢？",
    "那北京呢？",
    "为什么？",
    "它多少钱？",
    "2019年は？",
    "なぜ？",
    "それはいつ？",
    "وماذا عن 2019؟",
    "और 2019 में?",
  ])("needs what was said before: %s", (question) => {
    expect(dependenceOf(question)).toBe("follows");
  });

  it.each([
    "How much notice does the tenant have to give?",
    "What is the deposit?",
    "notice period",
    "Pets?",
    "Is it allowed to keep dogs in the flat?",
    "How long does it take to get a refund for a cancelled ticket?",
    "What does the lease say about the kitchen and the cellar?",
    "thanks",
    "Thank you!",
    "Hello",
    "Summarise the lease",
    "Wie lange ist die Kündigungsfrist?",
    "Gibt es einen Aufzug im Haus?",
    "Danke!",
    "Quel est le montant du loyer ?",
    "¿Cuánto cuesta el billete?",
    "押金是多少？",
    "会議はどこで開催されましたか？",
    "직원은 몇 명입니까?",
    "Кто директор завода?",
  ])("stands alone: %s", (question) => {
    expect(dependenceOf(question)).toBe("alone");
  });
});

describe("carryOver", () => {
  it.each([
    [
      ["How many people worked in Berlin in 2018?", "and in 2019?"],
      "How many people worked in Berlin in 2019?",
    ],
    [
      ["How many people worked in Berlin in 2018?", "And in Madrid?"],
      "How many people worked in Madrid in 2018?",
    ],
    [["Wie hoch war der Umsatz 2018?", "und 2019?"], "Wie hoch war der Umsatz 2019?"],
    [["2018年的收入是多少？", "2019年呢？"], "2019年的收入是多少？"],
    [["2018년 매출은 얼마입니까?", "그럼 2019년은?"], "2019년 매출은 얼마입니까?"],
    [["How much is the deposit?", "why?"], "why? deposit"],
    [["What does the lease say about dogs?", "what about cats?"], "what about cats? lease say dogs"],
    [
      ["How many people worked here in 2017?", "and in 2018?", "and in 2019?"],
      "How many people worked here in 2019?",
    ],
    [["How much is the deposit?", "Who signed the lease in Berlin?", "when?"], "when? signed lease Berlin"],
    [
      ["How much is the deposit?", "Which pets are allowed in the flat?"],
      "Which pets are allowed in the flat?",
    ],
    [["How much is the deposit?"], "How much is the deposit?"],
    [["How much is the deposit?", "thanks"], "thanks"],
  ])("makes of %j: %s", (questions, expected) => {
    const messages = questions.flatMap((content) => [
      { role: "user" as const, content },
      { role: "assistant" as const, content: "So it is [1]." },
    ]);
    expect(carryOver(messages, questions.at(-1) ?? "")).toBe(expected);
  });

  it("knows from the answer before whom a pronoun means", () => {
    const messages = [
      { role: "user" as const, content: "Who founded Bluefin?" },
      { role: "assistant" as const, content: "Bluefin was founded by Maria Keller [1]." },
      { role: "user" as const, content: "When did she join the board?" },
    ];
    expect(carryOver(messages, "When did she join the board?")).toBe(
      "When did she join the board? founded Bluefin Maria Keller",
    );
  });

  it("carries some words over, however long the questions before were", () => {
    const messages = [
      { role: "user" as const, content: "lease deposit tenant ".repeat(10_000) },
      { role: "user" as const, content: "why?" },
    ];
    expect(carryOver(messages, "why?").length).toBeLessThan(200);
  });
});
