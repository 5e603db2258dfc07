import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { findChromium } from "./find-chromium.ts";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The longest that a test waits for something to appear. */
const PATIENCE_MS = 40_000;

/** The browser that `npm test` uses. */
export async function openBrowser(): Promise<Browser> {
  const path = await findChromium();
  if (path === null) throw new Error("findChromium must be asked before");
  return chromium.launch({ executablePath: path, args: FLAGS });
}

/** A page with what went wrong on it: errors of its scripts, and requests to anybody but its own service. */
export interface WatchedPage {
  page: Page;
  errors: string[];
  strangers: string[];
}

/** Opens a page of the service in a context of its own. */
export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    reducedMotion: "reduce",
    ...options,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const errors: string[] = [];
  const strangers: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  const { origin } = new URL(url);
  page.on("request", (request) => {
    if (/^https?:/.test(request.url()) && new URL(request.url()).origin !== origin)
      strangers.push(request.url());
  });
  await page.goto(url);
  return { page, errors, strangers };
}
