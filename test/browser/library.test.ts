import { expect, test } from "vitest";
import { browserSuite } from "./browser-suite.ts";
import { dropFiles } from "./drop-files.ts";
import { addDocument, namesOf } from "./open-service.ts";

browserSuite("the library", ({ service, open }) => {
  test("an empty library offers examples, and the page asks for nothing from elsewhere", async () => {
    const { page, errors, strangers } = await open("/library");
    await page.getByRole("heading", { name: "Put your documents on the desk." }).waitFor();
    await page.getByRole("button", { name: "A table of house plants" }).click();
    await page.getByRole("link", { name: "House plants.csv" }).first().waitFor();
    expect(await page.getByRole("row").count()).toBe(1);
    expect(errors).toEqual([]);
    expect(strangers).toEqual([]);
  });

  test("dropped files are uploaded, understood and listed, and a failure says its cause", async () => {
    const { page } = await open("/library");
    await dropFiles(page, [
      { name: "orchard.txt", content: "The pear tree by the gate is pruned in February.\n".repeat(600) },
      { name: "hollow.txt", content: "   \n" },
    ]);
    const tray = page.getByRole("region", { name: "Uploads" });
    await tray.getByRole("progressbar", { name: "orchard.txt" }).waitFor();
    await tray.getByText(/^Ready, \d+ passages?$/).waitFor();
    await tray.getByText("No extractable text found in the file", { exact: false }).waitFor();
    expect(await tray.getByRole("button", { name: "Try hollow.txt again" }).isEnabled()).toBe(true);
    await page.getByRole("row").filter({ hasText: "orchard.txt" }).waitFor();
    await tray.getByRole("button", { name: "Take hollow.txt off the list" }).click();
    expect(await page.getByRole("row").filter({ hasText: "hollow.txt" }).count()).toBe(0);
  });

  test("search finds a passage by meaning, marks its words and opens it", async () => {
    await addDocument(
      service.url,
      "harbour.txt",
      "Ferries leave the harbour at nine. The museum is closed on Mondays.",
    );
    const { page } = await open("/library");
    await page
      .getByRole("searchbox", { name: "Search by meaning or name" })
      .fill("when do the ferries leave the harbour");
    const passage = page.getByRole("link", { name: /Ferries leave the harbour at nine/ });
    await passage.waitFor();
    expect(await passage.locator("mark").allTextContents()).toEqual(
      expect.arrayContaining(["Ferries", "leave", "harbour"]),
    );
    await passage.click();
    await page.waitForURL(/\/library\/\w+\?chunk=0/);
    expect(await page.locator("main mark").first().textContent()).toContain("Ferries leave the harbour");
  });

  test("a document is renamed in place with the keyboard", async () => {
    await addDocument(service.url, "old-name.txt", "A note on lanterns and their wicks.");
    const { page } = await open("/library");
    const row = page.getByRole("row").filter({ hasText: "old-name.txt" });
    await row.focus();
    await page.keyboard.press("F2");
    const field = page.getByRole("textbox", { name: "New name for old-name.txt" });
    await field.fill("lanterns.txt");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "lanterns.txt" }).waitFor();
    await expect.poll(() => namesOf(service.url)).toContain("lanterns.txt");
  });

  test("a deletion can be undone, and is done when the page goes", async () => {
    await addDocument(service.url, "brief.txt", "A brief text about chimneys and soot.");
    const { page } = await open("/library");
    const row = page.getByRole("row").filter({ hasText: "brief.txt" });
    await row.focus();
    await page.keyboard.press("Delete");
    await row.waitFor({ state: "detached" });
    expect(await namesOf(service.url)).toContain("brief.txt");
    await page.getByRole("button", { name: "Undo" }).click();
    await row.waitFor();
    await row.focus();
    await page.keyboard.press("Delete");
    await row.waitFor({ state: "detached" });
    await page.goto("about:blank");
    await expect.poll(() => namesOf(service.url)).not.toContain("brief.txt");
  });

  test("two thousand documents are listed by those in sight, and the keyboard reaches the last", async () => {
    const { page } = await open("/settings");
    await page.route("**/api/documents?userId=*", (route) => route.fulfill({ json: manyDocuments(2000) }));
    await page.goto(`${service.url}/library`);
    await page.getByText("2,000 documents").waitFor();
    const rows = page.getByRole("row");
    expect(await rows.count()).toBeLessThan(60);
    await rows.first().focus();
    await page.keyboard.press("End");
    await page.getByRole("link", { name: "document 1999.pdf" }).waitFor();
    expect(await page.evaluate("document.activeElement?.getAttribute('aria-rowindex')")).toBe("2000");
  });

  test("a document of HTML and script stays text", async () => {
    const poison =
      '# Notes\n\n<img src=x onerror="window.hit=1"><script>window.hit=1</script>\n\n[link](javascript:window.hit=1) and **bold**\n';
    const id = await addDocument(service.url, "<img src=x onerror=hit=1>.md", poison);
    const { page, strangers } = await open(`/library/${id}`);
    await page.getByRole("heading", { name: "Notes" }).waitFor();
    expect(await page.getByText("<script>window.hit=1</script>", { exact: false }).count()).toBeGreaterThan(
      0,
    );
    expect(await page.locator("main img, main script").count()).toBe(0);
    expect(await page.getByRole("link", { name: "link", exact: true }).count()).toBe(0);
    expect(await page.evaluate("window.hit === undefined")).toBe(true);
    expect(strangers).toEqual([]);
  });
});

function manyDocuments(count: number) {
  const documents = Array.from({ length: count }, (_, i) => ({
    documentId: `d${i}`,
    documentName: `document ${i}.pdf`,
    documentType: "PDF",
    category: "Report",
    chunks: 12,
    pages: 4,
    size: 1000 + i,
    indexedAt: new Date(Date.UTC(2026, 0, 1) - 60_000 * i).toISOString(),
  }));
  return { success: true, documents, count };
}
