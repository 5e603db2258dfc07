import { describe, expect, it } from "vitest";
import { documentTypeOf, extensionOf, isImageName } from "./document.ts";

describe("extensionOf", () => {
  it.each([
    ["report.pdf", "pdf"],
    ["REPORT.PDF", "pdf"],
    ["  report.pdf  ", "pdf"],
    ["report (1).pdf", "pdf"],
    ["report .pdf", "pdf"],
    ["report..pdf", "pdf"],
    ["archive.tar.gz", "gz"],
    ["main.c++", "c++"],
    [".env.md", "md"],
    ["../notes.d/plan.md", "md"],
    ["C:\\files\\plan.docx", "docx"],
    ["notes.d/plan", ""],
    ["README", ""],
    [".gitignore", ""],
    ["..pdf", ""],
    ["ends with a dot.", ""],
    ["Meeting with Dr. Smith", ""],
    ["", ""],
  ])("of %j is %j", (name, extension) => {
    expect(extensionOf(name)).toBe(extension);
  });
});

describe("documentTypeOf", () => {
  it.each([
    ["plan.Md", "MD"],
    ["plan", "FILE"],
  ])("of %j is %j", (name, type) => {
    expect(documentTypeOf(name)).toBe(type);
  });
});

describe("isImageName", () => {
  it.each(["a.jpg", "a.JPEG", "a.png", "a.gif", "a.webp", "a.bmp", "a.svg"])("knows %s", (name) => {
    expect(isImageName(name)).toBe(true);
  });

  it.each(["a.pdf", "png", "a.png.txt"])("does not take %s for one", (name) => {
    expect(isImageName(name)).toBe(false);
  });
});
