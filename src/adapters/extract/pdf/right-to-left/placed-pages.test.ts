import { describe, expect, it } from "vitest";
import { makeRightToLeftPdf } from "../../testing/make-right-to-left-pdf.ts";
import { contextFor } from "../../testing/read-context.ts";
import { readPdf } from "../read-pdf.ts";
import { openPlacedPages } from "./placed-pages.ts";

const PDF = makeRightToLeftPdf([
  { seen: "ﺔﻛﺮﺷ", left: 200, baseline: 700 },
  { seen: "15", left: 180, baseline: 700 },
  { seen: "(Carrel)", left: 120, baseline: 700 },
  { seen: "םלוע םולש", left: 200, baseline: 680 },
]);

describe("a PDF from right to left", () => {
  it("is read in the order in which people read it, whatever the order in which it is set", async () => {
    const { parts } = await readPdf(PDF, contextFor("a.pdf"));
    expect(parts[0]?.text).toBe("شركة 15 (Carrel)\nשלום עולם");
  });

  it("keeps its own text where fewer letters can be placed", async () => {
    const pages = openPlacedPages(PDF);
    const own = "א".repeat(1_000);
    expect(await pages.read(1, own)).toBe(own);
    await pages.close();
  });

  it("keeps its own text, without the forms of its letters, where nothing can be placed", async () => {
    const pages = openPlacedPages(Buffer.from("no PDF"));
    expect(await pages.read(1, "ﻻ")).toBe("لا");
    await pages.close();
  });
});
