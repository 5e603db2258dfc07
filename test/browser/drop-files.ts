import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Drops files onto the window, as somebody would who drags them from a folder. */
export async function dropFiles(
  page: Page,
  files: readonly { name: string; content: string }[],
): Promise<void> {
  const transfer = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    for (const { name, content } of ${JSON.stringify(files)}) transfer.items.add(new File([content], name));
    return transfer;
  })()`);
  const zone = page.getByText("Drop files or folders to add them");
  // The page listens only once it has been drawn; somebody who drags moves on and so enters again.
  await expect
    .poll(
      async () => {
        await page.dispatchEvent("body", "dragenter", { dataTransfer: transfer });
        return zone.isVisible();
      },
      { timeout: 40_000 },
    )
    .toBe(true);
  await page.dispatchEvent("body", "dragover", { dataTransfer: transfer });
  await page.dispatchEvent("body", "drop", { dataTransfer: transfer });
}
