import type { Page } from "playwright-core";
import { expect } from "vitest";

const MIDDLE = { x: 720, y: 450 };
/** The operation "copy", as Chromium counts. */
const COPY = 1;

/**
 * Drops a folder of this machine onto the window. A script of the page can make no folder, so the browser itself is
 * told what is dragged, by its path; the page gets the entries that a folder from a desktop would give it.
 */
export async function dropFolder(page: Page, path: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const drag = (type: "dragEnter" | "dragOver" | "drop") =>
    browser.send("Input.dispatchDragEvent", {
      type,
      ...MIDDLE,
      data: { items: [], files: [path], dragOperationsMask: COPY },
    });
  const zone = page.getByText("Drop files or folders to add them");
  await drag("dragEnter");
  // The page listens only once it has been drawn; somebody who drags moves on.
  await expect
    .poll(
      async () => {
        await drag("dragOver");
        return zone.isVisible();
      },
      { timeout: 40_000 },
    )
    .toBe(true);
  await drag("drop");
  await zone.waitFor({ state: "detached" });
  await browser.detach();
}
