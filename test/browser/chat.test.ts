import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { makePdf } from "../contracts/make-pdf.ts";
import { sendJsonTo } from "../doubles/send-json-to.ts";
import { browserSuite } from "./browser-suite.ts";
import { addDocument } from "./open-service.ts";

const PAGES = [
  "House rules\nThe garden is open from April to October.\nBicycles belong in the shed.",
  "Notice\nThe tenant may end the lease with three months' notice\nto the end of a calendar month.\nNotice must be given in writing.",
  "Deposit\nThe deposit is paid back within sixty days.",
];
const ANSWER =
  "You can end the lease with three months' notice to the end of a month [1].\n\nThe landlord repaints the flat in blue every summer.\n";

browserSuite("a chat", ({ service, open }) => {
  beforeAll(async () => {
    await addDocument(service.url, "lease.pdf", makePdf(PAGES));
    service.model.answerWith(() => wordsOf(ANSWER));
  });

  /** Puts a chat of one question past the page. */
  const addChat = (title: string, content: string) =>
    sendJsonTo(`${service.url}/api/chat/history`, {
      ...{ userId: "local", messages: [{ role: "user", content }], title },
    });

  test("an answer streams, cites, and a citation opens the page with its passage marked", async () => {
    const { page, errors, strangers } = await open("/");
    await ask(page, "How can the tenant end the lease?");
    await page.getByRole("button", { name: "Stop" }).waitFor();
    await page.waitForURL(/\/chat\/\w+$/);
    await answered(page);
    await page.getByRole("link", { name: /^Open source 1, lease\.pdf, page \d$/ }).click();
    const source = page.getByRole("complementary", { name: "Source" });
    const marks = source.locator(".text-layer mark");
    await marks.first().waitFor();
    expect((await marks.allTextContents()).join(" ")).toContain("three months' notice");
    expect(await source.locator("mark.is-focus").allTextContents()).toEqual(
      expect.arrayContaining(["The tenant may end the lease with three months' notice"]),
    );
    expect(await source.getByRole("textbox", { name: "Pages of the document" }).inputValue()).toBe("2");
    expect((await marks.first().boundingBox())?.y).toBeLessThan(900);
    expect(errors).toEqual([]);
    expect(strangers).toEqual([]);
  });

  test("a sentence that no document supports is marked as not found", async () => {
    const { page } = await open("/");
    await ask(page, "How can the tenant end the lease?");
    await answered(page);
    expect(await page.locator(".doubt").allTextContents()).toEqual([
      "The landlord repaints the flat in blue every summer. (not found in your documents)",
    ]);
    await page.getByText("The underlined sentence was not found in your documents.").waitFor();
  });

  test("what the service says of each sentence is shown, and still there after a reload", async () => {
    const { page } = await open("/");
    service.model.answerWith(() =>
      wordsOf(
        "The tenant may end the lease with three months' notice [1].\n\nNotice must be given six months before [1].\n",
      ),
    );
    await ask(page, "How can the tenant end the lease?");
    await answered(page);
    service.model.answerWith(() => wordsOf(ANSWER));
    for (const _look of ["now", "later"]) {
      await page.getByText("Checked: 1 of 2 statements stand in the cited passages.").waitFor();
      expect((await page.locator(".doubt").allTextContents()).join("")).toMatch(
        /^Notice must be given six months before.* \(not found in your documents\)$/,
      );
      await page.reload();
    }
  });

  test("a question reads its own chat and titles, never what all chats say", async () => {
    await addChat("Another chat", "Something about penguins.");
    const { page } = await open("/");
    const asked: URLSearchParams[] = [];
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (request.method() === "GET" && pathname === "/api/chat/history") asked.push(searchParams);
    });
    await page.reload();
    await ask(page, "How can the tenant end the lease?");
    await answered(page);
    await page.reload();
    await page.getByRole("heading", { level: 2, name: "How can the tenant end the lease?" }).waitFor();
    expect(asked.length).toBeGreaterThan(2);
    expect(asked.filter((query) => !query.has("sessionId") && query.get("summary") !== "true")).toEqual([]);
  });

  test("chats are found by what was said in them", async () => {
    const { page } = await open("/");
    await addChat("Animals", "Where do walruses sleep?");
    await page.reload();
    await page.getByRole("button", { name: "Chats", exact: true }).click();
    await page.getByRole("searchbox", { name: "Search chats" }).fill("walruses");
    await page.getByRole("link", { name: "Animals" }).click();
    await page.getByRole("heading", { level: 2, name: "Where do walruses sleep?" }).waitFor();
  });

  test("an answer can be stopped, and its connection to the model ends", async () => {
    // The first call is the answer; the second asks for a title.
    let calls = 0;
    service.model.answerWith(() =>
      calls++ === 0 ? Array.from({ length: 2000 }, (_, i) => `word${i} `) : ["Lease"],
    );
    const { page } = await open("/");
    await ask(page, "Tell me everything about the lease and the tenant");
    await page.getByText("word20 ", { exact: false }).waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText("Stopped by you").waitFor();
    await expect.poll(() => service.model.openCalls()).toBe(0);
    expect(await page.getByText("word1999").count()).toBe(0);
    await page.reload();
    await page.getByText("Stopped by you").waitFor();
    service.model.answerWith(() => wordsOf(ANSWER));
  });

  test("a chat is there again after a reload, with its sources and a title", async () => {
    service.model.answerWith(() => wordsOf("Ending the lease"));
    const { page } = await open("/");
    await ask(page, "What about notice in the lease?");
    await answered(page);
    await page.getByRole("heading", { level: 1, name: "Ending the lease" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { level: 2, name: "What about notice in the lease?" }).waitFor();
    await page.getByRole("heading", { level: 1, name: "Ending the lease" }).waitFor();
    expect(await page.getByRole("list", { name: "Sources" }).getByRole("link").count()).toBeGreaterThan(0);
    service.model.answerWith(() => wordsOf(ANSWER));
  });

  test("two tabs on one chat keep each other's words", async () => {
    const { page: first } = await open("/");
    await ask(first, "First question on the lease?");
    await answered(first);
    const second = await first.context().newPage();
    await second.goto(first.url());
    await second.getByRole("heading", { level: 2, name: "First question on the lease?" }).waitFor();
    await ask(second, "Second question on the deposit?");
    await answered(second, 2);
    await first.getByRole("heading", { level: 2, name: "Second question on the deposit?" }).waitFor();
    await ask(first, "Third question on the garden?");
    await answered(first, 3);
    await second.getByRole("heading", { level: 2, name: "Third question on the garden?" }).waitFor();
    expect(await second.getByRole("article", { name: "Answer" }).count()).toBe(3);
  });

  test("an edited question replaces what came after it", async () => {
    const { page } = await open("/");
    await ask(page, "A question with a mistake on the lease");
    await answered(page);
    await page.getByRole("button", { name: "Edit the question" }).click();
    await page.getByRole("textbox", { name: "Edit the question" }).fill("A better question on the lease");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 2, name: "A better question on the lease" }).waitFor();
    await answered(page);
    expect(
      await page.getByRole("heading", { level: 2, name: "A question with a mistake on the lease" }).count(),
    ).toBe(0);
  });

  test("a lost service is told, and its return too", async () => {
    const { page } = await open("/library");
    await page.getByRole("row").first().waitFor();
    await page.context().setOffline(true);
    await page.getByText("Carrel cannot be reached", { exact: false }).waitFor();
    await page.context().setOffline(false);
    await page.getByText("Carrel is back.").waitFor();
    expect(await page.getByText("Carrel cannot be reached", { exact: false }).count()).toBe(0);
  });

  test("# restricts a question to a document", async () => {
    await addDocument(
      service.url,
      "pond.txt",
      "The lease of the pond ends with one month of notice by the tenant.",
    );
    const { page } = await open("/");
    const field = page.getByRole("textbox", { name: "Your question" });
    await field.pressSequentially("How does the tenant end the lease? #pond");
    await page.getByRole("option", { name: "pond.txt" }).waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await answered(page);
    const links = await page.getByRole("list", { name: "Sources" }).getByRole("link").all();
    for (const link of links) expect(await link.textContent()).toContain("pond.txt");
    expect(links.length).toBeGreaterThan(0);
  });

  test("several documents stay pinned to a chat until they are unpinned", async () => {
    const ids = [
      await addDocument(service.url, "oak.txt", "The oak was planted in 1902."),
      await addDocument(service.url, "elm.txt", "The elm was planted in 1931."),
    ];
    const { page } = await open("/");
    const created = await sendJsonTo(`${service.url}/api/chat/history`, {
      ...{ userId: "local", messages: [], title: "Trees", selectedDocuments: ids },
    });
    const { session } = (await created.json()) as { session: { $id: string } };
    await page.goto(`${service.url}/chat/${session.$id}`);
    const asked = page.waitForRequest((request) => new URL(request.url()).pathname === "/api/chat");
    await ask(page, "When were the trees planted?");
    expect((await asked).postDataJSON()).toMatchObject({ documentIds: ids, grounding: true });
    await answered(page);
    await page.getByRole("button", { name: "Unpin the document: oak.txt" }).click();
    await page.getByRole("button", { name: "Unpin the document", exact: true }).waitFor();
    await expect
      .poll(async () => {
        const answer = await fetch(`${service.url}/api/chat/history?sessionId=${session.$id}`);
        return ((await answer.json()) as { session: object }).session;
      })
      .toMatchObject({ selectedDocument: ids[1] });
    await page.reload();
    await page.getByRole("button", { name: "elm.txt", exact: true }).first().waitFor();
    expect(await page.getByRole("button", { name: /^Unpin/ }).count()).toBe(1);
  });
});

async function ask(page: Page, question: string): Promise<void> {
  await page.getByRole("textbox", { name: "Your question" }).fill(question);
  await page.keyboard.press("Enter");
}

/** Waits until the chat has this many answers and rests. */
async function answered(page: Page, count = 1): Promise<void> {
  await page
    .getByRole("article", { name: "Answer" })
    .nth(count - 1)
    .waitFor();
  await page.getByRole("button", { name: "Answer again" }).waitFor();
}

function wordsOf(text: string): string[] {
  return text.match(/\s*\S+/g) ?? [];
}
