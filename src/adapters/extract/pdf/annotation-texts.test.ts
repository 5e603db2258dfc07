import { describe, expect, it } from "vitest";
import { annotationTexts } from "./annotation-texts.ts";

describe("annotationTexts", () => {
  it("gives the values of filled fields with their labels", () => {
    expect(
      annotationTexts([
        { subtype: "Widget", fieldType: "Tx", fieldName: "f1", alternativeText: "Name", fieldValue: "Ada" },
        { subtype: "Widget", fieldType: "Ch", fieldName: "colour", fieldValue: ["red", "blue"] },
        { subtype: "Widget", fieldType: "Tx", fieldName: "empty", fieldValue: "" },
        { subtype: "Widget", fieldType: "Btn", fieldName: "agree", fieldValue: "Yes" },
      ]),
    ).toEqual(["Name: Ada", "colour: red, blue"]);
  });

  it("gives the words of notes, plain or rich", () => {
    expect(
      annotationTexts([
        { subtype: "Text", contentsObj: { str: "Check this." } },
        { subtype: "FreeText", contentsObj: { str: "" }, richText: { str: "Really?" } },
        { subtype: "Link", contentsObj: { str: "no" } },
        null,
      ]),
    ).toEqual(["Check this.", "Really?"]);
  });
});
