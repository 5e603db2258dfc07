import type { Page } from "playwright-core";

/** Sets how fast the page may send; -1 is as fast as it can. */
export async function openThrottle(page: Page): Promise<(uploadThroughput: number) => Promise<void>> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Network.enable");
  return async (uploadThroughput) => {
    await browser.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  };
}
