import type { BrowserContextOptions } from "playwright-core";
import { describe, expect, test } from "vitest";
import { fill, GUEST, picture, signIn, withAccounts, withKey } from "./account-actions.ts";
import { axeViolations } from "./axe-violations.ts";
import { browserSuite } from "./browser-suite.ts";

browserSuite(
  "the account page",
  (stage) => {
    const { service, open } = stage;
    const { as, remember } = withAccounts(stage);

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
      await remember("guest", page);
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
