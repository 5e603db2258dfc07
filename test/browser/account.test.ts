import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addPdf, ask, expire, fill, GUEST, OWNER, picture, signIn, withAccounts } from "./account-actions.ts";
import { axeViolations } from "./axe-violations.ts";
import { browserSuite } from "./browser-suite.ts";
import { dropFiles } from "./drop-files.ts";

browserSuite(
  "signing in and out",
  (stage) => {
    const { service, open } = stage;

    const { as } = withAccounts(stage);

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

    test("a document that is opened while nobody is signed in is there afterwards", async () => {
      const { page } = await as("owner", "/settings");
      const stored = await addPdf(page, service.url, "Night ferry.pdf");
      expect(stored).toBe(200);
      await page.goto(`${service.url}/library`);
      const row = page.getByRole("row", { name: /Night ferry\.pdf/ });
      await row.waitFor();
      await expire(page.context());
      await row.focus();
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog", { name: "Please sign in again" });
      await dialog.waitFor();
      await page.keyboard.type(OWNER.password);
      await page.keyboard.press("Enter");
      await dialog.waitFor({ state: "detached" });
      await page.locator(".text-layer span").first().waitFor();
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
  },
  { AUTH: "password" },
);
