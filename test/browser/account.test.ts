import { join } from "node:path";
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { axeViolations } from "./axe-violations.ts";
import { browserSuite } from "./browser-suite.ts";
import { dropFiles } from "./drop-files.ts";

/** Where to put pictures of the pages; a plain test takes none. */
const SCREENSHOTS = process.env.SCREENSHOTS;

const OWNER = { name: "Ada", password: "correct horse battery" };
const GUEST = { name: "Berta", password: "another long password" };
const COOKIE = "carrel";

browserSuite(
  "accounts",
  ({ service, open, openAhead }) => {
    /** Both are signed in here, so that a test does not have to. */
    const states: Record<string, BrowserContextOptions["storageState"]> = {};
    let invitation = "";

    beforeAll(async () => {
      const { page, errors } = await openAhead("/library?x=1");
      await page.getByRole("heading", { name: "Make the first account" }).waitFor();
      await fill(page, OWNER);
      await page.getByRole("button", { name: "Make the account" }).click();
      await page.getByRole("heading", { name: "Put your documents on the desk." }).waitFor();
      expect(new URL(page.url()).pathname).toBe("/library");
      states.owner = await page.context().storageState();
      await page.goto(`${service.url}/account/users`);
      await page.getByRole("button", { name: "Invite somebody" }).click();
      const link = page.getByText(/\/join#/);
      invitation = new URL((await link.textContent()) ?? "").pathname;
      const hash = new URL((await link.textContent()) ?? "").hash;
      await page.context().close();
      expect(errors).toEqual([]);

      const { page: guest } = await openAhead(invitation + hash);
      await guest.getByRole("heading", { name: "You are invited" }).waitFor();
      expect(guest.url()).toBe(`${service.url}/join`);
      await fill(guest, GUEST);
      await guest.getByRole("button", { name: "Make the account" }).click();
      await guest.getByRole("textbox", { name: "Your question" }).waitFor();
      expect(new URL(guest.url()).pathname).toBe("/");
      states.guest = await guest.context().storageState();
      await guest.context().close();
    });

    const as = (who: "owner" | "guest", path: string, options: BrowserContextOptions = {}) =>
      open(path, { ...options, ...(states[who] === undefined ? {} : { storageState: states[who] }) });

    test("a wrong password is said, and the right one leads to the same place", async () => {
      const { page } = await open("/library");
      await fill(page, { ...OWNER, password: "not the password" });
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByText("The name or the password is wrong.").waitFor();
      expect(await page.getByLabel("Name").inputValue()).toBe(OWNER.name);
      await page.getByLabel("Password", { exact: true }).fill(OWNER.password);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Library" }).waitFor();
      expect(new URL(page.url()).pathname).toBe("/library");
    });

    test("a service that takes its time is waited for, without a word of signing in", async () => {
      const { page } = await as("owner", "/docs");
      await page.route("**/api/account", async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 2_000));
        await route.continue();
      });
      await page.goto(`${service.url}/library`, { waitUntil: "commit" });
      await page.getByText("One moment…").waitFor();
      expect(await page.getByText("Sign in").count()).toBe(0);
      await picture(page, "waiting-light");
      await page.getByRole("heading", { name: "Library" }).waitFor();
    });

    test("signing out takes everything off every tab", async () => {
      const { page } = await open("/library");
      await signIn(page, OWNER);
      await page.getByRole("link", { name: "Settings" }).click();
      const other = await page.context().newPage();
      await other.goto(`${service.url}/settings`);
      await other.getByText("Signed in as Ada").waitFor();
      await page.getByRole("button", { name: "Account of Ada" }).click();
      await page.getByRole("menuitem", { name: "Sign out" }).click();
      await page.getByRole("heading", { name: "Sign in" }).waitFor();
      await other.getByRole("heading", { name: "Sign in" }).waitFor();
      // Not by the way back either.
      await page.goBack();
      expect(new URL(page.url()).pathname).toBe("/library");
      await page.getByRole("heading", { name: "Sign in" }).waitFor();
    });

    test("what one user brings in the other never sees", async () => {
      const { page: mine } = await as("owner", "/library");
      await dropFiles(mine, [{ name: "Only for Ada.txt", content: "The safe opens with 4711." }]);
      await mine.getByText("Only for Ada.txt").first().waitFor();
      await ask(mine, "What opens the safe?");
      await mine.waitForURL(/\/chat\//);
      const { pathname } = new URL(mine.url());
      const { page: theirs } = await as("guest", "/library");
      await theirs.getByRole("heading", { name: "Put your documents on the desk." }).waitFor();
      expect(await theirs.getByText("Only for Ada").count()).toBe(0);
      await theirs.goto(service.url + pathname);
      await theirs.getByText("This chat does not exist any more").first().waitFor();
      expect(await theirs.getByText("opens the safe").count()).toBe(0);
    });

    test("an expired session keeps draft and place, and a question that met it is answered", async () => {
      const { page } = await as("owner", "/library");
      await page.goto(`${service.url}/`);
      const field = page.getByRole("textbox", { name: "Your question" });
      await field.fill("A question of many words");
      const kept = await expire(page.context());
      await field.press("Enter");
      const dialog = page.getByRole("dialog", { name: "Please sign in again" });
      await dialog.waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      await page.keyboard.press("Control+k");
      expect(await dialog.isVisible()).toBe(true);
      expect(await page.getByRole("combobox").count()).toBe(0);
      expect(kept).toBe(1);
      await picture(page, "locked-light");
      // The name is known, so that the password is what is typed.
      await page.keyboard.type(OWNER.password);
      await page.keyboard.press("Enter");
      await dialog.waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Answer again" }).waitFor();
      await page.getByText("A question of many words").first().waitFor();
      await page.waitForURL(/\/chat\//);
    });

    test("files that wait while nobody is signed in come in afterwards, and a draft is untouched", async () => {
      const { page } = await as("guest", "/");
      await page.getByRole("textbox", { name: "Your question" }).fill("Half a thou");
      await expire(page.context());
      await dropFiles(page, [
        { name: "first.txt", content: "The first file." },
        { name: "second.txt", content: "The second file." },
      ]);
      const dialog = page.getByRole("dialog", { name: "Please sign in again" });
      await dialog.waitFor();
      await dialog.getByLabel("Password", { exact: true }).fill(GUEST.password);
      await page.keyboard.press("Enter");
      await dialog.waitFor({ state: "detached" });
      expect(await page.getByRole("textbox", { name: "Your question" }).inputValue()).toBe("Half a thou");
      await page.getByText("Ready, 1 passage").nth(1).waitFor();
    });

    test("another user who signs in finds nothing of the first, in no tab", async () => {
      const { page } = await open("/");
      await signIn(page, OWNER);
      await page.getByRole("textbox", { name: "Your question" }).fill("Known to Ada alone");
      const other = await page.context().newPage();
      await other.goto(`${service.url}/settings`);
      await other.getByText("Signed in as Ada").waitFor();
      await expire(page.context());
      await page.getByRole("textbox", { name: "Your question" }).press("Enter");
      const dialog = page.getByRole("dialog", { name: "Please sign in again" });
      await dialog.getByLabel("Name").fill(GUEST.name);
      await dialog.getByLabel("Password", { exact: true }).fill(GUEST.password);
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Account of Berta" }).waitFor();
      await other.getByRole("button", { name: "Account of Berta" }).waitFor();
      expect(await page.getByText("Known to Ada alone").count()).toBe(0);
      expect(await page.getByRole("textbox", { name: "Your question" }).inputValue()).toBe("");
    });

    test("one tab that signs in again unlocks the others", async () => {
      const { page } = await open("/library");
      await signIn(page, GUEST);
      await page.getByRole("heading", { name: "Library" }).waitFor();
      const other = await page.context().newPage();
      await other.goto(`${service.url}/`);
      await other.getByRole("textbox", { name: "Your question" }).fill("Still being written");
      await expire(page.context());
      const dialog = (one: Page) => one.getByRole("dialog", { name: "Please sign in again" });
      for (const one of [page, other]) {
        await one.evaluate("window.dispatchEvent(new Event('focus'))");
        await dialog(one).waitFor();
      }
      await dialog(page).getByLabel("Password", { exact: true }).fill(GUEST.password);
      await page.keyboard.press("Enter");
      await dialog(page).waitFor({ state: "detached" });
      await dialog(other).waitFor({ state: "detached" });
      expect(await other.getByRole("textbox", { name: "Your question" }).inputValue()).toBe(
        "Still being written",
      );
    });

    test("a key is shown once, lets a program in, and can be ended", async () => {
      const { page } = await as("owner", "/account/keys");
      await page.getByLabel("What is it for?").fill("nightly upload");
      await page.getByRole("button", { name: "Read and change" }).click();
      await page.getByLabel("Valid for").selectOption("30");
      await page.getByRole("button", { name: "Make a key" }).click();
      const secret = (await page.getByText(/^carrel_/).textContent()) ?? "";
      await picture(page, "key-light");
      const { status } = await withKey(service.url, secret);
      expect(status).toBe(200);
      await page.reload();
      await page.getByText("nightly upload").waitFor();
      expect(await page.getByText(secret).count()).toBe(0);
      await page.getByRole("button", { name: "End the key nightly upload" }).click();
      await page.getByText("You have no keys.").waitFor();
      expect((await withKey(service.url, secret)).account).toBeNull();
    });

    test("a changed password signs the other browsers out, and they are listed before", async () => {
      const { page } = await open("/account/browsers", { locale: "en-GB" });
      await signIn(page, GUEST);
      await page.getByText("This one").waitFor();
      expect(await page.getByRole("button", { name: /^Sign out Chrom/ }).count()).toBeGreaterThan(0);
      await page.getByRole("link", { name: "You", exact: true }).click();
      await page.getByLabel("Current password").fill("wrong");
      await page.getByLabel("New password").fill("yet another password");
      await page.getByRole("button", { name: "Change the password" }).click();
      await page.getByText("The current password is wrong.").waitFor();
      await page.getByLabel("Current password").fill(GUEST.password);
      await page.getByRole("button", { name: "Change the password" }).click();
      await page.getByText("The password is changed.").waitFor();
      GUEST.password = "yet another password";
      await page.getByRole("link", { name: "Browsers" }).click();
      await page.getByText("This one").waitFor();
      expect(await page.getByRole("button", { name: /^Sign out Chrom/ }).count()).toBe(0);
      states.guest = await page.context().storageState();
    });

    test("an invitation is for one account, and can be taken back", async () => {
      const { page } = await as("owner", "/account/users");
      await page.getByRole("button", { name: "Invite somebody" }).click();
      const link = (await page.getByText(/\/join#/).textContent()) ?? "";
      await page.getByRole("button", { name: "Done" }).click();
      await page.getByRole("button", { name: /^Take back the invitation/ }).click();
      await page.getByText("The invitation is taken back.").waitFor();
      const { pathname, hash } = new URL(link);
      const { page: late } = await open(pathname + hash);
      await fill(late, { name: "Clara", password: "a long password" });
      await late.getByRole("button", { name: "Make the account" }).click();
      await late.getByText(/^This invitation was used/).waitFor();
      await late.getByRole("button", { name: "I have an account already" }).click();
      await late.getByRole("heading", { name: "Sign in" }).waitFor();
    });

    test("removing a user says what goes", async () => {
      const { page } = await as("owner", "/account/users");
      await page.getByRole("button", { name: "Remove Berta" }).click();
      const dialog = page.getByRole("dialog", { name: "Remove Berta?" });
      await dialog.getByText(/all documents with their files/).waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await picture(page, "remove-light");
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await dialog.waitFor({ state: "detached" });
    });

    const looks: [string, BrowserContextOptions][] = [
      ["light", { colorScheme: "light" }],
      ["dark", { colorScheme: "dark" }],
      [
        "narrow",
        { colorScheme: "light", viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
      ],
    ];
    describe.each(looks)("in %s", (look, options) => {
      test.each([
        ["sign-in", "/"],
        ["join", "/join#nobody"],
        ["profile", "/account"],
        ["browsers", "/account/browsers"],
        ["keys", "/account/keys"],
        ["users", "/account/users"],
        ["settings", "/settings"],
      ])("%s passes axe and fits its window", async (name, path) => {
        const isOutside = name === "sign-in" || name === "join";
        const { page, errors } = isOutside ? await open(path, options) : await as("owner", path, options);
        await page.waitForLoadState("networkidle");
        await page.getByRole("heading", { level: 1 }).waitFor();
        expect(await axeViolations(page)).toEqual([]);
        expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
        expect(errors).toEqual([]);
        await picture(page, `${name}-${look}`);
      });
    });

    test("a German browser is asked in German", async () => {
      const { page } = await open("/", { locale: "de-DE" });
      await page.getByRole("button", { name: "Anmelden" }).waitFor();
      await picture(page, "sign-in-german");
    });

    test("too many attempts are told how long to wait", async () => {
      const { page } = await open("/");
      await fill(page, { name: "Dora", password: "wrong, ten times" });
      const wait = page.getByText(/^Too many attempts\. Try again in \d+ (seconds?|minutes?)\.$/);
      await expect
        .poll(
          async () => {
            await page.getByRole("button", { name: "Sign in" }).click();
            await page
              .getByRole("alert")
              .getByText(/wrong|attempts/)
              .waitFor();
            return wait.count();
          },
          { timeout: 60_000 },
        )
        .toBe(1);
    });
  },
  { AUTH: "password" },
);

async function fill(page: Page, { name, password }: { name: string; password: string }): Promise<void> {
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Password", { exact: true }).fill(password);
}

async function signIn(page: Page, who: { name: string; password: string }): Promise<void> {
  await fill(page, who);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: `Account of ${who.name}` }).waitFor();
}

async function ask(page: Page, question: string): Promise<void> {
  await page.getByRole("link", { name: "Chat" }).first().click();
  await page.getByRole("textbox", { name: "Your question" }).fill(question);
  await page.keyboard.press("Enter");
}

/** As if the session had ended at the service: what the browser sends is worth nothing. Says how many it had. */
async function expire(context: BrowserContext): Promise<number> {
  const own = (await context.cookies()).filter(({ name }) => name === COOKIE);
  await context.clearCookies({ name: COOKIE });
  return own.length;
}

async function withKey(url: string, secret: string): Promise<{ status: number; account: unknown }> {
  const answer = await fetch(`${url}/api/account`, { headers: { Authorization: `Bearer ${secret}` } });
  const { account } = (await answer.json()) as { account: unknown };
  return { status: answer.status, account };
}

async function picture(page: Page, name: string): Promise<void> {
  if (SCREENSHOTS !== undefined) await page.screenshot({ path: join(SCREENSHOTS, `account-${name}.png`) });
}
