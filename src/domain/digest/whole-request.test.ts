import { describe, expect, it } from "vitest";
import { OFF_TOPIC } from "../../../bench/quality/off-topic-questions.ts";
import { wholeRequestOf } from "./whole-request.ts";

describe("wholeRequestOf", () => {
  it.each([
    ["Summarise this document", []],
    ["Please summarize the lease", ["leas"]],
    ["Can you sum up the report in three sentences?", ["report"]],
    ["Give me a short summary", []],
    ["What are the main points?", []],
    ["key takeaways", []],
    ["What is this document about?", []],
    ["tl;dr", []],
    ["Fasse das Dokument zusammen", []],
    ["Bitte fasse den Text kurz zusammen.", []],
    ["Was sind die wichtigsten Punkte?", []],
    ["Worum geht es in dem Dokument?", []],
    ["Résume ce document", []],
    ["Quels sont les points clés ?", []],
    ["Resume el documento", []],
    ["¿De qué trata el documento?", []],
    ["Riassumi il documento", []],
    ["Resuma o documento", []],
    ["Vat het document samen", []],
    ["Сделай краткое резюме документа", []],
    ["总结一下这份文件", []],
    ["この文書を要約してください", []],
    ["이 문서를 요약해 줘", []],
    ["لخص هذا المستند", null],
    ["इस दस्तावेज़ का सारांश दो", null],
  ])("knows a summary: %s", (question, about) => {
    const request = wholeRequestOf(question);
    expect(request?.kind).toBe("summary");
    if (about !== null) expect(request?.about).toEqual(about);
  });

  it.each([
    ["List all amounts", "amounts", []],
    ["Which amounts are mentioned?", "amounts", []],
    ["List all dates in the lease", "dates", ["leas"]],
    ["Show me all e-mail addresses", "emails", []],
    ["Nenne alle Beträge", "amounts", []],
    ["Welche Termine gibt es?", "dates", []],
    ["Liste alle Telefonnummern auf", "phones", []],
    ["Liste toutes les dates", "dates", []],
    ["Lista todas las fechas", "dates", []],
    ["Elenca tutti i prezzi", "amounts", []],
    ["列出所有金额", "amounts", []],
    ["모든 날짜를 나열해 줘", "dates", []],
    ["List all suppliers", null, ["supplier"]],
    ["Nenne alle Lieferanten", null, ["lieferanten"]],
  ])("knows a list: %s", (question, values, about) => {
    expect(wholeRequestOf(question)).toEqual({ kind: "list", values, about });
  });

  it.each([
    "How much is the deposit?",
    "What does the executive summary say about revenue?",
    "Who wrote the summary?",
    "What was the main point of disagreement between the parties?",
    "Which date was the contract signed on?",
    "What amount is due in March?",
    "When is the deadline for the application?",
    "Are all employees insured?",
    "Does every tenant get a key?",
    "What is the price of the pump?",
    "Which people did the committee invite?",
    "What is the lease about dogs saying?",
    "Wie hoch ist der Betrag?",
    "Welche Kündigungsfrist gilt?",
    "Wer fasste den Beschluss?",
    "Quel est le prix ?",
    "¿Cuál es la fecha de entrega?",
    "合同金额是多少？",
    "会議の日付はいつですか？",
    ...OFF_TOPIC.everyday,
  ])("leaves a question to passages: %s", (question) => {
    expect(wholeRequestOf(question)).toBeNull();
  });
});
