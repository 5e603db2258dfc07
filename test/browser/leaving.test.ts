import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { browserSuite } from "./browser-suite.ts";
import { documentsOf, namesOf } from "./open-service.ts";
import { openThrottle } from "./open-throttle.ts";

const PATIENCE = { timeout: 100_000, interval: 250 };
const LEAVING_AFTER_MS = 4_000;

browserSuite("leaving the page", ({ service, open }) => {
  const listed = () => documentsOf(service.url);
  const statesOf = async (names: ReadonlySet<string>) =>
    new Set((await listed()).filter(({ documentName }) => names.has(documentName)).map(({ state }) => state));

  test("in the middle of twelve uploads warns, and loses nothing that was uploaded", async () => {
    const { page } = await open("/library");
    const stored = namesStored(page);
    const sendAtBytesPerSecond = await openThrottle(page);
    await sendAtBytesPerSecond(20_000);
    await addFiles(page, "leaving");
    await page.waitForTimeout(LEAVING_AFTER_MS);
    const warnings: string[] = [];
    const gone = page.waitForEvent("close");
    page.on("dialog", async (dialog) => {
      warnings.push(dialog.type());
      await dialog.accept();
    });
    await page.close({ runBeforeUnload: true });
    await gone;
    expect(warnings).toEqual(["beforeunload"]);
    expect(stored.size).toBeGreaterThan(0);
    expect(stored.size).toBeLessThan(12);
    const names = await namesOf(service.url);
    for (const name of stored) expect(names).toContain(name);
    await expect.poll(() => statesOf(stored), PATIENCE).toEqual(new Set(["indexed"]));
  });

  test("after all are uploaded does not warn, and the next visit shows how far they are", async () => {
    const { page } = await open("/library");
    const stored = namesStored(page);
    await addFiles(page, "staying");
    await expect.poll(() => stored.size, PATIENCE).toBe(12);
    await expect
      .poll(() => page.getByText(/^(Uploading|Waiting for its)/).count(), PATIENCE)
      .toBeLessThan(12);
    await page
      .getByText(/^Uploading/)
      .first()
      .waitFor({ state: "detached" });
    await page.reload();
    for (const name of stored) await page.getByRole("row").filter({ hasText: name }).waitFor();
    await expect.poll(() => statesOf(stored), PATIENCE).toEqual(new Set(["indexed"]));
  });
});

/** The names of the files that the service has acknowledged, as they come. */
function namesStored(page: Page): Set<string> {
  const names = new Set<string>();
  page.on("response", async (response) => {
    if (!response.url().endsWith("/api/documents/upload") || !response.ok()) return;
    const { documentName } = (await response.json()) as { documentName: string };
    names.add(documentName);
  });
  return names;
}

async function addFiles(page: Page, name: string): Promise<void> {
  const files = Array.from({ length: 12 }, (_, i) => ({
    name: `${name} ${i}.txt`,
    mimeType: "",
    buffer: Buffer.from(
      `Boat ${i} of the ${name}. ${"The sea was calm and the wind was fair. ".repeat(300)}`,
    ),
  }));
  const chooser = page.waitForEvent("filechooser");
  await page
    .getByRole("button", { name: "Add files" })
    .or(page.getByRole("button", { name: "Choose files" }))
    .first()
    .click();
  await (await chooser).setFiles(files);
}
