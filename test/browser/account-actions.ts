import { join } from "node:path";
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, expect } from "vitest";
import { makePdf } from "../contracts/make-pdf.ts";
import type { BrowserStage } from "./browser-suite.ts";
import type { WatchedPage } from "./open-browser.ts";

/** Where to put pictures of the pages; a plain test takes none. */
const SCREENSHOTS = process.env.SCREENSHOTS;
const COOKIE = "carrel";

export const OWNER = { name: "Ada", password: "correct horse battery" };
export const GUEST = { name: "Berta", password: "another long password" };

/** Browsers in which the owner and a guest are signed in, so that a test does not have to. */
export interface SignedInBrowsers {
  as(who: "owner" | "guest", path: string, options?: BrowserContextOptions): Promise<WatchedPage>;
  /** Remembers a browser as somebody's from now on. */
  remember(who: "owner" | "guest", page: Page): Promise<void>;
}

/** Makes both accounts on the page, as people do: the first visitor's, and by an invitation. */
export function withAccounts({ service, open, openAhead }: BrowserStage): SignedInBrowsers {
  const states: Record<string, BrowserContextOptions["storageState"]> = {};
  const remember = async (who: string, page: Page) => {
    states[who] = await page.context().storageState();
  };
  beforeAll(async () => {
    const { page, errors } = await openAhead("/library?x=1");
    await page.getByRole("heading", { name: "Make the first account" }).waitFor();
    await fill(page, OWNER);
    await page.getByRole("button", { name: "Make the account" }).click();
    await page.getByRole("heading", { name: "Put your documents on the desk." }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/library");
    await remember("owner", page);
    await page.goto(`${service.url}/account/users`);
    await page.getByRole("button", { name: "Invite somebody" }).click();
    const link = page.getByText(/\/join#/);
    const { pathname, hash } = new URL((await link.textContent()) ?? "");
    await page.context().close();
    expect(errors).toEqual([]);

    const { page: guest } = await openAhead(pathname + hash);
    await guest.getByRole("heading", { name: "You are invited" }).waitFor();
    expect(guest.url()).toBe(`${service.url}/join`);
    await fill(guest, GUEST);
    await guest.getByRole("button", { name: "Make the account" }).click();
    await guest.getByRole("textbox", { name: "Your question" }).waitFor();
    expect(new URL(guest.url()).pathname).toBe("/");
    await remember("guest", guest);
    await guest.context().close();
  });

  return {
    remember,
    as: (who, path, options = {}) =>
      open(path, { ...options, ...(states[who] === undefined ? {} : { storageState: states[who] }) }),
  };
}

/** Types a name and a password. */
export async function fill(
  page: Page,
  { name, password }: { name: string; password: string },
): Promise<void> {
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Password", { exact: true }).fill(password);
}

/** Signs in, and waits until that is done. */
export async function signIn(page: Page, who: { name: string; password: string }): Promise<void> {
  await fill(page, who);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: `Account of ${who.name}` }).waitFor();
}

/** Asks a question in a new chat. */
export async function ask(page: Page, question: string): Promise<void> {
  await page.getByRole("link", { name: "Chat" }).first().click();
  await page.getByRole("textbox", { name: "Your question" }).fill(question);
  await page.keyboard.press("Enter");
}

/** As if the session had ended at the service: what the browser sends is worth nothing. Says how many it had. */
export async function expire(context: BrowserContext): Promise<number> {
  const own = (await context.cookies()).filter(({ name }) => name === COOKIE);
  await context.clearCookies({ name: COOKIE });
  return own.length;
}

/** Who the service takes a program for that sends a key. */
export async function withKey(url: string, secret: string): Promise<{ status: number; account: unknown }> {
  const answer = await fetch(`${url}/api/account`, { headers: { Authorization: `Bearer ${secret}` } });
  const { account } = (await answer.json()) as { account: unknown };
  return { status: answer.status, account };
}

/** Takes a picture, where pictures are wanted. */
export async function picture(page: Page, name: string): Promise<void> {
  if (SCREENSHOTS !== undefined) await page.screenshot({ path: join(SCREENSHOTS, `account-${name}.png`) });
}

/** Puts a PDF into the library of whoever is signed in, past the page; says with which status. */
export async function addPdf(page: Page, url: string, name: string): Promise<number> {
  const { request } = page.context();
  const { account } = (await (await request.get(`${url}/api/account`)).json()) as {
    account: { userId: string };
  };
  const buffer = Buffer.from(makePdf(["The night ferry leaves from pier four."]));
  const file = { name, mimeType: "application/pdf", buffer };
  const multipart = { userId: account.userId, index: "true", file };
  return (await request.post(`${url}/api/documents/upload`, { multipart })).status();
}
