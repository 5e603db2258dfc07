import { expect, it } from "vitest";
import { holdsPhrases, quotedPhrases } from "./quoted-phrases.ts";

it.each([
  ['where is "late payment fee" named?', ["late payment fee"]],
  ["wo steht „die Kaution“ und “der Zins”?", ["die Kaution", "der Zins"]],
  ["« le loyer » et 「家賃」", ["le loyer", "家賃"]],
  ["it's the tenant's, isn't it?", []],
  ['5" screens and 6" screens', [" screens and 6".trim()]],
  ['""', []],
])("%j quotes %j", (question, phrases) => {
  expect(quotedPhrases(question)).toEqual(phrases);
});

it("a text holds what is quoted, whatever its case, white space and marks", () => {
  const holds = holdsPhrases('the "late  payment fee" and "tenant\'s share"');
  expect(holds?.("A Late Payment\nFee is due. The tenant’s share is half.")).toBe(true);
  expect(holds?.("A late fee for payment. The tenant's share.")).toBe(false);
  expect(holds?.("A late payment fee is due.")).toBe(false);
  expect(holdsPhrases("nothing quoted")).toBe(null);
});
