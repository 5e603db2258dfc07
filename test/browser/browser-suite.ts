import { setTimeout as wait } from "node:timers/promises";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, describe, onTestFinished } from "vitest";
import { findChromium, HOW_TO_GET_CHROMIUM, INSTALL_LIMIT_MS } from "./find-chromium.ts";
import { openBrowser, openPage, type WatchedPage } from "./open-browser.ts";
import { type BrowserService, openService } from "./open-service.ts";

const chromium = await findChromium();
/** How long a browser may take to close. */
const CLOSE_LIMIT_MS = 20_000;

/** What the tests of a suite share, from before the first to after the last. */
export interface BrowserStage {
  /** On a library that is empty at first. */
  service: Omit<BrowserService, "stop">;
  /** Opens a page of the service, which is closed when the test is over. */
  open(path: string, options?: BrowserContextOptions): Promise<WatchedPage>;
  /** The same, but whoever opens it closes it. */
  openAhead(path: string): Promise<WatchedPage>;
}

/** A suite of tests in a browser, which are left out where there is none. */
export function browserSuite(
  name: string,
  tests: (stage: BrowserStage) => void,
  settings: Record<string, string> = {},
): void {
  describe.skipIf(chromium === null)(`${name} (${chromium ?? HOW_TO_GET_CHROMIUM})`, () => {
    let opened: BrowserService;
    let browser: Browser | undefined;
    beforeAll(async () => {
      opened = await openService(settings);
      browser = await openBrowser();
    }, INSTALL_LIMIT_MS);
    afterAll(async () => {
      // A browser that does not end by itself is ended with this process; the service has to.
      await Promise.race([browser?.close(), wait(CLOSE_LIMIT_MS, undefined, { ref: false })]);
      await opened?.stop();
    });

    const openAhead = (path: string, options?: BrowserContextOptions) => {
      if (browser === undefined) throw new Error("The browser is opened before the tests");
      return openPage(browser, opened.url + path, options);
    };
    tests({
      service: {
        get url() {
          return opened.url;
        },
        get folder() {
          return opened.folder;
        },
        get model() {
          return opened.model;
        },
      },
      openAhead,
      async open(path, options) {
        const watched = await openAhead(path, options);
        onTestFinished(() => watched.page.context().close());
        return watched;
      },
    });
  });
}
