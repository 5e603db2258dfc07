import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { INSTALL_LIMIT_MS } from "./find-chromium.ts";
import { openBrowser } from "./open-browser.ts";
import { type BrowserService, openService } from "./open-service.ts";

/** A service on an empty library and a browser to look at it. */
interface Opened {
  service: BrowserService;
  browser: Browser;
}

/** Opens both before the tests of a suite, hands them over, and ends them after the last. */
export function withService(onOpened: (opened: Opened) => Promise<void> | void): void {
  let service: BrowserService | undefined;
  let browser: Browser | undefined;
  beforeAll(async () => {
    service = await openService();
    browser = await openBrowser();
    await onOpened({ service, browser });
  }, INSTALL_LIMIT_MS);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });
}
