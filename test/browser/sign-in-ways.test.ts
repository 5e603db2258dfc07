import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { axeViolations } from "./axe-violations.ts";
import { browserSuite } from "./browser-suite.ts";

const NOBODY = { account: null, isNew: false, signInUrl: null, appwrite: null };
const ADA = { userId: "local", name: "Ada", access: "write", isOwner: false, by: "token" };

/** The page before services that sign people in otherwise, which stand behind these answers. */
browserSuite("signing in elsewhere", ({ service, open }) => {
  /** Has the page told who is signed in as the test says, and returns what it sends to sign in. */
  async function openWith(answer: () => object): Promise<{ page: Page; sent: unknown[] }> {
    const { page } = await open("/docs");
    const sent: unknown[] = [];
    await page.route("**/api/account", (route) => route.fulfill({ json: answer() }));
    await page.route("**/api/account/sign-in", (route) => {
      sent.push(route.request().postDataJSON());
      return route.fulfill({ json: { success: true, message: "Signed in" } });
    });
    return { page, sent };
  }

  test("by a token: a link that knows the way back, and a field for a token", async () => {
    const signInUrl = "https://id.example/login?rd={return}";
    let isIn = false;
    const { page, sent } = await openWith(() => ({
      ...NOBODY,
      mode: "jwt",
      signInUrl,
      account: isIn ? ADA : null,
    }));
    await page.goto(`${service.url}/library?view=1`);
    const link = page.getByRole("link", { name: "Go there to sign in" });
    expect(await link.getAttribute("href")).toBe(
      `https://id.example/login?rd=${encodeURIComponent(`${service.url}/library?view=1`)}`,
    );
    expect(await axeViolations(page)).toEqual([]);
    await page.getByLabel("Token").fill(" eyJ.a.b ");
    isIn = true;
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("button", { name: "Account of Ada" }).waitFor();
    expect(sent).toEqual([{ token: "eyJ.a.b" }]);
    await page.goto(`${service.url}/account`);
    await page.getByRole("link", { name: "Keys" }).waitFor();
    expect(await page.getByRole("link", { name: /^(Browsers|Users)$/ }).count()).toBe(0);
  });

  test("by a proxy: whoever comes back is let in", async () => {
    let isIn = false;
    const { page } = await openWith(() => ({ ...NOBODY, mode: "proxy", account: isIn ? ADA : null }));
    await page.goto(`${service.url}/`);
    await page.getByText(/The server in front of this library says who you are/).waitFor();
    isIn = true;
    await page.evaluate("window.dispatchEvent(new Event('focus'))");
    await page.getByRole("button", { name: "Account of Ada" }).click();
    expect(await page.getByRole("menuitem", { name: "Sign out" }).count()).toBe(0);
  });

  test("by Appwrite: the password goes there alone, and the session is used again", async () => {
    let isIn = false;
    const appwrite = { endpoint: `${service.url}/appwrite/v1`, projectId: "books" };
    const { page, sent } = await openWith(() => ({
      ...NOBODY,
      mode: "appwrite",
      appwrite,
      account: isIn ? ADA : null,
    }));
    let hasSession = false;
    const calls: string[] = [];
    await page.route("**/appwrite/v1/**", async (route) => {
      const request = route.request();
      const path = new URL(request.url()).pathname.replace("/appwrite/v1", "");
      calls.push(`${request.method()} ${path} ${(await request.allHeaders())["x-appwrite-project"]}`);
      if (path === "/account/sessions/email") {
        hasSession = request.postDataJSON().password === "secret of ada";
        return hasSession
          ? route.fulfill({ status: 201, json: { $id: "s" }, headers: { "X-Fallback-Cookies": "{}" } })
          : route.fulfill({ status: 401, json: { message: "Invalid credentials.", code: 401 } });
      }
      if (!hasSession) return route.fulfill({ status: 401, json: { message: "missing scopes", code: 401 } });
      isIn = true;
      return route.fulfill({ status: 201, json: { jwt: "a.jwt.of-appwrite" } });
    });
    await page.goto(`${service.url}/library`);
    await page.getByLabel("E-mail").fill("ada@example.com");
    await page.getByLabel("Password", { exact: true }).fill("wrong");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("The e-mail or the password is wrong.").waitFor();
    await page.getByLabel("Password", { exact: true }).fill("secret of ada");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Library" }).waitFor();
    expect(JSON.stringify(sent)).not.toContain("secret of ada");
    expect(sent[0]).toEqual({ token: "a.jwt.of-appwrite" });
    expect(new Set(calls)).toContain("POST /account/sessions/email books");
    // The token has ended; Appwrite still knows who this is.
    isIn = false;
    await page.reload();
    await page.getByRole("heading", { name: "Library" }).waitFor();
    expect(sent.length).toBeGreaterThan(1);
  });
});
