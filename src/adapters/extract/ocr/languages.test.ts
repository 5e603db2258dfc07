import { describe, expect, it } from "vitest";
import { adviceOn, installedLanguages, likelyLanguages } from "./languages.ts";

const hints = { name: "scan.pdf", tag: null, text: "" };

describe("likelyLanguages", () => {
  it.each([
    ["nothing", hints, []],
    ["what the document says of itself", { ...hints, tag: "de-DE" }, ["deu"]],
    ["the Chinese of Taiwan", { ...hints, tag: "zh-TW" }, ["chi_tra"]],
    ["the text beside it", { ...hints, text: "עמוד" }, ["heb"]],
    ["the letters of Persian", { ...hints, text: "گزارش" }, ["fas"]],
    ["its name", { ...hints, name: "報告.png" }, ["chi_sim"]],
    ["the end of its name", { ...hints, name: "scan_fr.pdf" }, ["fra"]],
    ["several of them", { ...hints, tag: "en", text: "الصفحة" }, ["eng", "ara"]],
  ])("are told by %s", (_, given, expected) => {
    expect(likelyLanguages(given)).toEqual(expected);
  });
});

describe("adviceOn", () => {
  it("names the package that is missing", () => {
    expect(adviceOn(["tam"])).toContain("npm install @tesseract.js-data/tam");
  });

  it("names what is installed where nothing tells the language", () => {
    expect(installedLanguages()).toContain("eng");
    expect(adviceOn(["eng"])).toMatch(/Installed languages: .*eng.*npm install @tesseract\.js-data\//);
  });
});
