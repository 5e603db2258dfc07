import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { axeViolations } from "./axe-violations.ts";
import { browserSuite } from "./browser-suite.ts";
import { fillLibrary } from "./fill-library.ts";

/** Where to put pictures of the pages; `npm run screenshots` says so, a plain test takes none. */
const SCREENSHOTS = process.env.SCREENSHOTS;
const ANSWER = `The tenant may end the lease with **three months' notice** to the end of a month, the landlord with six months' notice and only for a reason that the law names [1]. Notice must be given in writing and with a signature; an e-mail is not enough [1].

| Who | Notice |
| --- | --- |
| Tenant | three months |
| Landlord | six months |

The last day $d$ of the lease follows from the month $m$ of the letter:

$$d = \\text{end of }(m + 3)$$

Local courts usually accept a letter that arrives one week late.
`;

browserSuite("every page", ({ service, open, openAhead }) => {
  const paths: Record<string, string> = { library: "/library", settings: "/settings", start: "/" };
  beforeAll(async () => {
    await fillLibrary(service.url);
    // The first call is the answer; the second asks for a title.
    let calls = 0;
    service.model.answerWith(() => (calls++ === 0 ? (ANSWER.match(/\s*\S+/g) ?? []) : ["Notice periods"]));
    const { page } = await openAhead("/");
    await page.getByRole("textbox", { name: "Your question" }).fill("How much notice must the tenant give?");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Notice periods" }).waitFor();
    await page
      .getByRole("link", { name: /^Open source 1, .*, page \d$/ })
      .first()
      .click();
    await page.waitForURL(/doc=/);
    const { pathname, search } = new URL(page.url());
    paths.chat = pathname;
    paths.source = pathname + search;
    paths.document = `/library/${new URLSearchParams(search).get("doc")}`;
    await page.context().close();
  });

  const names = ["start", "library", "chat", "source", "document", "settings"];
  const looks: [string, BrowserContextOptions][] = [
    ["light", { colorScheme: "light" }],
    ["dark", { colorScheme: "dark" }],
    [
      "narrow",
      { colorScheme: "light", viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
    ],
  ];
  describe.each(looks)("in %s", (look, options) => {
    test.each(names)("%s passes axe and fits its window", async (name) => {
      const { page, errors } = await open(paths[name] ?? "", options);
      await settled(page, name);
      expect(await axeViolations(page)).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
      expect(errors).toEqual([]);
      if (SCREENSHOTS !== undefined)
        await page.screenshot({ path: join(SCREENSHOTS, `${name}-${look}.png`) });
    });
  });

  test("the interface is described with each event of a stream, and can be tried", async () => {
    const { page, errors, strangers } = await open("/docs");
    const card = page.locator("#post-api-chat");
    await card.waitFor();
    for (const answers of await page.getByText("Answers", { exact: true }).all()) await answers.click();
    for (const event of ["SourcesEvent", "ChunkEvent", "FailureEvent", "[DONE]"])
      await card.locator("code", { hasText: event }).last().waitFor();
    await card.getByText("Try it").click();
    await card.getByRole("button", { name: "Send" }).click();
    await card.locator("pre", { hasText: /^200 text\/event-stream.*data: \[DONE\]/s }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect([errors, strangers]).toEqual([[], []]);
  });

  test("dialogs pass axe and give the focus back", async () => {
    const { page } = await open("/library");
    await page.getByRole("row").first().focus();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: /Find a document/ }).fill("lease");
    await page.getByRole("option", { name: /Lease Mill Street\.pdf/ }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    expect(await page.evaluate("document.activeElement?.getAttribute('role')")).toBe("row");
  });

  test("where nobody signs in the page asks once and says nothing of it", async () => {
    const { page } = await open("/docs");
    let asked = 0;
    page.on("request", (request) => {
      if (new URL(request.url()).pathname === "/api/account") asked++;
    });
    await page.goto(`${service.url}/settings`);
    await page.getByLabel("User id").waitFor();
    expect(asked).toBe(1);
    expect(await page.getByText(/sign in|account of/i).count()).toBe(0);
    await page.goto(`${service.url}/account/keys`);
    await page.getByLabel("User id").waitFor();
  });

  test("the page speaks German to a German browser", async () => {
    const { page } = await open("/library", { locale: "de-DE" });
    await page.getByRole("heading", { name: "Bibliothek" }).waitFor();
    expect(await page.evaluate("document.documentElement.lang")).toBe("de");
  });

  test("the page forbids inline scripts, other hosts and frames", async () => {
    const { headers } = await fetch(`${service.url}/`);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|https?:|\*/);
  });
});

/** Waits until a page has nothing left to load. */
async function settled(page: Page, name: string): Promise<void> {
  await page.waitForLoadState("networkidle");
  if (name === "chat") await page.locator(".katex").first().waitFor();
  if (name === "source") await page.locator(".text-layer mark").first().waitFor();
  if (name === "document") await page.locator(".text-layer span").first().waitFor();
}
