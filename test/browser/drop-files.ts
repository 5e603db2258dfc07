import type { Page } from "playwright-core";

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
  await page.dispatchEvent("body", "dragenter", { dataTransfer: transfer });
  await page.getByText("Drop files or folders to add them").waitFor();
  await page.dispatchEvent("body", "dragover", { dataTransfer: transfer });
  await page.dispatchEvent("body", "drop", { dataTransfer: transfer });
}
