import { describe, expect, it } from "vitest";
import { cleanName, documentTypeOf, extensionOf, isImageName } from "./document.ts";

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

describe("cleanName", () => {
  it.each([
    ["  lease.pdf ", "lease.pdf"],
    ["../../etc/passwd", "passwd"],
    ["..\\..\\a.txt", "a.txt"],
    ["a/\u0000../b.txt", "b.txt"],
    ["in\u0007voice\r\n.pdf", "invoice.pdf"],
    ["invoice\u202efdp.exe", "invoicefdp.exe"],
    ["\u2066a\u2069\u200f.txt", "a.txt"],
    ["..", ""],
    ["../", ""],
    ["./..", ""],
    ["\u202e \u0000", ""],
    [".gitignore", ".gitignore"],
    ["Ünïcode 日本語 👩‍👧.md", "Ünïcode 日本語 👩‍👧.md"],
    ["می‌خواهم.txt", "می‌خواهم.txt"],
  ])("%j is kept as %j", (name, cleaned) => {
    expect(cleanName(name)).toBe(cleaned);
  });
});
