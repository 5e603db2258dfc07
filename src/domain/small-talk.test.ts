import { expect, it } from "vitest";
import { smallTalkOf } from "./small-talk.ts";

it.each([
  ["Hello", "greeting"],
  ["Hi there!", "greeting"],
  ["Guten Tag", "greeting"],
  ["Thank you very much for your help", "thanks"],
  ["Vielen Dank!", "thanks"],
  ["Hey, how are you?", "service"],
  ["Hallo, wie geht's?", "service"],
  ["¡Hola! ¿Qué tal?", "service"],
  ["What can you do?", "service"],
  ["¿Quién eres?", "service"],
  ["Which model are you?", "service"],
  ["你是谁？", "service"],
  ["Okay, got it", "reply"],
  ["Yes please", "reply"],
  ["Goodbye", "reply"],
])("%j is a %s", (message, kind) => {
  expect(smallTalkOf(message)).toBe(kind);
});

it.each([
  "Who are you allowed to invite?",
  "What can you do against moths?",
  "Hello, how long is the notice period?",
  "How does this work with the heat pump?",
  "Thank you letter to the board",
  "Can you help me find the lease?",
  "no smoking",
  "test results of March",
  "Wie geht der Filterwechsel?",
])("%j is a question", (message) => {
  expect(smallTalkOf(message)).toBe(null);
});
